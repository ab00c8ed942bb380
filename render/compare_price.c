/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "render/compare_cells.h"
#include "render/compare_charts.h"

/* What drives cost, and what they do for it.  Each currency stands for itself:
 * nothing is converted. */

/* A price of a drive that is in the comparison. */
struct priced {
	const struct compare_drive *drive;
	const struct published_price *price;
};

struct prices {
	size_t count;
	struct priced *items;
};

/* The prices in one currency, in the order of the drives. */
static struct prices
find_prices(const struct compare *c, const char *currency)
{
	struct prices p = {0};

	for (size_t i = 0; i < c->ndrives; i++)
		for (size_t k = 0; k < c->nsaid; k++) {
			const struct compare_said *said = &c->said[k];

			for (size_t n = 0; n < said->nprices; n++) {
				if (said->family != c->drives[i].family ||
				    strcmp(said->prices[n].currency,
				    currency) != 0)
					continue;
				p.items = arena_grow(c->arena, p.items,
				    p.count, sizeof(*p.items));
				p.items[p.count++] = (struct priced){
				    &c->drives[i], &said->prices[n]};
			}
		}
	return p;
}

/* The currencies, each once. */
static size_t
find_currencies(const struct compare *c, const char ***out)
{
	const char **currencies = NULL;
	size_t count = 0;

	for (size_t i = 0; i < c->nsaid; i++)
		for (size_t k = 0; k < c->said[i].nprices; k++) {
			const char *one = c->said[i].prices[k].currency;
			size_t n = 0;

			while (n < count && strcmp(currencies[n], one) != 0)
				n++;
			if (n < count)
				continue;
			currencies = arena_grow(c->arena, currencies, count,
			    sizeof(*currencies));
			currencies[count++] = one;
		}
	*out = currencies;
	return count;
}

static double
gb_of(const struct compare_drive *d)
{
	return d->capacity_bytes == 0 ? NAN : (double)d->capacity_bytes / 1e9;
}

/* IOPS for one unit of the currency. */
static double
iops_per(const struct priced *p, const struct compare_setting *s,
    int64_t block, int64_t mix)
{
	const struct compare_point *point = s == NULL ? NULL :
	    compare_find(p->drive, s, block, mix, "all");

	return point == NULL ? NAN : point->values[COMPARE_IOPS] /
	    p->price->amount;
}

static void
add_row(const struct compare *c, struct sheet *sheet, const struct priced *p,
    double least, const struct compare_setting *s, int64_t block,
    struct cells_notes *notes)
{
	struct sheet_cell *cells = sheet_add(c->arena, sheet);
	const struct published_price *price = p->price;

	cells_text(&cells[0], p->drive->label);
	cells[0].raw = p->drive->name;
	cells[1].text = lang_number(c->arena, c->lang, price->amount, 2);
	cells[1].raw = cells_raw(c, price->amount);
	if (price->note != NULL)
		cells[1].text = arena_printf(c->arena, "%s%s", cells[1].text,
		    cells_note(c, notes, price->note));
	cells_number(c, &cells[2], 100 * price->amount / least, 1);
	cells_number(c, &cells[3], price->amount / gb_of(p->drive), 1);
	cells_number(c, &cells[4], iops_per(p, s, block, 100), 1);
	cells_number(c, &cells[5], iops_per(p, s, block, 0), 1);
	cells_text(&cells[6], price->date);
	cells_text(&cells[7], price->source);
}

struct sheet *
compare_sheet_prices(const struct compare *c, const struct compare_setting *s,
    int64_t block)
{
	struct sheet *sheet = sheet_of_columns(c->arena, "prices", 8);
	struct cells_notes notes = {0};
	const char **currencies;
	size_t count = find_currencies(c, &currencies);

	sheet->groups_raw = "currency";
	cells_column(c, sheet, 0, "compare.column.drive", "drive", SHEET_TEXT);
	cells_column(c, sheet, 1, "compare.column.price", "price",
	    SHEET_NUMBER);
	cells_column(c, sheet, 2, "compare.column.of-cheapest",
	    "percent_of_cheapest", SHEET_NUMBER);
	cells_column(c, sheet, 3, "compare.column.per-gb", "price_per_gb",
	    SHEET_NUMBER);
	cells_column(c, sheet, 4, "compare.column.reads-per", "reads_per_unit",
	    SHEET_NUMBER);
	cells_column(c, sheet, 5, "compare.column.writes-per",
	    "writes_per_unit", SHEET_NUMBER);
	cells_column(c, sheet, 6, "compare.column.date", "date", SHEET_TEXT);
	cells_column(c, sheet, 7, "compare.column.source", "source",
	    SHEET_TEXT);
	for (size_t i = 0; i < count; i++) {
		struct prices p = find_prices(c, currencies[i]);
		double least = INFINITY;

		if (p.count == 0)
			continue;
		sheet_add_group(c->arena, sheet, currencies[i],
		    currencies[i]);
		for (size_t k = 0; k < p.count; k++)
			least = fmin(least, p.items[k].price->amount);
		for (size_t k = 0; k < p.count; k++)
			add_row(c, sheet, &p.items[k], least, s, block,
			    &notes);
	}
	const char *first = lang_text(c->lang, "compare.note.prices");
	if (s != NULL)
		first = arena_printf(c->arena, "%s. IOPS: %s, %s", first,
		    compare_block(c, block), compare_setting_words(c, s));
	sheet->note = cells_notes_words(c, first, &notes);
	return sheet->nrows == 0 ? NULL : sheet;
}

/* "Drive, 2017-05-01" where it has several prices. */
static const char *
bar_name(const struct compare *c, const struct prices *p, size_t index)
{
	const struct priced *one = &p->items[index];

	for (size_t i = 0; i < p->count; i++)
		if (i != index && p->items[i].drive == one->drive)
			return arena_printf(c->arena, "%s, %s",
			    one->drive->label, one->price->date);
	return one->drive->label;
}

static struct hbar_group
make_group(const struct compare *c, const struct prices *p,
    const struct compare_setting *s, int64_t block, int64_t mix)
{
	struct hbar *bars = arena_array(c->arena, p->count + 1,
	    sizeof(*bars));
	size_t count = 0;

	for (size_t i = 0; i < p->count; i++) {
		double value = iops_per(&p->items[i], s, block, mix);

		if (!(value > 0))
			continue;
		bars[count] = charts_bar(p->items[i].drive, value, false);
		bars[count++].name = bar_name(c, p, i);
	}
	return charts_group(charts_load(c, block, mix), COMPARE_IOPS, count,
	    bars);
}

struct compare_figures
compare_prices(const struct compare *c, const struct compare_setting *s,
    int64_t block)
{
	const char **currencies;
	size_t ncurrencies = find_currencies(c, &currencies);
	struct compare_figures out = {0};

	for (size_t i = 0; s != NULL && i < ncurrencies; i++) {
		struct prices p = find_prices(c, currencies[i]);
		struct hbar_group *groups = arena_array(c->arena, 2,
		    sizeof(*groups));
		size_t count = 0;

		for (int64_t mix = 100; mix >= 0; mix -= 100) {
			groups[count] = make_group(c, &p, s, block, mix);
			count += groups[count].nbars > 0;
		}
		charts_append(c, &out, charts_bars(c, arena_printf(c->arena,
		    "bars-price-%s", currencies[i]), (struct hbars){
			.title = lang_fill(c->arena, c->lang,
			    "compare.figure.bars-price", "currency",
			    currencies[i], NULL),
			.subtitle = charts_subtitle(c, lang_sentences(
			    c->arena, c->lang, compare_setting_words(c, s),
			    lang_text(c->lang, "compare.figure.bars-how")), 0),
			.unit = arena_printf(c->arena, "IOPS/%s",
			    currencies[i]),
			.ngroups = count, .groups = groups,
		}));
	}
	return out;
}
