/* SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/report.h"
#include "render/gnuplot.h"

#define SECONDS_MOST 60
#define MEMORY_MOST ((rlim_t)1 << 31)
/* 100 000 dots are 8 MB; charts are thinned out far below that. */
#define OUTPUT_MOST ((size_t)64 << 20)
#define MESSAGE_MOST ((size_t)4096)

/* Most figures fit into the pipe; those that do not are seen to so often. */
#define PIPE_BYTES (1 << 20)
#define GLANCE_MS 20

struct stream {
	int fd;				/* -1: ended */
	size_t length, most;
	char *data;			/* has room for a NUL */
};

struct gnuplot_job {
	pid_t pid;
	struct timespec deadline;
	struct stream out, err;
};

static const char *
find_program(void)
{
	static const char *const places[] = {
		"/usr/local/bin/gnuplot", "/usr/bin/gnuplot", "/bin/gnuplot",
	};
	const char *own = getenv("PLATEAU_GNUPLOT");

	if (own != NULL)
		return access(own, X_OK) == 0 ? own : NULL;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (access(places[i], X_OK) == 0)
			return places[i];
	return NULL;
}

/*
 * confine() is run in the child.  gnuplot's language can start programs and
 * write files; text that a person or a drive gave us is quoted, and if that
 * ever fails, there is nothing here to be done with it.  Returns 0 or -1.
 */
static int
confine(void)
{
	static const int denied[] = {
		SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(clone),
		SCMP_SYS(clone3), SCMP_SYS(socket), SCMP_SYS(socketpair),
		SCMP_SYS(ptrace), SCMP_SYS(kill), SCMP_SYS(unlink),
		SCMP_SYS(unlinkat), SCMP_SYS(rename), SCMP_SYS(renameat),
		SCMP_SYS(renameat2), SCMP_SYS(mkdir), SCMP_SYS(mkdirat),
		SCMP_SYS(symlink), SCMP_SYS(symlinkat), SCMP_SYS(link),
		SCMP_SYS(linkat), SCMP_SYS(chmod), SCMP_SYS(fchmodat),
		SCMP_SYS(truncate), SCMP_SYS(creat), SCMP_SYS(mknod),
		SCMP_SYS(mknodat),
	};
	const struct rlimit cpu = {SECONDS_MOST, SECONDS_MOST};
	const struct rlimit none = {0, 0};
	const struct rlimit memory = {MEMORY_MOST, MEMORY_MOST};

	if (setrlimit(RLIMIT_CPU, &cpu) != 0 ||
	    setrlimit(RLIMIT_FSIZE, &none) != 0 ||
	    setrlimit(RLIMIT_CORE, &none) != 0 ||
	    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return -1;
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	if (filter == NULL)
		return -1;
	for (size_t i = 0; i < sizeof(denied) / sizeof(denied[0]); i++)
		/* A call that this machine lacks needs no rule. */
		seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), denied[i], 0);
	/* Files may be opened to read, and /dev/null and the like to write
	 * nothing; not made, not emptied. */
	const scmp_datum_t making = O_CREAT | O_TRUNC;
	for (scmp_datum_t bit = 1; bit <= making; bit <<= 1) {
		if ((making & bit) == 0)
			continue;
		seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM),
		    SCMP_SYS(open), 1,
		    SCMP_A1(SCMP_CMP_MASKED_EQ, bit, bit));
		seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM),
		    SCMP_SYS(openat), 1,
		    SCMP_A2(SCMP_CMP_MASKED_EQ, bit, bit));
	}
	int result = seccomp_load(filter) == 0 ? 0 : -1;
	seccomp_release(filter);
	/* Last: this process, before exec, may be larger than gnuplot may. */
	return result == 0 ? setrlimit(RLIMIT_AS, &memory) : -1;
}

/* Never returns. */
static void
become_gnuplot(const char *program, const char *dir, char *const *argv,
    int out, int err)
{
	char *environment[] = {
		"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/nonexistent",
		"GNUTERM=svg", NULL,
	};
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (null < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 ||
	    dup2(err, 2) < 0)
		_exit(126);
	if (dir != NULL && chdir(dir) != 0) {
		dprintf(2, "%s: %s\n", dir, strerror(errno));
		_exit(126);
	}
	signal(SIGPIPE, SIG_DFL);
	/* Whatever the caller left open is none of its business. */
	close_range(3, ~0u, 0);
	if (confine() != 0) {
		dprintf(2, "it cannot be confined\n");
		_exit(126);
	}
	execve(program, argv, environment);
	_exit(127);
}

static void
stream_open(struct stream *s, int fd, size_t most)
{
	*s = (struct stream){.fd = fd, .most = most};
	fcntl(fd, F_SETFL, O_NONBLOCK);
}

static void
stream_close(struct stream *s)
{
	if (s->fd != -1)
		close(s->fd);
	s->fd = -1;
}

static void
job_free(struct gnuplot_job *job)
{
	if (job == NULL)
		return;
	stream_close(&job->out);
	stream_close(&job->err);
	free(job->out.data);
	free(job->err.data);
	free(job);
}

static enum gnuplot_status
start(const char *program, const char *dir, char *const *argv,
    struct gnuplot_job **job_out)
{
	int out[2] = {-1, -1}, err[2] = {-1, -1};
	struct gnuplot_job *job = calloc(1, sizeof(*job));

	if (job == NULL) {
		warn_errno("starting gnuplot");
		goto fail;
	}
	job->out.fd = job->err.fd = -1;
	if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) {
		warn_errno("starting gnuplot: pipe");
		goto fail;
	}
	/* Fails for who has many pipes: then it is seen to more often. */
	fcntl(out[1], F_SETPIPE_SZ, PIPE_BYTES);
	clock_gettime(CLOCK_MONOTONIC, &job->deadline);
	job->deadline.tv_sec += SECONDS_MOST;
	job->pid = fork();
	if (job->pid < 0) {
		warn_errno("starting gnuplot: fork");
		goto fail;
	}
	if (job->pid == 0)
		become_gnuplot(program, dir, argv, out[1], err[1]);
	close(out[1]);
	close(err[1]);
	stream_open(&job->out, out[0], OUTPUT_MOST);
	stream_open(&job->err, err[0], MESSAGE_MOST);
	*job_out = job;
	return GNUPLOT_OK;

fail:
	for (int i = 0; i < 2; i++) {
		if (out[i] != -1)
			close(out[i]);
		if (err[i] != -1)
			close(err[i]);
	}
	job_free(job);
	return GNUPLOT_FAILED;
}

/* take() reads what there is, up to a buffer.  Returns 0, 1 if there may be
 * more at once, or -1 if it is too much. */
static int
take(struct stream *s)
{
	char buffer[65536];
	ssize_t n = read(s->fd, buffer, sizeof(buffer));

	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -1;
	if (n == 0) {
		stream_close(s);
		return 0;
	}
	if (s->most - s->length < (size_t)n)
		return -1;
	/* Doubling from one buffer; the NUL needs one byte more. */
	size_t had = s->length == 0 ? 0 : sizeof(buffer);
	while (had != 0 && had < s->length + 1)
		had *= 2;
	size_t need = sizeof(buffer);
	while (need < s->length + (size_t)n + 1)
		need *= 2;
	if (need != had) {
		char *larger = realloc(s->data, need);

		if (larger == NULL)
			return -1;
		s->data = larger;
	}
	memcpy(s->data + s->length, buffer, (size_t)n);
	s->length += (size_t)n;
	s->data[s->length] = '\0';
	return (size_t)n == sizeof(buffer);
}

static int
milliseconds_left(const struct gnuplot_job *job)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	long long left = (job->deadline.tv_sec - now.tv_sec) * 1000LL +
	    (job->deadline.tv_nsec - now.tv_nsec) / 1000000;
	return left < 0 ? 0 : (int)left;
}

/* Reads both streams to their ends.  NULL, or why it was given up. */
static const char *
take_all(struct gnuplot_job *job)
{
	int more = 0, said = 0;

	while (job->out.fd != -1 || job->err.fd != -1) {
		/* gnuplot writes line by line: it is left alone until it has
		 * closed its output, or for a while. */
		struct pollfd fds[2] = {
			{.fd = job->out.fd}, {.fd = job->err.fd},
		};
		int left = milliseconds_left(job);

		if (left == 0)
			return "took more than a minute";
		if (more == 0 && said == 0 && poll(fds, 2, left < GLANCE_MS ?
		    left : GLANCE_MS) < 0 && errno != EINTR)
			return "could not be waited for";
		more = job->out.fd == -1 ? 0 : take(&job->out);
		if (more == -1)
			return "wrote too much";
		said = job->err.fd == -1 ? 0 : take(&job->err);
		if (said == -1)
			return "said too much";
	}
	return NULL;
}

/* The last line of what gnuplot said: the reason stands there, below the
 * command and a pointer into it. */
static const char *
last_message(struct gnuplot_job *job)
{
	const char *last = NULL;
	char *save = NULL;

	if (job->err.data == NULL)
		return NULL;
	for (char *line = strtok_r(job->err.data, "\n", &save); line != NULL;
	    line = strtok_r(NULL, "\n", &save))
		if (line[strspn(line, " \t^")] != '\0')
			last = line;
	return last;
}

static int
reap(pid_t pid)
{
	int status = -1;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

enum gnuplot_status
gnuplot_wait(struct arena *a, struct gnuplot_job *job, char **output_out,
    size_t *length_out, const char **why_out)
{
	const char *trouble = take_all(job);
	enum gnuplot_status result = GNUPLOT_FAILED;

	if (trouble != NULL)
		kill(job->pid, SIGKILL);
	int status = reap(job->pid);
	const char *message = last_message(job);
	if (trouble != NULL)
		*why_out = arena_printf(a, "gnuplot %s", trouble);
	else if (message != NULL)
		*why_out = arena_printf(a, "gnuplot: %s", message);
	else if (WIFSIGNALED(status))
		*why_out = arena_printf(a, "gnuplot was ended by signal %d",
		    WTERMSIG(status));
	else if (WEXITSTATUS(status) != 0)
		*why_out = arena_printf(a, "gnuplot ended with status %d",
		    WEXITSTATUS(status));
	else
		result = GNUPLOT_OK;
	if (result == GNUPLOT_OK) {
		*length_out = job->out.length;
		*output_out = arena_strndup(a, job->out.data != NULL ?
		    job->out.data : "", job->out.length);
	}
	job_free(job);
	return result;
}

enum gnuplot_status
gnuplot_start(const char *dir, size_t count, const char *const *scripts,
    struct gnuplot_job **job_out)
{
	const char *program = find_program();
	/* -d: no start-up files. */
	char *argv[3 + 5 * GNUPLOT_SCRIPTS_MOST] = {"gnuplot", "-d"};
	size_t n = 2;

	assert(count <= GNUPLOT_SCRIPTS_MOST);
	if (program == NULL)
		return GNUPLOT_MISSING;
	for (size_t i = 0; i < count; i++) {
		argv[n++] = "-e";
		argv[n++] = "reset session";
		argv[n++] = "-e";
		argv[n++] = "PLATEAU=1";
		argv[n++] = (char *)scripts[i];
	}
	return start(program, dir, argv, job_out);
}

static enum gnuplot_status
ask_version(const char *program, unsigned *major_out, unsigned *minor_out)
{
	char *argv[] = {"gnuplot", "--version", NULL};
	struct gnuplot_job *job;
	struct arena *a;
	char *output;
	size_t length;
	const char *why = "it is not a gnuplot";
	enum gnuplot_status status = start(program, NULL, argv, &job);

	if (status != GNUPLOT_OK)
		return status;
	a = arena_new();
	status = gnuplot_wait(a, job, &output, &length, &why);
	if (status == GNUPLOT_OK &&
	    sscanf(output, "gnuplot %u.%u", major_out, minor_out) != 2)
		status = GNUPLOT_FAILED;
	if (status == GNUPLOT_FAILED)
		warn_msg("%s --version: %s", program, why);
	arena_free(a);
	return status;
}

enum gnuplot_status
gnuplot_version(unsigned *major_out, unsigned *minor_out)
{
	static bool asked;
	static unsigned major, minor;
	static enum gnuplot_status status;

	if (!asked) {
		const char *program = find_program();

		status = program == NULL ? GNUPLOT_MISSING :
		    ask_version(program, &major, &minor);
		asked = true;
	}
	*major_out = major;
	*minor_out = minor;
	return status;
}
