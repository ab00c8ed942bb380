/* SPDX-License-Identifier: BSD-2-Clause */
/* A script, even a hostile one, can start nothing, write nothing and connect to
 * nothing; a failing one is told by name; gnuplot may be missing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"
#include "render/gnuplot.h"

static int failures;

struct script_case {
	const char *why, *script;
	enum gnuplot_status status;
};

static const struct script_case cases[] = {
	{"a plot", "set term svg\nplot [0:1][0:1] x\n", GNUPLOT_OK},
	{"the variable that scripts ask for",
	    "if (!exists('PLATEAU')) set output 'ran'\nprint 1/0\n",
	    GNUPLOT_FAILED},
	{"a mistake", "plot 'missing.dat'\n", GNUPLOT_FAILED},
	{"a warning", "set term svg\nplot [0:1] 1\n", GNUPLOT_FAILED},
	{"system()", "x = system('touch ran')\n", GNUPLOT_FAILED},
	/* It fails without a word. */
	{"!", "!touch ran\n", GNUPLOT_OK},
	{"backticks", "x = \"`touch ran`\"\n", GNUPLOT_FAILED},
	{"a pipe to plot", "set term svg\nplot '< touch ran'\n",
	    GNUPLOT_FAILED},
	{"a pipe to print into", "set print '|touch ran'\nprint 1\n",
	    GNUPLOT_FAILED},
	{"a file to write", "set output 'ran'\nset term dumb\nplot [0:1] x\n",
	    GNUPLOT_FAILED},
	{"a file to save", "save 'ran'\n", GNUPLOT_FAILED},
	{"a file to print to", "set print 'ran'\nprint 1\n", GNUPLOT_FAILED},
	{"a table", "set table 'ran'\nplot [0:1] x\n", GNUPLOT_FAILED},
	/* It may look like an append to a file that is there. */
	{"the data file", "set print 'there' append\nprint 1\n",
	    GNUPLOT_FAILED},
};

static void
test_case(struct arena *a, const char *dir, const struct script_case *c)
{
	struct gnuplot_job *job;
	char *output = NULL;
	size_t length = 0;
	const char *path = arena_printf(a, "%s/test.gp", dir);
	enum gnuplot_status status = GNUPLOT_FAILED;
	const char *why = NULL;

	if (file_replace_bytes(path, c->script, strlen(c->script)) == 0)
		status = gnuplot_start(dir, 1, &(const char *){"test.gp"},
		    &job);
	if (status == GNUPLOT_OK)
		status = gnuplot_wait(a, job, &output, &length, &why);
	if (status != c->status ||
	    (why != NULL) != (status == GNUPLOT_FAILED)) {
		printf("%s: status %d\n", c->why, (int)status);
		failures++;
	}
	if (c == cases && strstr(output != NULL ? output : "", "</svg>") ==
	    NULL) {
		printf("%s: no SVG\n", c->why);
		failures++;
	}
	struct stat st;
	if (stat(arena_printf(a, "%s/ran", dir), &st) == 0 ||
	    stat(arena_printf(a, "%s/there", dir), &st) != 0 ||
	    st.st_size != 6) {
		printf("%s: it did something\n", c->why);
		failures++;
		unlink(arena_printf(a, "%s/ran", dir));
	}
}

/* Scripts of one gnuplot write one behind the other, and know nothing of one
 * another. */
static void
test_sessions(struct arena *a, const char *dir)
{
	static const char *const names[] = {"one.gp", "two.gp"};
	static const char *const texts[] = {
		"set print '-'\nx = 1\nset label 'L'\nset xrange [0:1]\n"
		    "print PLATEAU\n",
		"set print '-'\nprint exists('x'), PLATEAU\n"
		    "set term svg\nplot x\n",
	};
	struct gnuplot_job *job;
	char *output = NULL;
	size_t length;
	const char *why;

	for (int i = 0; i < 2; i++)
		file_replace_bytes(arena_printf(a, "%s/%s", dir, names[i]),
		    texts[i], strlen(texts[i]));
	if (gnuplot_start(dir, 2, names, &job) != GNUPLOT_OK ||
	    gnuplot_wait(a, job, &output, &length, &why) != GNUPLOT_OK ||
	    strncmp(output, "1\n0 1\n<?xml", 11) != 0 ||
	    strstr(output, ">L<") != NULL) {
		printf("two scripts: %s\n", output != NULL ? output : why);
		failures++;
	}
	for (int i = 0; i < 2; i++)
		unlink(arena_printf(a, "%s/%s", dir, names[i]));
}

/* In a child, since the answer about the version is kept. */
static void
test_missing(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		unsigned major, minor;
		struct gnuplot_job *job;

		setenv("PLATEAU_GNUPLOT", "/nowhere/gnuplot", 1);
		_exit(gnuplot_version(&major, &minor) == GNUPLOT_MISSING &&
		    gnuplot_start("/", 1, &(const char *){"x.gp"}, &job) ==
		    GNUPLOT_MISSING ? 0 : 1);
	}
	int status = 1;
	waitpid(pid, &status, 0);
	if (status != 0) {
		puts("a missing gnuplot is not reported as missing");
		failures++;
	}
}

/* What is not gnuplot: a program that ends at once, and one that talks on. */
static void
test_impostor(const char *program)
{
	pid_t pid = fork();

	if (pid == 0) {
		unsigned major, minor;

		setenv("PLATEAU_GNUPLOT", program, 1);
		_exit(gnuplot_version(&major, &minor) == GNUPLOT_FAILED ? 0 :
		    1);
	}
	int status = 1;
	waitpid(pid, &status, 0);
	if (status != 0) {
		printf("%s was taken for gnuplot\n", program);
		failures++;
	}
}

int
main(void)
{
	char dir[] = "/tmp/render_gnuplot.XXXXXX";
	unsigned major, minor;

	report_set_program("render_gnuplot");
	/* Before the answer is known and kept. */
	test_missing();
	test_impostor("/bin/false");
	test_impostor("/usr/bin/yes");
	if (gnuplot_version(&major, &minor) != GNUPLOT_OK) {
		puts("skipped: no gnuplot");
		return 77;
	}
	if (mkdtemp(dir) == NULL)
		return 1;
	struct arena *a = arena_new();
	const char *there = arena_printf(a, "%s/there", dir);
	if (file_replace_bytes(there, "12345\n", 6) != 0)
		failures++;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		test_case(a, dir, &cases[i]);
	test_sessions(a, dir);
	unlink(there);
	unlink(arena_printf(a, "%s/test.gp", dir));
	rmdir(dir);
	arena_free(a);
	return failures == 0 ? 0 : 1;
}
