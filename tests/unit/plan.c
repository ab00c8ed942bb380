/* SPDX-License-Identifier: BSD-2-Clause */
/* Good plans load as what they say and save as the same; bad ones are refused
 * with every mistake and its line; and the grammar agrees. */
#include <fcntl.h>
#include <libxml/relaxng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "model/plan.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define PLAN "<plan xmlns='urn:plateau:plan:1' name='t'>\n"

enum verdict {
	GOOD,		/* for us and for the grammar */
	BAD,		/* for both */
	BAD_FOR_US	/* beyond what a grammar can tell */
};

struct plan_case {
	const char *text;
	enum verdict verdict;
	const char *messages;	/* each "LINE: message\n"; '*': libxml2's words */
};

/* On line 2 of a plan. */
static const struct plan_case bodies[] = {
	/* What may be left out, and where. */
	{"<purge/>", GOOD, ""},
	{"<idle duration='1h30m'/>", GOOD, ""},
	{"<test id='a'/>", GOOD, ""},
	{"<fill/><fill/><purge/><fill/>", GOOD, ""},	/* unnamed may repeat */
	{"<!-- c --><?pi?><fill > <!-- c --> </fill>", GOOD, ""},
	{"<test id='a' rounds='3'>\n"
	    "<steady window='2'><track mix='100/0'/></steady>\n"
	    "<loop factor='block' values=' 4k\n 8KiB '/>"
	    "</test>", BAD_FOR_US,
	    "3: the track (mix=100/0) does not say which block; one point of "
	    "the loops is expected\n"},
	{"<test id='a' rounds='3'>\n"
	    "<steady window='2'><track mix='100/0' block='8k'/></steady>\n"
	    "<loop factor='block' values=' 4k\n 8KiB '/>"
	    "</test>", GOOD, ""},
	{"<test id='a' rounds='2' mix='65/35'><loop factor='depth' values='4'/>"
	    "<steady window='2'><track mix='65/35'/></steady></test>", GOOD,
	    ""},	/* a constant may be named, a loop of one value left out */
	{"<test id='a' rounds='3'>"
	    "<phase id='p' mix='0/100' duration='5m'/>"
	    "<phase repeat='360' pause='5s'><loop factor='depth' "
	    "values='4 2'/></phase>"
	    "<steady window='2'><track mix='0/100'/></steady></test>", GOOD,
	    ""},	/* one step of a round is a write */
	{"<test id='a' record='60s' duration='6h' amount='400%'>"
	    "<steady every='31'><track/></steady></test>", GOOD, ""},
	{"<provision/><purge/><provision capacity='80%' method='region'/>",
	    GOOD, ""},
	{"<provision capacity='900GB' method='nvme-namespace'/>", GOOD, ""},
	{"<provision capacity='100.5%'/>", BAD_FOR_US, "2: <provision> "
	    "capacity is more than the drive has; up to 100% is expected\n"},
	{"<provision method='discard'/>", BAD, "2: <provision> "
	    "method=\"discard\": auto, region, ata-max-address, "
	    "sg-resize, nvme-namespace or msecli is expected\n"},
	{"<fill amount='200%' region='75%'/><fill amount='30GiB'/>", GOOD,
	    ""},
	{"<test id='a' region='30GiB' pattern='zoned:50/5:30/15:20/80' "
	    "block='512/4:4k/96'/>", GOOD, ""},
	{"<test id='a' pattern='sequential-shared'>"
	    "<loop factor='block' values='4k 4k/50:8k/50'/>"
	    "<loop factor='pause' values='0s 1m30s'/>"
	    "<loop factor='region' values='50% 1GB'/></test>", GOOD, ""},
	{"<test id='a'><loop factor='depth' values='1 2'/></test>"
	    "<test id='b'><choose test='a' pick='mid' within='5ms' "
	    "mix='100/0'/></test>", GOOD, ""},
	{"<include plan='demo' set='threads=4 fill.region=75%'/>", GOOD, ""},

	/* Phases. */
	{"<test id='a'><loop factor='depth' values='1'/><phase/></test>", BAD,
	    "2: a loop beside phases; it is expected in one of them\n"},
	{"<test id='a'><phase id='p'/><phase/><phase id='p'/></test>",
	    BAD_FOR_US,
	    "2: two phases have the id p; another id is expected\n"},
	{"<test id='a'><phase mix='0/100'><loop factor='mix' values='0/100'/>"
	    "</phase></test>", BAD_FOR_US,
	    "2: <phase> has mix too; either the attribute or the loop is "
	    "expected\n"},
	{"<test id='a' rounds='5'><phase repeat='2'/>"
	    "<steady><track mix='100/0'/></steady></test>", BAD_FOR_US,
	    "2: the track (mix=100/0) is at 2 steps of a round; one is "
	    "expected\n"},
	{"<test id='a'><phase repeat='100000'/><phase/></test>", BAD_FOR_US,
	    "2: the phases have more than 100000 points; fewer are "
	    "expected\n"},

	/* Records. */
	{"<test id='a'><steady every='3' window='2'><track/></steady></test>",
	    BAD_FOR_US, "2: <steady> has every, but the test has no record; "
	    "record is expected\n"},
	{"<test id='a' record='1s' rounds='2'><steady every='3' window='2'>"
	    "<track/></steady></test>", BAD_FOR_US,
	    "2: <steady> has every, but the test has more than one step; one "
	    "is expected\n"},
	{"<test id='a' record='1s'><steady every='3' sample='4' window='2'>"
	    "<track/></steady></test>", BAD_FOR_US,
	    "2: <steady> sample=4 is behind the 3 records of every; a number "
	    "up to that is expected\n"},
	{"<test id='a' record='1s' duration='7s'><steady every='3' window='3'>"
	    "<track/></steady></test>", BAD_FOR_US,
	    "2: the steady window of 3 rounds is longer than the test, whose "
	    "records make 2; a window of at most that is expected\n"},
	{"<test id='a' rounds='5'><steady sample='1'><track/></steady></test>",
	    BAD_FOR_US, "2: <steady> has sample without every; both or none "
	    "are expected\n"},
	{"<test id='a' record='1ms' duration='30d'/>", BAD_FOR_US,
	    "2: the step has more than 1000000 records; fewer are "
	    "expected\n"},

	/* Amounts, mixtures, zones. */
	{"<fill passes='2' amount='200%'/>", BAD, "2: <fill> has passes and "
	    "amount; one of them is expected\n"},
	{"<fill amount='0%'/>", BAD_FOR_US, "2: <fill> amount=\"0%\": a "
	    "percentage of the capacity above 0% and up to 100000% is "
	    "expected\n"},
	{"<fill amount='much'/>", BAD, "2: <fill> amount=\"much\": a "
	    "percentage of the capacity, a size or a number of I/Os is "
	    "expected, such as 400%, 30GiB or 5000io\n"},
	{"<test id='a' amount='5000io'/><fill amount='1io'/>", GOOD, ""},
	{"<test id='a' amount='0io'/>", BAD_FOR_US, "2: <test> amount=\"0io\""
	    ": a whole number of I/Os is expected, such as 5000io\n"},
	{"<provision capacity='5000io'/>", BAD_FOR_US, "2: <provision> "
	    "capacity is a number of I/Os; a percentage or a size is "
	    "expected\n"},
	{"<test id='a' block='4k/50:8k/51'/>", BAD_FOR_US, "2: <test> "
	    "block=\"4k/50:8k/51\": the shares do not add up to 100\n"},
	{"<test id='a' block='4k/'/>", BAD, "2: <test> block=\"4k/\": pairs "
	    "such as 4k/70:64k/30 are expected\n"},
	{"<test id='a' block='4kB/100'/>", BAD,
	    "2: <test> block=\"4kB/100\": kB, MB, GB and TB are powers of "
	    "1000: 4kB is 4000 bytes, which no drive has as a block; 4k or "
	    "4KiB is 4096\n"},
	{"<test id='a' pattern='zoned:50/5:50/90'/>", BAD_FOR_US, "2: <test> "
	    "pattern=\"zoned:50/5:50/90\": the zones do not add up to "
	    "100\n"},

	/* Choices and inclusions. */
	{"<test id='b'><choose test='b' pick='max'/></test>", BAD_FOR_US,
	    "2: <choose> test=\"b\": the id of an earlier test is "
	    "expected\n"},
	{"<test id='a'/><test id='b'><choose test='a' pick='max' mix='0/100'/>"
	    "</test>", BAD_FOR_US, "2: <choose> is at a point that test a "
	    "never visits; another one is expected\n"},
	{"<include plan='none-such'/>", BAD_FOR_US,
	    "2: <include> plan=\"none-such\": the name of a plan that comes "
	    "with the program, without mistakes, is expected\n"},
	{"<include plan='../plan'/>", BAD,
	    "2: <include> plan=\"../plan\": a name is expected: letters, "
	    "digits, '-', '.' and '_', at most 64\n"},
	{"<include plan='demo'/><include plan='demo'/>", BAD_FOR_US,
	    "2: two stages have the id iops; another id is expected\n"},

	/* Wrong names. */
	{"<filll/>", BAD,
	    "2: <filll> is not known in <plan>; <purge>, "
	    "<provision>, <fill>, <test>, <idle> or <include> is expected\n"},
	{"<fill block='4k' blok='4k'/>", BAD,
	    "2: <fill> has no attribute blok; it may have id, title, passes, "
	    "amount, block, threads, depth, region, compressible\n"},
	{"<fill mix='0/100'/>", BAD,
	    "2: <fill> has no attribute mix; it may have id, title, passes, "
	    "amount, block, threads, depth, region, compressible\n"},
	{"<fill x:block='4k' xmlns:x='urn:x'/>", BAD,
	    "2: <fill> has no attribute block; it may have id, title, passes, "
	    "amount, block, threads, depth, region, compressible\n"},
	{"<x:fill xmlns:x='urn:x'/>", BAD,
	    "2: <fill> is not known in <plan>; <purge>, "
	    "<provision>, <fill>, <test>, <idle> or <include> is expected\n"},
	{"<fill><fill/></fill>", BAD,
	    "2: <fill> is not expected: <fill> is empty\n"},
	{"<fill>4k</fill>", BAD,
	    "2: <fill> holds the text \"4k\"; only attributes are expected\n"},
	{"<fill/>and<fill/>", BAD,
	    "1: <plan> holds the text \"and\"; only elements are expected\n"},
	{"<![CDATA[x]]><fill/>", BAD,
	    "1: <plan> holds the text \"x\"; only elements are expected\n"},
	{"<test id='a'><loop factor='blok' values='4k'/></test>", BAD,
	    "2: <loop> factor=\"blok\": one of mix, block, threads, depth, "
	    "pattern, region, compressible, rate, arrival, pause is expected\n"},
	{"<purge method='secure'/>", BAD,
	    "2: <purge> method=\"secure\": auto, none, discard, nvme-format, "
	    "nvme-sanitize, ata-secure-erase or sg-format is expected\n"},

	/* Missing and doubled. */
	{"<test/>", BAD, "2: <test> lacks the attribute id\n"},
	{"<idle/>", BAD, "2: <idle> lacks the attribute duration\n"},
	{"<test id='a'><loop/></test>", BAD,
	    "2: <loop> lacks the attribute factor\n"
	    "2: <loop> lacks the attribute values\n"},
	{"<fill block='4k'\n block='8k'/>", BAD,
	    "3: *"},
	{"<test id='a' rounds='9'><steady><track/></steady>"
	    "<steady><track/></steady></test>", BAD,
	    "2: a second <steady>; at most one is expected in <test>\n"},
	{"<test id='a' rounds='9'><steady/></test>", BAD,
	    "2: <steady> lacks the element <track>\n"},

	/* Wrong values. */
	{"<fill block='4kB'/>", BAD,
	    "2: <fill> block=\"4kB\": kB, MB, GB and TB are powers of 1000: "
	    "4kB is 4000 bytes, which no drive has as a block; 4k or 4KiB is "
	    "4096\n"},
	{"<test id='a'><loop factor='block' values='4k 4kB'/></test>", BAD,
	    "2: <loop> values: 4kB: kB, MB, GB and TB are powers of 1000: 4kB "
	    "is 4000 bytes, which no drive has as a block; 4k or 4KiB is "
	    "4096\n"},
	{"<test id='a'><loop factor='block' values=''/></test>", BAD,
	    "2: <loop> values=\"\": a text is expected; leave the attribute "
	    "out instead\n"},
	{"<test id='a'><loop factor='block' values='  '/></test>", BAD,
	    "2: the loop over block is empty; values are expected\n"},
	{"<test id='a'><loop factor='mix' values='65/36 65'/></test>",
	    BAD,
	    "2: <loop> values: 65/36: a mix is reads/writes in percent, such "
	    "as 65/35, and adds up to 100\n"
	    "2: <loop> values: 65: a mix is reads/writes in percent, such as "
	    "65/35, and adds up to 100\n"},
	{"<test id='a' duration='60'/>", BAD,
	    "2: <test> duration=\"60\": a time needs a unit: d, h, m, s, ms, "
	    "us or ns, such as 35s\n"},
	{"<test id='a' duration='0s'/>", BAD_FOR_US,
	    "2: <test> duration=\"0s\": a time from 1ms to 30d is expected\n"},
	{"<test id='a' ramp='31d'/>", BAD_FOR_US,
	    "2: <test> ramp=\"31d\": a time from 0s to 30d is expected\n"},
	{"<test id='a' rounds='0'/>", BAD,
	    "2: <test> rounds=\"0\": a whole number from 1 to 10000 is "
	    "expected\n"},
	{"<test id='a' rounds='10001'/>", BAD_FOR_US,
	    "2: <test> rounds=\"10001\": a whole number from 1 to 10000 is "
	    "expected\n"},
	{"<test id='a' rounds='many'/>", BAD,
	    "2: <test> rounds=\"many\": a whole number from 1 to 10000 is "
	    "expected\n"},
	{"<test id='a' threads='0'/>", BAD,
	    "2: <test> threads=\"0\": threads are from 1 to 1024\n"},
	{"<test id='a' region='0%'/>", BAD_FOR_US,
	    "2: <test> region=\"0%\": a region is from 0.01% to 100%, or "
	    "from 1MiB\n"},
	{"<test id='a' compressible='20'/>", BAD,
	    "2: <test> compressible=\"20\": a percentage is expected, such as "
	    "20%, from 0% to 100%\n"},
	{"<test id='../a'/>", BAD,
	    "2: <test> id=\"../a\": a name is expected: letters, digits, '-', "
	    "'.' and '_', at most 64\n"},
	{"<test id='.a'/>", BAD,
	    "2: <test> id=\".a\": a name is expected: letters, digits, '-', "
	    "'.' and '_', at most 64\n"},
	{"<test id='a' title='two&#10;lines'/>", BAD_FOR_US,
	    "2: <test> title=\"two?lines\": one line of text without control "
	    "characters is expected\n"},
	{"<fill passes='0'/>", BAD_FOR_US,
	    "2: <fill> passes=\"0\": a number from 0.000000001 to 1000 is "
	    "expected\n"},
	{"<fill passes='two'/>", BAD,
	    "2: <fill> passes=\"two\": a number is expected, such as 1.5\n"},
	{"<test id='a' rounds='9'><steady window='1'><track/></steady></test>",
	    BAD_FOR_US, "2: <steady> window=\"1\": a whole number from 2 to "
	    "10000 is expected\n"},
	{"<test id='a' rounds='9'><steady range='20'><track/></steady></test>",
	    BAD, "2: <steady> range=\"20\": a percentage is expected, such as "
	    "20%, from 0% to 100%\n"},
	{"<test id='a' rounds='9'><steady><track metric='speed'/></steady>"
	    "</test>", BAD, "2: <track> metric=\"speed\": iops, mb_s or "
	    "lat_mean is expected\n"},

	/* Each right alone, but not together. */
	{"<test id='a'/>\n<test id='a'/>", BAD_FOR_US,
	    "3: two stages have the id a; another id is expected\n"},
	{"<fill/>\n<test id='fill'/>", BAD_FOR_US,
	    "3: two stages have the id fill; another id is expected\n"},
	{"<fill id='a'/>\n<fill id='a'/>", BAD_FOR_US,
	    "3: two stages have the id a; another id is expected\n"},
	{"<test id='a'>\n<loop factor='mix' values='100/0'/>\n"
	    "<loop factor='mix' values='0/100'/></test>", BAD_FOR_US,
	    "4: a second loop over mix; one is expected, with all values\n"},
	{"<test id='a'><loop factor='block' values='4k 8k 4KiB'/></test>",
	    BAD_FOR_US,
	    "2: the loop over block has 4KiB twice; once is expected\n"},
	{"<test id='a' mix='0/100'><loop factor='mix' values='100/0'/></test>",
	    BAD_FOR_US, "2: <test> has mix too; either the attribute or the "
	    "loop is expected\n"},
	{"<test id='a' rounds='3'>\n<steady>\n<track/></steady></test>",
	    BAD_FOR_US, "3: the steady window of 5 rounds is longer than the "
	    "test, rounds=3; a window of at most that is expected\n"},
	{"<test id='a' rounds='5'><loop factor='mix' values='100/0 0/100'/>\n"
	    "<steady>\n<track mix='65/35'/></steady></test>", BAD_FOR_US,
	    "4: the track (mix=65/35) is at mix=65/35, which the loop never "
	    "visits; one of its values is expected\n"},
	{"<test id='a' rounds='5' block='8k'>"
	    "<steady>\n<track block='4k'/></steady></test>", BAD_FOR_US,
	    "3: the track (block=4KiB) is at block=4KiB, but no loop is over "
	    "block and the test has another one\n"},
	{"<test id='a' rounds='10000'>"
	    "<loop factor='depth' values='1 2 3 4 5 6 7 8 9 10 11 12'/>"
	    "<loop factor='threads' values='1 2 3 4 5 6 7 8 9 10 11 12'/>"
	    "</test>", BAD_FOR_US, "2: 144 points in 10000 rounds are more "
	    "than 1000000 steps; fewer are expected\n"},

	/* All mistakes, on their own lines; none that only follows. */
	{"<test\n"
	    "  id='a'\n"
	    "  rounds='none'\n"
	    "  colour='blue'\n"
	    "  duration='1 s'>\n"
	    "  <loop factor='block'\n"
	    "    values='4kB'/>\n"
	    "  <steady window='7'>\n"
	    "    <track block='4KiB' op='trim'/>\n"
	    "  </steady>\n"
	    "</test>", BAD,
	    "4: <test> rounds=\"none\": a whole number from 1 to 10000 is "
	    "expected\n"
	    "5: <test> has no attribute colour; it may have id, title, rounds, "
	    "duration, ramp, record, amount, mix, block, threads, depth, "
	    "pattern, region, compressible, rate, arrival, pause\n"
	    "6: <test> duration=\"1 s\": a time needs a unit: d, h, m, s, ms, "
	    "us or ns, such as 35s\n"
	    "8: <loop> values: 4kB: kB, MB, GB and TB are powers of 1000: 4kB "
	    "is 4000 bytes, which no drive has as a block; 4k or 4KiB is "
	    "4096\n"
	    "10: <track> op=\"trim\": read, write or all is expected\n"},
};

/* Whole documents. */
static const struct plan_case documents[] = {
	{PLAN "</plan>", BAD, "1: <plan> has no stage; <purge>, "
	    "<provision>, <fill>, <test>, <idle> or <include> is expected\n"},
	{"<plan xmlns='urn:plateau:plan:1'><fill/></plan>", BAD,
	    "1: <plan> lacks the attribute name\n"},
	{"<plan xmlns='urn:plateau:plan:1' name='t' scale='-1'><fill/></plan>",
	    BAD, "1: <plan> scale=\"-1\": a number from 0 is expected\n"},
	{"<plan xmlns='urn:plateau:plan:1' name='t' on-error='panic'><fill/>"
	    "</plan>", BAD,
	    "1: <plan> on-error=\"panic\": stop or go-on is expected\n"},

	/* No plan at all. */
	{"<plan name='t'><fill/></plan>", BAD,
	    "1: <plan xmlns=\"urn:plateau:plan:1\"> is expected\n"},
	{"<plan xmlns='urn:plateau:plan:2' name='t'><fill/></plan>", BAD,
	    "1: <plan xmlns=\"urn:plateau:plan:1\"> is expected\n"},
	{"<!-- -->\n<run xmlns='urn:plateau:plan:1'/>", BAD,
	    "2: <plan xmlns=\"urn:plateau:plan:1\"> is expected\n"},
	{PLAN "<fill>\n</plan>", BAD, "3: *"},
	{"<!DOCTYPE plan [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]>\n"
	    PLAN "<fill title='&b;'/></plan>", BAD,
	    "1: <!DOCTYPE plan> is not allowed; the document begins with its "
	    "element\n"},
	{"<!DOCTYPE plan SYSTEM 'http://127.0.0.1/plan.dtd'>\n"
	    PLAN "<fill/></plan>", BAD,
	    "1: <!DOCTYPE plan> is not allowed; the document begins with its "
	    "element\n"},
	{PLAN "<fill title='&who;'/></plan>", BAD, "2: *"},
	{PLAN "<fill title='\x01'/></plan>", BAD, "2: *"},
	{"<a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a>",
	    BAD, "1: <a> is nested too deeply: at most 16 levels are allowed\n"},
	{"<", BAD, "1: *"},
	{"<!-- no element -->", BAD, "1: *"},
};

static int failures;
static char dir[] = "/tmp/plan-XXXXXX";

static void
fail(const char *what, const char *text)
{
	printf("%s:\n%s\n", what, text);
	failures++;
}

/* Loads a plan and returns what was printed meanwhile, as "LINE: message". */
static char *
load(struct arena *a, const char *path, struct plan **plan_out)
{
	const char *log = arena_printf(a, "%s/messages", dir);
	int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int screen = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);

	fflush(stderr);
	dup2(fd, STDERR_FILENO);
	*plan_out = plan_load(a, path);
	fflush(stderr);
	dup2(screen, STDERR_FILENO);
	close(screen);
	close(fd);
	char *text = file_read(a, log, 1 << 20, NULL);
	if (text == NULL)
		return arena_strdup(a, "");
	char *prefix = arena_printf(a, "plateau: %s:", path);
	for (char *p; (p = strstr(text, prefix)) != NULL;)
		memmove(p, p + strlen(prefix), strlen(p + strlen(prefix)) + 1);
	return text;
}

static bool
is_expected(const char *messages, const char *wanted)
{
	size_t length = strcspn(wanted, "*");

	return wanted[length] == '*' ?
	    strncmp(messages, wanted, length) == 0 :
	    strcmp(messages, wanted) == 0;
}

static void
ignore(void *user, const char *format, ...)
{
	(void)user;
	(void)format;
}

static bool
grammar_accepts(xmlRelaxNG *grammar, const char *path)
{
	xmlDoc *doc = xmlReadFile(path, NULL, XML_PARSE_NONET |
	    XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
	xmlRelaxNGValidCtxt *valid = xmlRelaxNGNewValidCtxt(grammar);

	xmlRelaxNGSetValidErrors(valid, ignore, ignore, NULL);
	/* A DOCTYPE is not the grammar's business, but ours. */
	bool accepts = doc != NULL && doc->intSubset == NULL &&
	    xmlRelaxNGValidateDoc(valid, doc) == 0;
	xmlRelaxNGFreeValidCtxt(valid);
	xmlFreeDoc(doc);
	return accepts;
}

static void
check_case(struct arena *a, xmlRelaxNG *grammar, const struct plan_case *c,
    const char *text)
{
	const char *path = arena_printf(a, "%s/t.xml", dir);
	struct plan *plan;

	if (file_replace_bytes(path, text, strlen(text)) == -1) {
		fail("cannot write", path);
		return;
	}
	const char *messages = load(a, path, &plan);
	if ((plan != NULL) != (c->verdict == GOOD))
		fail("wrongly judged", text);
	if (!is_expected(messages, c->messages)) {
		fail("other messages", text);
		fail("they are", messages);
	}
	if (grammar_accepts(grammar, path) != (c->verdict != BAD))
		fail("the grammar differs", text);
}

/* ---------------------------------------------------------------- contents */

static bool
same_text(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool
same_steady(const struct plan_steady *a, const struct plan_steady *b)
{
	if (a->window != b->window || a->every != b->every ||
	    a->sample != b->sample || a->range_frac != b->range_frac ||
	    a->slope_frac != b->slope_frac || a->ntracks != b->ntracks)
		return false;
	for (size_t i = 0; i < a->ntracks; i++)
		if (!same_text(a->tracks[i].metric, b->tracks[i].metric) ||
		    !same_text(a->tracks[i].op, b->tracks[i].op) ||
		    a->tracks[i].fixed != b->tracks[i].fixed ||
		    !factors_equal(&a->tracks[i].at, &b->tracks[i].at))
			return false;
	return true;
}

static bool
same_loops(const struct plan_loop *a, size_t na, const struct plan_loop *b,
    size_t nb)
{
	if (na != nb)
		return false;
	for (size_t i = 0; i < na; i++)
		if (a[i].factor != b[i].factor ||
		    a[i].nvalues != b[i].nvalues ||
		    memcmp(a[i].values, b[i].values,
		    a[i].nvalues * sizeof(int64_t)) != 0)
			return false;
	return true;
}

static bool
same_phase(const struct plan_phase *a, const struct plan_phase *b)
{
	return same_text(a->id, b->id) && same_text(a->title, b->title) &&
	    a->given == b->given && factors_equal(&a->at, &b->at) &&
	    a->duration_ns == b->duration_ns && a->repeat == b->repeat &&
	    same_loops(a->loops, a->nloops, b->loops, b->nloops);
}

static bool
same_choice(const struct plan_choice *a, const struct plan_choice *b)
{
	return same_text(a->test, b->test) && same_text(a->pick, b->pick) &&
	    a->within_ns == b->within_ns && a->fixed == b->fixed &&
	    (a->test == NULL || factors_equal(&a->at, &b->at));
}

static bool
same_stage(const struct plan_stage *a, const struct plan_stage *b)
{
	if (a->kind != b->kind || a->number != b->number ||
	    !same_text(a->id, b->id) || !same_text(a->title, b->title) ||
	    !factors_equal(&a->base, &b->base) ||
	    !same_loops(a->loops, a->nloops, b->loops, b->nloops) ||
	    a->nphases != b->nphases || a->record_ns != b->record_ns ||
	    a->amount.bytes != b->amount.bytes ||
	    a->amount.percent != b->amount.percent ||
	    !same_choice(&a->choice, &b->choice) ||
	    a->rounds != b->rounds || a->duration_ns != b->duration_ns ||
	    a->ramp_ns != b->ramp_ns || a->passes != b->passes ||
	    !same_text(a->method, b->method) ||
	    !same_steady(&a->steady, &b->steady))
		return false;
	for (size_t i = 0; i < a->nphases; i++)
		if (!same_phase(&a->phases[i], &b->phases[i]))
			return false;
	return true;
}

static bool
same_plan(const struct plan *a, const struct plan *b)
{
	if (!same_text(a->name, b->name) || !same_text(a->title, b->title) ||
	    !same_text(a->specification, b->specification) ||
	    a->on_error != b->on_error || a->scale != b->scale ||
	    a->nstages != b->nstages)
		return false;
	for (size_t i = 0; i < a->nstages; i++)
		if (!same_stage(&a->stages[i], &b->stages[i]))
			return false;
	return true;
}

static void
check_saving(struct arena *a, const struct plan *plan, const char *what)
{
	const char *path = arena_printf(a, "%s/saved.xml", dir);
	struct plan *again = NULL;

	if (plan_save(plan, path) == 0)
		again = plan_load(a, path);
	if (again == NULL || !same_plan(plan, again))
		fail("saved differently", what);
}

static void
check_shipped(struct arena *a, xmlRelaxNG *grammar)
{
	static const struct {
		const char *name;
		size_t nsteps;
		unsigned rounds;
	} shipped[] = {
		{"demo", 20, 5},
		{"latency", 9, 20},
		{"pts-e-iops", 56, 25},
	};

	for (size_t i = 0; i < COUNT(shipped); i++) {
		const char *path = plan_find(a, shipped[i].name);
		struct plan *plan = plan_load(a, path);
		const struct plan_stage *test = plan == NULL ? NULL :
		    &plan->stages[plan->nstages - 1];

		if (plan == NULL || plan_steps(test) != shipped[i].nsteps ||
		    test->rounds != shipped[i].rounds || !plan_writes(plan) ||
		    strcmp(plan->name, shipped[i].name) != 0 ||
		    !grammar_accepts(grammar, path)) {
			fail("not as it should be", path);
			continue;
		}
		check_saving(a, plan, path);
	}
}

/* The largest test of the PTS, step by step as the text asks. */
static void
check_steps(struct arena *a)
{
	struct plan *plan = plan_load(a, plan_find(a, "pts-e-iops"));

	if (plan == NULL || plan->nstages != 3) {
		fail("stages", "pts-e-iops");
		return;
	}
	const struct plan_stage *fill = &plan->stages[1];
	const struct plan_stage *test = &plan->stages[2];
	struct factors first = plan_step_factors(test, 0);
	struct factors second = plan_step_factors(test, 1);
	struct factors ninth = plan_step_factors(test, 8);
	struct factors last = plan_step_factors(test, 55);

	if (first.value[FACTOR_MIX] != 100 ||
	    first.value[FACTOR_BLOCK] != 1 << 20 ||
	    second.value[FACTOR_MIX] != 100 ||	/* the inner loop first */
	    second.value[FACTOR_BLOCK] != 128 << 10 ||
	    ninth.value[FACTOR_MIX] != 95 ||
	    ninth.value[FACTOR_BLOCK] != 1 << 20 ||
	    last.value[FACTOR_MIX] != 0 || last.value[FACTOR_BLOCK] != 512 ||
	    last.value[FACTOR_THREADS] != 4 || last.value[FACTOR_DEPTH] != 32)
		fail("steps", "pts-e-iops");
	if (fill->passes != 2 || fill->base.value[FACTOR_MIX] != 0 ||
	    fill->base.value[FACTOR_BLOCK] != 128 << 10 ||
	    fill->base.value[FACTOR_DEPTH] != 32 ||
	    fill->base.value[FACTOR_PATTERN] != PATTERN_SEQUENTIAL)
		fail("fill", "pts-e-iops");
	if (plan_most(plan, FACTOR_BLOCK) != 1 << 20 ||
	    plan_most(plan, FACTOR_DEPTH) != 32 ||
	    plan_most(plan, FACTOR_THREADS) != 4)
		fail("largest values", "pts-e-iops");
	if (test->steady.window != 5 || test->steady.ntracks != 3 ||
	    test->steady.tracks[1].at.value[FACTOR_MIX] != 65 ||
	    test->steady.tracks[1].fixed !=
	    (1u << FACTOR_MIX | 1u << FACTOR_BLOCK))
		fail("steady", "pts-e-iops");
}

/* ----------------------------------------------------------------- editing */

static struct plan *
load_text(struct arena *a, const char *body)
{
	const char *path = arena_printf(a, "%s/t.xml", dir);
	const char *text = arena_printf(a, PLAN "%s</plan>", body);

	if (file_replace_bytes(path, text, strlen(text)) == -1)
		return NULL;
	return plan_load(a, path);
}

static const char two_tests[] =
    "<fill/><idle duration='10m'/>"
    "<test id='a' rounds='9' duration='30s' ramp='5s'>"
    "<loop factor='block' values='4k 8k'/>"
    "<steady><track block='4k'/></steady></test>"
    "<test id='b' depth='7'/>";

static void
check_setting(struct arena *a)
{
	static const struct {
		const char *assignment;
		int set;		/* the result of plan_set() */
		unsigned mistakes;	/* of plan_check() behind it */
	} settings[] = {
		{"depth=4", 0, 0},
		{"block=4KiB", 0, 0},
		{"duration=100ms", 0, 0},
		{"ramp=0s", 0, 0},
		{"rounds=5", 0, 0},
		{"window=9", 0, 0},
		{"window=0", 0, 0},
		{"rounds=3", 0, 1},		/* the window is 5 */
		{"window=10", 0, 1},		/* the rounds are 9 */
		{"block=8KiB", 0, 1},		/* 4 KiB is tracked */
		{"block=4KiB,8KiB", -1, 0},	/* b has no such loop */
		{"depth=1 2", -1, 0},
		{"block=4kB", -1, 0},
		{"block=", -1, 0},
		{"block=,", -1, 0},
		{"block", -1, 0},
		{"=4k", -1, 0},
		{"colour=blue", -1, 0},
		{"duration=0s", -1, 0},
		{"duration=5", -1, 0},
		{"rounds=0", -1, 0},
		{"rounds=1e3", -1, 0},
		{"window=1", -1, 0},
	};

	for (size_t i = 0; i < COUNT(settings); i++) {
		const char *assignment = settings[i].assignment;
		struct plan *plan = load_text(a, two_tests);
		struct plan *before = load_text(a, two_tests);

		if (plan_set(a, plan, assignment) != settings[i].set ||
		    plan_check(plan, NULL) != settings[i].mistakes)
			fail("--set wrongly judged", assignment);
		if (same_plan(plan, before) != (settings[i].set == -1))
			fail("--set changed too little or too much",
			    assignment);
		if (settings[i].set == 0 && settings[i].mistakes == 0)
			check_saving(a, plan, assignment);
	}
}

static void
check_set_values(struct arena *a)
{
	struct plan *plan = load_text(a, "<fill/><test id='a' depth='7'>"
	    "<loop factor='block' values='4k'/></test><test id='b'>"
	    "<loop factor='block' values='8k'/></test>");

	if (plan_set(a, plan, "block=64k,\t1MiB 512") == -1 ||
	    plan_set(a, plan, "depth=3") == -1) {
		fail("refused", "block= or depth=");
		return;
	}
	for (size_t i = 1; i < 3; i++) {
		const struct plan_loop *loop = plan->stages[i].loops;

		if (loop->nvalues != 3 || loop->values[0] != 65536 ||
		    loop->values[1] != 1 << 20 || loop->values[2] != 512 ||
		    plan->stages[i].base.value[FACTOR_DEPTH] != 3)
			fail("set differently", plan->stages[i].id);
	}
	if (plan->stages[0].base.value[FACTOR_DEPTH] != 32)
		fail("--set changed", "a fill");
	if (plan_set(a, load_text(a, "<fill/>"), "depth=3") == 0)
		fail("--set changed", "a plan without tests");
	/* Either order of two that only fit together. */
	for (int turn = 0; turn < 2; turn++) {
		plan = load_text(a, two_tests);
		if (plan_set(a, plan, turn ? "rounds=3" : "window=3") == -1 ||
		    plan_set(a, plan, turn ? "window=3" : "rounds=3") == -1 ||
		    plan_check(plan, NULL) != 0)
			fail("refused", "rounds=3 and window=3");
	}
}

static void
check_scale(struct arena *a)
{
	struct plan *plan = load_text(a, two_tests);

	plan_scale(plan, 7);
	if (plan->scale != 7 || plan->stages[0].passes != 1.0 / 7 ||
	    plan->stages[1].duration_ns != UINT64_C(85714285714) ||
	    plan->stages[2].duration_ns != UINT64_C(4285714286) ||
	    plan->stages[2].ramp_ns != UINT64_C(714285714) ||
	    plan->stages[3].ramp_ns != 0 || plan->stages[2].rounds != 9 ||
	    plan->stages[2].steady.window != 5)
		fail("scale", "7");
	check_saving(a, plan, "scaled by 7");
	plan_scale(plan, 1e12);
	if (plan->stages[2].duration_ns != 1000000)
		fail("scale", "never below 1 ms");
	check_saving(a, plan, "scaled by 7e12");
	plan_scale(plan, 1e-300);
	check_saving(a, plan, "scaled up");
}

/* A test of phases, and one of records. */
static const char long_tests[] =
    "<fill amount='200%' region='75%'/>"
    "<test id='hir' depth='4' mix='0/100' duration='5s' rounds='2'>"
    "<phase id='before' mix='100/0' duration='5m' depth='32'/>"
    "<phase id='state' repeat='3' pause='10s'>"
    "<loop factor='threads' values='2 1'/></phase></test>"
    "<test id='wsat' mix='0/100' duration='6h' record='60s'>"
    "<steady every='31'><track/></steady></test>"
    "<test id='max'><choose test='hir' pick='max' within='5ms' mix='0/100'/>"
    "</test><include plan='demo' set='iops.depth=64 fill.region=50%'/>";

static void
check_phases(struct arena *a)
{
	static const struct {
		int64_t mix, threads, depth, pause_s;
		uint64_t duration_s;
	} steps[] = {
		{100, 1, 32, 0, 300},
		{0, 2, 4, 10, 5}, {0, 2, 4, 10, 5}, {0, 2, 4, 10, 5},
		{0, 1, 4, 10, 5}, {0, 1, 4, 10, 5}, {0, 1, 4, 10, 5},
	};
	struct plan *plan = load_text(a, long_tests);
	const struct plan_stage *hir = &plan->stages[1];

	if (plan_steps(hir) != COUNT(steps) || !plan_is_timed(hir) ||
	    plan_is_timed(&plan->stages[2]) ||
	    plan_round_ns(hir) != UINT64_C(390000000000) ||
	    plan_most(plan, FACTOR_DEPTH) != 64)
		fail("phases", "their steps");
	for (size_t i = 0; i < COUNT(steps); i++) {
		struct plan_step step = plan_step(hir, i);
		const int64_t *value = step.factors.value;

		if (value[FACTOR_MIX] != steps[i].mix ||
		    value[FACTOR_THREADS] != steps[i].threads ||
		    value[FACTOR_DEPTH] != steps[i].depth ||
		    value[FACTOR_PAUSE] != steps[i].pause_s * 1000000000 ||
		    step.duration_ns != steps[i].duration_s * 1000000000 ||
		    step.phase != &hir->phases[i > 0])
			fail("phases", "one of their steps");
	}
	check_saving(a, plan, "phases");
	plan_scale(plan, 1e9);
	check_saving(a, plan, "phases, scaled");
}

static void
check_records(struct arena *a)
{
	struct plan *plan = load_text(a, long_tests);
	struct plan_stage *wsat = &plan->stages[2];

	/* Minutes 31, 62 ... 341 of 360; five of them take 155. */
	if (plan_judged_rounds(wsat) != 11 || wsat->steady.sample != 31 ||
	    plan_least_ns(wsat) != UINT64_C(155) * 60 * 1000000000)
		fail("records", "rounds of 31");
	if (plan->stages[0].passes < 2.666 || plan->stages[0].passes > 2.667)
		fail("amount", "twice the capacity in three quarters of it");
	if (plan->stages[4].base.value[FACTOR_REGION] != 5000 ||
	    plan->stages[5].base.value[FACTOR_DEPTH] != 64 ||
	    plan->stages[5].number != 6)
		fail("include", "with settings");
	plan_scale(plan, 1e6);
	if (wsat->record_ns != 1000000 ||
	    wsat->duration_ns != UINT64_C(360) * 1000000)
		fail("scale", "as many records as before");
	if (plan_set(a, plan, "wsat.amount=50%") == -1 ||
	    plan_least_ns(wsat) != 0 || plan_set(a, plan, "none.depth=1") == 0 ||
	    plan_set(a, plan, "fill.mix=0/100") == 0 ||
	    plan_set(a, plan, "fill.duration=1s") == 0 ||
	    plan_set(a, plan, "hir.threads=8,4") == -1 ||
	    plan_step_factors(&plan->stages[1], 1).value[FACTOR_THREADS] != 8)
		fail("set", "of one stage");
}

static void
check_writes(struct arena *a)
{
	static const struct {
		const char *body;
		bool writes;
	} plans[] = {
		{"<test id='a'/>", false},
		{"<test id='a' mix='99/1'/>", true},
		{"<test id='a'><loop factor='mix' values='100/0 0/100'/>"
		    "</test>", true},
		{"<test id='a'><loop factor='mix' values='100/0'/></test>",
		    false},
		{"<fill/>", true},
		{"<purge/>", true},
		{"<purge method='none'/>", false},
		{"<idle duration='1s'/>", false},
	};

	for (size_t i = 0; i < COUNT(plans); i++)
		if (plan_writes(load_text(a, plans[i].body)) !=
		    plans[i].writes)
			fail("writes or not", plans[i].body);
}

static void
check_finding(struct arena *a)
{
	if (strcmp(plan_find(a, "a/b"), "a/b") != 0 ||
	    strcmp(plan_find(a, "b.xml"), "b.xml") != 0 ||
	    strcmp(plan_find(a, "b"), file_data_path(a, "plans/b.xml")) != 0)
		fail("plan_find", "a path");
}

/* A converted document is parsed in pieces: its lines must be right too. */
static void
check_encoding(struct arena *a)
{
	const char *path = arena_printf(a, "%s/t.xml", dir);
	/* "Test" in Russian, in windows-1251. */
	const char *text = "<?xml version='1.0' encoding='windows-1251'?>\n"
	    PLAN "<test\n id='a'\n title='\xd2\xe5\xf1\xf2'\n rounds='x'/>\n"
	    "</plan>\n";
	struct plan *plan;

	file_replace_bytes(path, text, strlen(text));
	const char *messages = load(a, path, &plan);
	if (strncmp(messages, "6: <test> rounds=\"x\"", 20) != 0)
		fail("wrong line in windows-1251", messages);
	text = "<?xml version='1.0' encoding='windows-1251'?>\n"
	    PLAN "<test id='a' title='\xd2\xe5\xf1\xf2'/></plan>\n";
	file_replace_bytes(path, text, strlen(text));
	plan = plan_load(a, path);
	if (plan == NULL || strcmp(plan->stages[0].title,
	    "\xd0\xa2\xd0\xb5\xd1\x81\xd1\x82") != 0)
		fail("not converted", "windows-1251");
}

/* A file that is none of ours costs neither time nor screens of messages. */
static void
check_hostile(struct arena *a)
{
	const char *path = arena_printf(a, "%s/t.xml", dir);
	char *text = arena_alloc(a, 20000), *messages, *p = text;
	size_t nlines = 0;
	struct plan *plan;

	p += sprintf(p, PLAN "<fill");
	for (int i = 0; i < 1001; i++)
		p += sprintf(p, " a%d='%c'", i, i % 2 ? '>' : '"');
	p += sprintf(p, "/></plan>");
	file_replace_bytes(path, text, (size_t)(p - text));
	messages = load(a, path, &plan);
	if (plan != NULL ||
	    strstr(messages, "a tag has more than 1000 attributes") == NULL)
		fail("too many attributes", messages);

	p = text + sprintf(text, PLAN);
	for (int i = 0; i < 100; i++)
		p += sprintf(p, "<fill mix='x'/>\n");
	p += sprintf(p, "</plan>");
	file_replace_bytes(path, text, (size_t)(p - text));
	messages = load(a, path, &plan);
	for (p = messages; (p = strchr(p, '\n')) != NULL; p++)
		nlines++;
	if (plan != NULL || nlines != 51 ||
	    strstr(messages, "further mistakes are not shown") == NULL)
		fail("too many mistakes", messages);
}

int
main(void)
{
	struct arena *a = arena_new();

	if (mkdtemp(dir) == NULL) {
		printf("mkdtemp: no temporary folder\n");
		return 1;
	}
	xmlRelaxNGParserCtxt *parser = xmlRelaxNGNewParserCtxt(
	    file_data_path(a, "schema/plan.rng"));
	xmlRelaxNG *grammar = xmlRelaxNGParse(parser);
	if (grammar == NULL) {
		printf("schema/plan.rng is no grammar\n");
		return 1;
	}
	for (size_t i = 0; i < COUNT(bodies); i++)
		check_case(a, grammar, &bodies[i],
		    arena_printf(a, PLAN "%s\n</plan>\n", bodies[i].text));
	for (size_t i = 0; i < COUNT(documents); i++)
		check_case(a, grammar, &documents[i], documents[i].text);
	check_shipped(a, grammar);
	check_steps(a);
	check_setting(a);
	check_set_values(a);
	check_scale(a);
	check_phases(a);
	check_records(a);
	check_writes(a);
	check_finding(a);
	check_encoding(a);
	check_hostile(a);

	xmlRelaxNGFree(grammar);
	xmlRelaxNGFreeParserCtxt(parser);
	xmlCleanupParser();
	unlink(arena_printf(a, "%s/t.xml", dir));
	unlink(arena_printf(a, "%s/saved.xml", dir));
	unlink(arena_printf(a, "%s/messages", dir));
	rmdir(dir);
	arena_free(a);
	return failures != 0;
}
