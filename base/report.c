/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/report.h"
#include "base/utf8.h"

static const char *program = "plateau";
static void (*clear_line)(void);

/* Files that are opened get the lowest numbers. */
static void
keep_standard_files(void)
{
	static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};

	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) == -1 &&
		    open("/dev/null", modes[fd]) == -1)
			return;
}

void
report_set_program(const char *name)
{
	program = name;
	keep_standard_files();
}

void
report_set_line_hook(void (*clear)(void))
{
	clear_line = clear;
}

/* Names of files, strings of devices and text of documents end up here. */
static void
clean_line(char *line)
{
	char *to = line;

	while (*line != '\0') {
		uint32_t c = 0;
		size_t length = utf8_read(line, &c);

		if (length == 0 || utf8_is_obeyed(c)) {
			*to++ = '?';
			line += length == 0 ? 1 : length;
			continue;
		}
		memmove(to, line, length);
		to += length;
		line += length;
	}
	*to = '\0';
}

static void
print_line(const char *format, va_list args, const char *reason)
{
	char line[2048];
	int length = vsnprintf(line, sizeof(line), format, args);

	if (length < 0)
		return;
	clean_line(line);
	if (clear_line != NULL)
		clear_line();
	/* One call, so that lines of two threads do not mix. */
	if (reason != NULL)
		fprintf(stderr, "%s: %s: %s\n", program, line, reason);
	else
		fprintf(stderr, "%s: %s\n", program, line);
}

void
warn_msg(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_line(format, args, NULL);
	va_end(args);
}

void
warn_errno(const char *format, ...)
{
	int error = errno;
	char reason[128];
	va_list args;

	va_start(args, format);
	print_line(format, args, strerror_r(error, reason, sizeof(reason)));
	va_end(args);
	errno = error;
}

int
report_end(int status)
{
	bool whole = !ferror(stdout);

	if ((fclose(stdout) == 0 && whole) || status != 0)
		return status;
	warn_errno("standard output");
	return 1;
}
