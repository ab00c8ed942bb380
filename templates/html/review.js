// SPDX-License-Identifier: BSD-2-Clause
// What a page of a review does where it is opened: tables that sort and copy,
// figures that tell their values and open larger, light and dark.  No network,
// no library; without it the page is complete, and still.
'use strict';
(() => {
const words = JSON.parse(document.getElementById('words').textContent);
const language = document.documentElement.lang;
const svgSpace = 'http://www.w3.org/2000/svg';

function make(name, parent, text, className) {
	const e = document.createElement(name);
	if (text) e.textContent = text;
	if (className) e.className = className;
	parent.append(e);
	return e;
}

function makeButton(parent, text, help, action) {
	const b = make('button', parent, text);
	b.type = 'button';
	b.title = help;
	b.addEventListener('click', action);
	return b;
}

// ------------------------------------------------------------ light and dark

function setTheme(theme) {
	document.documentElement.dataset.theme = theme;
	try {
		localStorage.setItem('plateau-theme', theme);
	} catch (e) { /* a browser that keeps nothing */ }
}

function isDark() {
	const theme = document.documentElement.dataset.theme;
	return theme ? theme === 'dark' :
	    matchMedia('(prefers-color-scheme: dark)').matches;
}

try {
	const kept = localStorage.getItem('plateau-theme');
	if (kept === 'dark' || kept === 'light') setTheme(kept);
} catch (e) { /* as above */ }
const themeButton = makeButton(document.querySelector('header'), '\u25d0',
    words.theme, () => setTheme(isDark() ? 'light' : 'dark'));
themeButton.className = 'theme';
themeButton.setAttribute('aria-label', words.theme);
document.querySelector('header').prepend(themeButton);

// -------------------------------------------------------------------- tables

function rawText(cell) {
	return cell.dataset.v !== undefined ? cell.dataset.v : cell.textContent;
}

function isNumber(text) {
	return text.trim() !== '' && isFinite(Number(text));
}

// Numbers by size, text as the language sorts it; what is not known stays at
// the end in both directions.
function compareCells(a, b, down) {
	const left = rawText(a), right = rawText(b);
	const unknown = (t) => t.trim() === '' || t === '\u2013';
	if (unknown(left) || unknown(right)) return unknown(left) - unknown(right);
	const both = isNumber(left) && isNumber(right);
	const order = both ? Number(left) - Number(right) :
	    left.localeCompare(right, language, {numeric: true});
	return down ? -order : order;
}

function sortTable(table, column, head) {
	const down = head.getAttribute('aria-sort') === 'ascending';
	for (const th of table.querySelectorAll('tr.heads th'))
		th.removeAttribute('aria-sort');
	head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
	for (const body of table.tBodies) {
		const rows = [...body.rows].filter((r) => r.className !== 'group');
		rows.sort((a, b) => compareCells(a.cells[column],
		    b.cells[column], down));
		body.append(...rows);
	}
}

// Exact values with their names, a row a line; the heading of a group stands in
// a first column.
function tableText(table) {
	const heads = [...table.querySelectorAll('tr.heads th')];
	const lines = [];
	let grouped = false, group = '';
	for (const row of table.querySelectorAll('tbody tr')) {
		if (row.className === 'group') {
			grouped = true;
			group = row.textContent;
			continue;
		}
		lines.push([group, ...[...row.cells].map(rawText)]);
	}
	lines.unshift(['group', ...heads.map((h) => h.dataset.n)]);
	return lines.map((l) => (grouped ? l : l.slice(1)).map((t) =>
	    t.replace(/[\t\n]/g, ' ')).join('\t')).join('\n') + '\n';
}

async function copyText(text) {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch (e) {
		const area = make('textarea', document.body, text);
		area.select();
		const done = document.execCommand('copy');
		area.remove();
		return done;
	}
}

for (const figure of document.querySelectorAll('figure.table')) {
	const table = figure.querySelector('table');
	const caption = figure.querySelector('figcaption');
	[...table.querySelectorAll('tr.heads th')].forEach((th, i) => {
		const text = th.textContent;
		if (!text) return;
		th.textContent = '';
		makeButton(th, text, words['sort-help'],
		    () => sortTable(table, i, th));
	});
	const copy = makeButton(caption, words.copy, words['copy-help'],
	    async () => {
		if (await copyText(tableText(table))) copy.textContent = words.copied;
		setTimeout(() => { copy.textContent = words.copy; }, 1500);
	});
	caption.prepend(copy);
}

// ------------------------------------------------------------------- figures

// Digits in groups as the figures have them; of large numbers all.
const short = new Intl.NumberFormat(language, {maximumSignificantDigits: 5});
const whole = new Intl.NumberFormat(language, {maximumFractionDigits: 0});

function formatNumber(value) {
	return (Math.abs(value) < 1e4 ? short : whole).formatToParts(value).map(
	    (p) => p.type === 'group' ? '\u202f' : p.value).join('');
}

function place(axis, value) {
	const f = axis.log ? Math.log : (v) => v;
	return axis.from + (axis.to - axis.from) * (f(value) - f(axis.min)) /
	    (f(axis.max) - f(axis.min));
}

function axisText(axis, value) {
	const tick = (axis.ticks || []).find((t) =>
	    Math.abs(t[0] - value) < 1e-6);
	const text = tick ? tick[1] : formatNumber(value);
	return axis.unit ? text + ' ' + axis.unit : text;
}

// The points of a figure as series of {x, y, text}, from the JSON beside it:
// {spots: [[x, y, value, words, reach to the left], ...], unit}, or
// {x: axis, panels: [{y: axis, series: [{name, at: [x, y, ...]}, ...]}, ...]}.
function readPoints(data) {
	if (data.spots)
		return [data.spots.map((s) => ({x: s[0], y: s[1], head: s[3],
		    text: formatNumber(s[2]) + ' ' + data.unit,
		    reach: s[4] || 0}))];
	const all = [];
	for (const panel of data.panels)
		for (const series of panel.series) {
			const points = [];
			for (let i = 0; i < series.at.length; i += 2) {
				const x = series.at[i], y = series.at[i + 1];
				const px = place(data.x, x), py = place(panel.y, y);
				if (!isFinite(px) || !isFinite(py)) continue;
				points.push({x: px, y: py, head: series.name,
				    text: axisText(panel.y, y),
				    at: (data.x.title ? data.x.title + ' ' : '') +
				    axisText(data.x, x)});
			}
			if (points.length) all.push(points);
		}
	return all;
}

class Values {
	constructor(figure, data) {
		this.chart = figure.querySelector('.chart');
		this.svg = this.chart.querySelector('svg');
		this.data = data;
		this.series = 0;
		this.index = -1;
		this.chart.tabIndex = 0;
		this.chart.setAttribute('aria-description', words['figure-help']);
		this.svg.addEventListener('pointermove', (e) => this.near(e));
		this.svg.addEventListener('pointerleave', () => this.hide());
		this.chart.addEventListener('keydown', (e) => this.key(e));
		this.chart.addEventListener('blur', () => this.hide());
	}

	// Read when first asked for: a page of many figures opens at once.
	all() {
		if (!this.points) this.points = readPoints(this.data);
		return this.points;
	}

	near(event) {
		const box = this.svg.getBoundingClientRect();
		const scale = this.svg.viewBox.baseVal.width / box.width;
		const x = (event.clientX - box.left) * scale;
		const y = (event.clientY - box.top) * scale;
		let best = 30 * 30;
		let found = null;
		this.all().forEach((points, s) => points.forEach((p, i) => {
			const across = Math.max(p.x - (p.reach || 0) - x, 0,
			    x - p.x);
			const d = across ** 2 + (p.y - y) ** 2;
			if (d < best) {
				best = d;
				found = [s, i];
			}
		}));
		if (found) this.show(...found); else this.hide();
	}

	key(event) {
		const all = this.all();
		if (!all.length) return;
		let s = this.series, i = this.index;
		switch (event.key) {
		case 'ArrowRight': i++; break;
		case 'ArrowLeft': i--; break;
		case 'ArrowUp': case 'ArrowDown':
			if (i < 0) break;
			// The next series, at the point that lies nearest.
			s = (s + (event.key === 'ArrowUp' ? 1 : all.length - 1)) %
			    all.length;
			const x = all[this.series][i].x;
			i = all[s].reduce((b, p, k) => Math.abs(p.x - x) <
			    Math.abs(all[s][b].x - x) ? k : b, 0);
			break;
		case 'Home': i = 0; break;
		case 'End': i = all[s].length - 1; break;
		case 'Escape': this.hide(); return;
		default: return;
		}
		event.preventDefault();
		this.show(s, Math.max(0, Math.min(i, all[s].length - 1)));
	}

	show(s, i) {
		const p = this.all()[s][i];
		this.series = s;
		this.index = i;
		if (!this.tip) {
			this.tip = make('div', this.chart, '', 'tip');
			this.tip.setAttribute('role', 'status');
			this.ring = document.createElementNS(svgSpace, 'circle');
			this.ring.setAttribute('class', 'ring');
			this.ring.setAttribute('r', 3.5);
		}
		this.svg.append(this.ring);
		this.ring.setAttribute('cx', p.x);
		this.ring.setAttribute('cy', p.y);
		this.tip.textContent = '';
		make('b', this.tip, p.text);
		if (p.head) make('div', this.tip, p.head);
		if (p.at) make('div', this.tip, p.at);
		this.tip.hidden = false;
		const scale = this.svg.getBoundingClientRect().width /
		    this.svg.viewBox.baseVal.width;
		const wide = this.svg.getBoundingClientRect().width;
		const left = p.x * scale + 12;
		const room = left + this.tip.offsetWidth < wide;
		this.tip.style.left = (room ? left : Math.max(0, p.x * scale - 12 -
		    this.tip.offsetWidth)) + 'px';
		this.tip.style.top = Math.max(0, p.y * scale - 12 -
		    this.tip.offsetHeight) + 'px';
	}

	hide() {
		if (!this.tip) return;
		this.tip.hidden = true;
		this.ring.remove();
		this.index = -1;
	}
}

// ------------------------------------------------------------------- enlarged

class Zoom {
	constructor(svg) {
		this.dialog = make('dialog', document.body);
		makeButton(this.dialog, words.close, words.close,
		    () => this.dialog.close());
		make('p', this.dialog, words['zoom-help']);
		this.svg = svg.cloneNode(true);
		const ring = this.svg.querySelector('.ring');
		if (ring) ring.remove();
		this.dialog.append(this.svg);
		const box = svg.viewBox.baseVal;
		this.whole = [0, 0, box.width, box.height];
		this.set(...this.whole);
		this.dialog.addEventListener('close', () => this.dialog.remove());
		this.dialog.addEventListener('keydown', (e) => this.key(e));
		this.svg.addEventListener('wheel', (e) => {
			e.preventDefault();
			this.zoom(e.deltaY < 0 ? 1 / 1.2 : 1.2, ...this.at(e));
		}, {passive: false});
		this.svg.addEventListener('pointerdown', (e) => {
			this.svg.setPointerCapture(e.pointerId);
			this.held = this.at(e);
		});
		this.svg.addEventListener('pointermove', (e) => {
			if (!this.held) return;
			const [x, y] = this.at(e);
			const [left, top, width, height] = this.view;
			this.set(left + this.held[0] - x, top + this.held[1] - y,
			    width, height);
		});
		this.svg.addEventListener('pointerup', () => { this.held = null; });
		this.dialog.showModal();
	}

	set(...view) {
		this.view = view;
		this.svg.setAttribute('viewBox', view.join(' '));
	}

	// Where an event is, in the figure's points.
	at(event) {
		const m = this.svg.getScreenCTM().inverse();
		return [m.a * event.clientX + m.e, m.d * event.clientY + m.f];
	}

	zoom(by, x, y) {
		const [left, top, width, height] = this.view;
		const w = Math.min(Math.max(width * by, this.whole[2] / 40),
		    this.whole[2]);
		const f = w / width;
		if (w === this.whole[2]) this.set(...this.whole);
		else this.set(x - (x - left) * f, y - (y - top) * f, w, height * f);
	}

	key(event) {
		const [left, top, width, height] = this.view;
		const x = left + width / 2, y = top + height / 2;
		switch (event.key) {
		case '+': case '=': this.zoom(1 / 1.4, x, y); break;
		case '-': this.zoom(1.4, x, y); break;
		case '0': this.set(...this.whole); break;
		case 'ArrowLeft': this.set(left - width / 8, top, width, height); break;
		case 'ArrowRight': this.set(left + width / 8, top, width, height); break;
		case 'ArrowUp': this.set(left, top - height / 8, width, height); break;
		case 'ArrowDown': this.set(left, top + height / 8, width, height); break;
		default: return;
		}
		event.preventDefault();
	}
}

for (const figure of document.querySelectorAll('figure.figure')) {
	const svg = figure.querySelector('.chart > svg');
	if (!svg) continue;
	const data = JSON.parse(figure.querySelector('script').textContent);
	if (data) new Values(figure, data);
	const caption = figure.querySelector('figcaption');
	caption.prepend(makeButton(caption, words.zoom, words.zoom,
	    () => new Zoom(svg)));
}
})();
