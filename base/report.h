/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_BASE_REPORT_H
#define PLATEAU_BASE_REPORT_H

/*
 * Messages to the person at the terminal: one line on stderr, led by the
 * program's name.  The function that first sees a failure prints it, with what
 * failed and where; callers only unwind.  What a terminal would obey
 * (utf8_is_obeyed()), and what is no UTF-8, is printed as '?', because names of
 * files, strings of devices and XML text end up here.  What is longer than
 * 2 KiB is cut off.  Safe to call from any thread.
 */

/*
 * report_set_program() names the program in later messages; 'name' must live
 * as long.  For the first line of a program: it also sees to it that no file is
 * opened in place of standard input, output or errors if one of these is
 * closed.  To print there fails, not to print there does not.
 */
void report_set_program(const char *name);

/* warn_msg() prints "program: message". */
void warn_msg(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* warn_errno() prints "program: message: reason" with the reason of errno,
 * and leaves errno as it was. */
void warn_errno(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * report_end() closes standard output at the end of a program and returns its
 * exit status: 'status', or 1 with the reason printed if that is 0 and not all
 * that was printed went out.
 */
int report_end(int status);

/*
 * report_set_line_hook() has 'clear' called before a message is printed, so
 * that a progress line can be taken off the terminal first.  NULL undoes it.
 */
void report_set_line_hook(void (*clear)(void));

#endif
