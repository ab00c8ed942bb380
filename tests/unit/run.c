/* SPDX-License-Identifier: BSD-2-Clause */
/* run.xml loads as exactly what was saved, whatever bytes the texts held, and
 * a damaged one is refused with its line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "model/run.h"
#include "tests/unit/expect.h"

#define UUID "00112233-4455-6677-8899-aabbccddeeff"

static char dir[] = "/tmp/run-XXXXXX";

/* Texts as drives, files and people give them, and what is kept of them. */
static const struct {
	const char *bytes, *kept;
} texts[] = {
	{"plain", "plain"},
	{"<a href=\"x\">&amp; 'q' ]]> &lt; &#65; <!--", NULL},	/* all of it */
	{"\xd0\x9f\xd0\xbb\xd0\xb0\xd1\x82\xd0\xbe \xe9\xab\x98\xe5\x8e\x9f "
	    "\xf0\x9f\x98\x80", NULL},
	{"a\tb\nc\rd", "a b c d"},
	{"bell\x07 escape\x1b[31m del\x7f", "bell? escape?[31m del?"},
	{"c1 \xc2\x9b" "31m", "c1 ??31m"},	/* CSI in one character */
	{"lone \x80 byte, cut \xe9\xab", "lone ? byte, cut ??"},
	{"long \xc0\xaf form", "long ?? form"},		/* '/' in two bytes */
	{"half \xed\xa0\x80 pair", "half ??? pair"},
	{"none \xef\xbf\xbf in XML", "none ??? in XML"},
	{"beyond \xf4\x90\x80\x80", "beyond ????"},
	{"\xff\xfe", "??"},
};

static const char *
kept(size_t i)
{
	return texts[i].kept == NULL ? texts[i].bytes : texts[i].kept;
}

static struct run_step steps[] = {
	{.number = 1, .round = 1, .status = RUN_DONE, .begin_ns = 1,
	    .end_ns = 1000000001, .drain_ns = 17, .issued = 12345,
	    .completed = 12344, .errors = 1, .cpu_user_s = 0.1,
	    .cpu_sys_s = 1.0 / 3, .io_user_s = 0.05, .io_sys_s = 1.0 / 7},
	{.number = 2, .round = 1, .status = RUN_INTERRUPTED,
	    .begin_ns = UINT64_MAX - 1, .end_ns = UINT64_MAX,
	    .issued = UINT64_MAX},
};

static struct run_gap gaps[] = {
	{"log-stall", 2, 5, 6},
	{"resumed", 0, UINT64_MAX - 1, UINT64_MAX},
};

static struct run_part parts[] = {
	{"raw/02-iops.iolog", 14, 1234, 56},
	{"raw/02-iops.part-2.iolog", 0, 0, UINT64_MAX},
};

static struct run_stage stages[] = {
	{.number = 1, .kind = "purge", .id = "purge", .status = RUN_SKIPPED,
	    .note = "the target cannot discard"},
	{.number = 2, .kind = "test", .id = "iops", .status = RUN_RUNNING,
	    .log = "raw/02-iops.part-3.iolog", .begin_ns = 7, .end_ns = 8,
	    .issued = 3, .logged = 2, .errors = 1,
	    .bytes_written = UINT64_MAX, .bytes_read = 4096,
	    .steady_round = 5, .nsteps = COUNT(steps), .steps = steps,
	    .nparts = COUNT(parts), .parts = parts,
	    .ngaps = COUNT(gaps), .gaps = gaps},
};

static struct run
sample(void)
{
	return (struct run){
		.tool = "plateau 0.1.0", .uuid = UUID, .plan = "demo",
		.title = "Demonstration", .specification = "SNIA PTS-E 2.0.2",
		.engine = "aio", .simulated = true, .command = "plateau run",
		.seed = UINT64_MAX, .scale = 1.0 / 3, .status = RUN_RUNNING,
		.started_ns = UINT64_C(1796032704123456789),
		.nstages = COUNT(stages), .stages = stages,
	};
}

static void
check_steps(const struct run_stage *stage)
{
	if (stage->nsteps != COUNT(steps)) {
		fail("steps", "not all there");
		return;
	}
	for (size_t i = 0; i < COUNT(steps); i++) {
		const struct run_step *s = &stage->steps[i];

		if (s->number != steps[i].number ||
		    s->round != steps[i].round ||
		    s->status != steps[i].status ||
		    !factors_equal(&s->factors, &steps[i].factors) ||
		    s->begin_ns != steps[i].begin_ns ||
		    s->end_ns != steps[i].end_ns ||
		    s->drain_ns != steps[i].drain_ns ||
		    s->issued != steps[i].issued ||
		    s->completed != steps[i].completed ||
		    s->errors != steps[i].errors ||
		    s->cpu_user_s != steps[i].cpu_user_s ||
		    s->cpu_sys_s != steps[i].cpu_sys_s ||
		    s->io_user_s != steps[i].io_user_s ||
		    s->io_sys_s != steps[i].io_sys_s)
			fail("step", "differs");
	}
}

static void
check_parts(const struct run_stage *stage)
{
	if (stage->nparts != COUNT(parts)) {
		fail("parts", "not all there");
		return;
	}
	for (size_t i = 0; i < COUNT(parts); i++) {
		expect("part", stage->parts[i].log, parts[i].log);
		if (stage->parts[i].last_step != parts[i].last_step ||
		    stage->parts[i].logged != parts[i].logged ||
		    stage->parts[i].repeated != parts[i].repeated)
			fail("part", "differs");
	}
}

static void
check_gaps(const struct run_stage *stage)
{
	if (stage->ngaps != COUNT(gaps)) {
		fail("gaps", "not all there");
		return;
	}
	for (size_t i = 0; i < COUNT(gaps); i++) {
		expect("gap", stage->gaps[i].why, gaps[i].why);
		if (stage->gaps[i].step != gaps[i].step ||
		    stage->gaps[i].begin_ns != gaps[i].begin_ns ||
		    stage->gaps[i].end_ns != gaps[i].end_ns)
			fail("gap", "differs");
	}
}

static void
check_stages(const struct run *run)
{
	if (run->nstages != COUNT(stages)) {
		fail("stages", "not all there");
		return;
	}
	for (size_t i = 0; i < COUNT(stages); i++) {
		const struct run_stage *s = &run->stages[i];

		expect("kind", s->kind, stages[i].kind);
		expect("id", s->id, stages[i].id);
		expect("log", s->log, stages[i].log);
		expect("note", s->note, stages[i].note);
		if (s->number != stages[i].number ||
		    s->status != stages[i].status ||
		    s->begin_ns != stages[i].begin_ns ||
		    s->end_ns != stages[i].end_ns ||
		    s->issued != stages[i].issued ||
		    s->logged != stages[i].logged ||
		    s->errors != stages[i].errors ||
		    s->bytes_written != stages[i].bytes_written ||
		    s->bytes_read != stages[i].bytes_read ||
		    s->steady_round != stages[i].steady_round)
			fail("stage", s->id);
	}
	check_steps(&run->stages[1]);
	check_parts(&run->stages[1]);
	check_gaps(&run->stages[1]);
}

static void
check_round_trip(struct arena *a)
{
	struct run run = sample(), *again = NULL;

	if (run_save(&run, dir) == 0)
		again = run_load(a, dir);
	if (again == NULL) {
		fail("not loaded again", "sample");
		return;
	}
	expect("tool", again->tool, run.tool);
	expect("uuid", again->uuid, run.uuid);
	expect("plan", again->plan, run.plan);
	expect("title", again->title, run.title);
	expect("specification", again->specification, run.specification);
	expect("engine", again->engine, run.engine);
	expect("command", again->command, run.command);
	if (!again->simulated || again->seed != run.seed ||
	    again->scale != run.scale || again->status != run.status ||
	    again->started_ns != run.started_ns || again->finished_ns != 0 ||
	    again->device.count + again->host.count +
	    again->conditions.count != 0)
		fail("run", "differs");
	check_stages(again);
}

/* A run that knows next to nothing must load too. */
static void
check_empty(struct arena *a)
{
	struct run run = {.uuid = UUID, .plan = "p"}, *again = NULL;

	if (run_save(&run, dir) == 0)
		again = run_load(a, dir);
	if (again == NULL) {
		fail("not loaded again", "an empty run");
		return;
	}
	expect("tool", again->tool, "unknown");
	expect("engine", again->engine, "unknown");
	expect("title", again->title, NULL);
	expect("command", again->command, NULL);
}

static void
check_texts(struct arena *a)
{
	struct run run = sample(), *again;

	for (size_t i = 0; i < COUNT(texts); i++) {
		run.command = run.title = texts[i].bytes;
		facts_setf(a, &run.device, arena_printf(a, "fact-%zu", i),
		    "  %s \n", texts[i].bytes);
		again = NULL;
		if (run_save(&run, dir) == 0)
			again = run_load(a, dir);
		if (again == NULL) {
			fail("not loaded again", texts[i].bytes);
			continue;
		}
		expect("command", again->command, kept(i));
		expect("title", again->title, kept(i));
		for (size_t j = 0; j <= i; j++)
			expect("fact", facts_get(&again->device,
			    arena_printf(a, "fact-%zu", j)), kept(j));
	}
}

/* Longer than any text may be: cut off, at the end of a character. */
static void
check_long_text(struct arena *a)
{
	struct run run = sample(), *again = NULL;
	const size_t length = 70001;
	char *text = arena_alloc(a, length + 1);

	for (size_t i = 0; i + 1 < length; i += 2)
		memcpy(text + i, "\xd0\x9f", 2);
	text[length - 1] = 'x';
	run.command = text;
	if (run_save(&run, dir) == 0)
		again = run_load(a, dir);
	if (again == NULL || strlen(again->command) != 65534 ||
	    strncmp(again->command, text, 65534) != 0)
		fail("long text", "not cut off at 65534 bytes");
}

static void
check_names(struct arena *a)
{
	struct run run = sample(), *again = NULL;
	struct run_stage stage = {.number = 1, .kind = "idle",
	    .id = "../etc/\xd0\x9f"};

	run.nstages = 1;
	run.stages = &stage;
	if (run_save(&run, dir) == 0)
		again = run_load(a, dir);
	expect("id", again == NULL ? NULL : again->stages[0].id,
	    "x._etc___");
}

static void
check_facts(struct arena *a)
{
	struct facts facts = {0};

	facts_set(a, &facts, "model", "  A drive\n");
	facts_set(a, &facts, "serial", " \t\n");	/* unknown */
	facts_set(a, &facts, "firmware", NULL);
	facts_set(a, &facts, "vendor", "x");
	facts_set(a, &facts, "vendor", "y");
	facts_set(a, &facts, "vendor", "");		/* keeps what it has */
	facts_setf(a, &facts, "capacity_bytes", "%d", 512);
	expect("model", facts_get(&facts, "model"), "A drive");
	expect("serial", facts_get(&facts, "serial"), NULL);
	expect("firmware", facts_get(&facts, "firmware"), NULL);
	expect("vendor", facts_get(&facts, "vendor"), "y");
	expect("capacity", facts_get(&facts, "capacity_bytes"), "512");
	if (facts.count != 3)
		fail("facts", "not three");
}

#define RUN "<run xmlns='urn:plateau:run:1' uuid='" UUID "' plan='p' " \
	"status='done' simulated='no'>"

static void
check_damaged(struct arena *a)
{
	static const struct {
		const char *text;
		bool good;
	} files[] = {
		{RUN "</run>", true},
		{RUN "<stage number='1' kind='test' id='a' status='done'>"
		    "<gap why='x'/><step number='1' round='1' status='done' "
		    "begin_ns='0' end_ns='0' drain_ns='0' issued='0' "
		    "completed='0' errors='0'/>"
		    "</stage><host/></run>", true},
		{RUN "<stage number='1' kind='test' id='a' status='done'>"
		    "<part log='raw/a' last_step='1' logged='0' repeated='0'/>"
		    "</stage></run>", true},
		{RUN "<stage number='1' kind='test' id='a' status='done'>"
		    "<part log='../a' last_step='1' logged='0' repeated='0'/>"
		    "</stage></run>", false},
		{"", false},
		{RUN, false},				/* cut off */
		{RUN "<stage/></run>", false},
		{RUN "<host/><host/></run>", false},
		{RUN "<host><fact name='a' value=''/></host></run>", false},
		{RUN "<host><fact name='a'/></host></run>", false},
		{RUN "<host><fact name='a' value='1'/>"
		    "<fact name='a' value='2'/></host></run>", false},
		{RUN "<host><fact name='a b' value='1'/></host></run>", false},
		{RUN "<stage number='1' kind='test' id='a' status='done' "
		    "log='/etc/passwd'/></run>", false},
		{RUN "<stage number='1' kind='test' id='a' status='done' "
		    "log='raw/../../x'/></run>", false},
		{RUN "<stage number='1' kind='test' id='a/b' status='done'/>"
		    "</run>", false},
		{RUN "<stage number='1' kind='wash' id='a' status='done'/>"
		    "</run>", false},
		{RUN "<stage number='1' kind='test' id='a' status='done'>"
		    "<step number='0' round='1' status='done' begin_ns='0' "
		    "end_ns='0' drain_ns='0' issued='0' completed='0' "
		    "errors='0'/></stage></run>",
		    false},
		{RUN "<stage number='1' kind='test' id='a' status='done' "
		    "issued='18446744073709551616'/></run>", false},
		{RUN "<stage number='4294967296' kind='test' id='a' "
		    "status='done'/></run>", false},
		{"<run xmlns='urn:plateau:run:1' uuid='1' plan='p' "
		    "status='done' simulated='no'/>", false},
		{"<run xmlns='urn:plateau:run:1' plan='p' status='done' "
		    "simulated='no'/>", false},
		{"<run xmlns='urn:plateau:run:1' uuid='" UUID "' plan='p' "
		    "status='done' simulated='no' started='noon'/>", false},
		{"<run xmlns='urn:plateau:run:1' uuid='" UUID "' plan='p' "
		    "status='over' simulated='perhaps'/>", false},
	};
	const char *path = arena_printf(a, "%s/run.xml", dir);

	for (size_t i = 0; i < COUNT(files); i++) {
		file_replace_bytes(path, files[i].text, strlen(files[i].text));
		if ((run_load(a, dir) != NULL) != files[i].good)
			fail("wrongly judged", files[i].text);
	}
	if (run_load(a, arena_printf(a, "%s/none", dir)) != NULL)
		fail("loaded", "a folder that does not exist");
}

int
main(void)
{
	struct arena *a = arena_new();

	if (mkdtemp(dir) == NULL) {
		printf("mkdtemp: no temporary folder\n");
		return 1;
	}
	for (size_t i = 0; i < COUNT(steps); i++) {
		steps[i].factors = factor_defaults();
		steps[i].factors.value[FACTOR_MIX] = 65;
		steps[i].factors.value[FACTOR_REGION] = 1250 + (int64_t)i;
	}
	check_round_trip(a);
	check_empty(a);
	check_texts(a);
	check_long_text(a);
	check_names(a);
	check_facts(a);
	check_damaged(a);
	unlink(arena_printf(a, "%s/run.xml", dir));
	rmdir(dir);
	arena_free(a);
	return failures != 0;
}
