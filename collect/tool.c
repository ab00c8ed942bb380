/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/report.h"
#include "collect/halt.h"
#include "collect/tool.h"

/* What takes longer than this is told of. */
#define TELL_NS UINT64_C(2000000000)

/* How often to look whether it does, and whether a signal came. */
#define LOOK_MS 200

extern char **environ;

/* Starts the program with its output in a pipe; the end to read from, or -1. */
static int
start(const char *const *argv, bool errors_too, pid_t *pid_out)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none;
	int ends[2], error;

	if (pipe2(ends, O_CLOEXEC) == -1)
		return -1;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
	    O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	if (errors_too)
		posix_spawn_file_actions_adddup2(&actions, ends[1],
		    STDERR_FILENO);
	else
		posix_spawn_file_actions_addopen(&actions, STDERR_FILENO,
		    "/dev/null", O_WRONLY, 0);
	/* A group of its own: the terminal's SIGINT is for us alone. */
	sigemptyset(&none);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP |
	    POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setpgroup(&attributes, 0);
	posix_spawnattr_setsigmask(&attributes, &none);
	error = posix_spawnp(pid_out, argv[0], &actions, &attributes,
	    (char *const *)(uintptr_t)argv, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (error == 0)
		return ends[0];
	close(ends[0]);
	return -1;
}

/* What is waited for. */
struct wait {
	const char *program;
	uint64_t begin_ns, end_ns;
	bool told;
};

/* Tells once what is waited for, if that takes a while. */
static void
tell(struct wait *w)
{
	uint64_t now = clock_ns(CLOCK_MONOTONIC);

	halt_tell("%s", w->program);
	if (w->told || now < w->begin_ns + TELL_NS || now >= w->end_ns)
		return;
	w->told = true;
	warn_msg("waiting for %s, up to %" PRIu64 " s", w->program,
	    (w->end_ns - w->begin_ns) / 1000000000);
}

/* Waits until there is something to read or the time is over: then false. */
static bool
await_output(struct wait *w, int fd)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};

	while (clock_ns(CLOCK_MONOTONIC) < w->end_ns) {
		if (poll(&p, 1, LOOK_MS) > 0)
			return true;
		tell(w);
	}
	return false;
}

static void
read_output(struct arena *a, struct wait *w, int fd, struct tool_result *out)
{
	size_t room = 65536;
	char *text = arena_alloc(a, room + 1);

	while (await_output(w, fd)) {
		ssize_t got = read(fd, text + out->length,
		    room - out->length);

		if (got == 0 || (got == -1 && errno != EINTR))
			break;
		out->length += got > 0 ? (size_t)got : 0;
		if (out->length < room)
			continue;
		if (room >= TOOL_OUTPUT_MOST)
			break;
		char *larger = arena_alloc(a, 2 * room + 1);

		memcpy(larger, text, room);
		text = larger;
		room *= 2;
	}
	text[out->length] = '\0';
	out->output = text;
}

int
tool_run(struct arena *a, const char *const *argv, uint64_t timeout_ns,
    bool errors_too, struct tool_result *out)
{
	uint64_t now = clock_ns(CLOCK_MONOTONIC);
	struct wait w = {
		.program = argv[0], .begin_ns = now, .end_ns = now + timeout_ns,
	};
	int status;
	pid_t pid;
	int fd = start(argv, errors_too, &pid);

	memset(out, 0, sizeof(*out));
	if (fd == -1)
		return -1;
	atomic_store(&halt_group, pid);
	read_output(a, &w, fd, out);
	close(fd);
	/* It has closed its output, or its time is over. */
	while (waitpid(pid, &status, WNOHANG) == 0) {
		out->late = clock_ns(CLOCK_MONOTONIC) >= w.end_ns;
		if (out->late)
			kill(-pid, SIGKILL);
		tell(&w);
		usleep(1000);
	}
	atomic_store(&halt_group, 0);
	out->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	return 0;
}

int
tool_ask(struct arena *a, const char *const *argv, struct tool_result *out)
{
	/* More programs than there are to ask. */
	static char silent[8][32];
	size_t n = 0;

	for (; n < 8 && silent[n][0] != '\0'; n++)
		if (strcmp(silent[n], argv[0]) == 0)
			return -1;
	if (tool_run(a, argv, TOOL_ASK_NS, false, out) == -1)
		return -1;
	if (!out->late)
		return 0;
	warn_msg("%s did not end in %u s, and is not asked again",
	    argv[0], (unsigned)(TOOL_ASK_NS / 1000000000));
	if (n < 8)
		snprintf(silent[n], sizeof(silent[n]), "%s", argv[0]);
	return -1;
}

bool
tool_exists(const char *program)
{
	const char *dirs = getenv("PATH");
	char path[4096];

	for (; dirs != NULL; dirs = strchr(dirs, ':')) {
		dirs += *dirs == ':';
		snprintf(path, sizeof(path), "%.*s/%s",
		    (int)strcspn(dirs, ":"), dirs, program);
		if (access(path, X_OK) == 0)
			return true;
	}
	return false;
}
