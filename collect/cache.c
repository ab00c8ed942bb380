/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "collect/cache.h"
#include "collect/command.h"
#include "collect/tool.h"

/* A drive empties its cache before it turns it off. */
#define TIMEOUT_NS UINT64_C(60000000000)

/* What 'get' prints has the state as the number behind 'marker' and blanks. */
struct cache_method {
	const char *name, *place;	/* of the device, and in sysfs */
	const char *marker;
	struct command get, on, off;
};

static const struct cache_method methods[] = {
	{
		"nvme", "", "value:",
		{{"nvme", "get-feature", "{device}", "--feature-id=6"}},
		{{"nvme", "set-feature", "{device}", "--feature-id=6",
		    "--value=1"}},
		{{"nvme", "set-feature", "{device}", "--feature-id=6",
		    "--value=0"}},
	}, {
		"sd", "/ata", "write-caching =",
		{{"hdparm", "-W", "{device}"}},
		{{"hdparm", "-W1", "{device}"}},
		{{"hdparm", "-W0", "{device}"}},
	}, {
		"sd", "/end_device-", "WCE",
		{{"sdparm", "--get=WCE", "{device}"}},
		{{"sdparm", "--set=WCE", "{device}"}},
		{{"sdparm", "--clear=WCE", "{device}"}},
	},
};

static const struct cache_method *
find_method(const struct blockdev *b)
{
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (strncmp(b->whole_name, methods[i].name,
		    strlen(methods[i].name)) == 0 &&
		    strstr(b->whole_dir, methods[i].place) != NULL)
			return &methods[i];
	return NULL;
}

/* Runs the command; its output is NULL if it cannot be run or fails. */
static struct command_result
run_command(struct arena *a, const struct cache *c,
    const struct command *command)
{
	struct facts values = {0, NULL};

	facts_set(a, &values, "device", c->device);

	struct command_result result = command_run(a, command, &values,
	    TIMEOUT_NS);

	if (result.status != 0)
		result.output = NULL;
	return result;
}

/* Asks the drive.  False: it does not say. */
static bool
ask(struct arena *a, const struct cache *c, bool *on_out)
{
	const char *output = run_command(a, c, &c->method->get).output, *at;
	char *end;

	if (output == NULL || (at = strstr(output, c->method->marker)) == NULL)
		return false;
	at += strlen(c->method->marker);

	/* nvme prints hexadecimal digits, the others one digit. */
	unsigned long value = strtoul(at, &end, 0);

	if (end == at || isalnum((unsigned char)*end))
		return false;
	*on_out = (value & 1) != 0;
	return true;
}

static const char *
word(bool on)
{
	return on ? "on" : "off";
}

static void
note_state(struct arena *a, bool on, struct facts *facts)
{
	const char *state = on ? "write back" : "write through";
	const char *kernel = facts_get(facts, "write_cache");

	if (kernel != NULL && strcmp(kernel, state) != 0)
		facts_set(a, facts, "write_cache_kernel", kernel);
	facts_set(a, facts, "write_cache", state);
}

/* Why the cache cannot be set here, or NULL. */
static const char *
obstacle(const struct cache *c, const struct target *t, bool writes)
{
	if (!t->block)
		return "the target is no device";
	if (c->method == NULL)
		return "there is no program for this kind of device";
	if (!tool_exists(c->method->get.words[0]))
		return "its program is not installed (nvme, hdparm, sdparm)";
	if (t->device.partition)
		return "a partition shares it with the rest of the disk";
	if (!writes)
		return "the plan only reads, so the device may be in others' "
		    "use";
	return NULL;
}

/* A drive that has no such cache tells nothing of one, and the kernel knows it
 * as writing through: what is to be off is. */
static bool
is_without(const struct cache *c, const struct facts *facts)
{
	const char *kernel = facts_get(facts, "write_cache");

	return !c->known && !c->wants_on && kernel != NULL &&
	    strcmp(kernel, "write through") == 0;
}

static bool
set(struct arena *a, struct cache *c, bool on, const char **command_out)
{
	struct command_result result = run_command(a, c, on ? &c->method->on :
	    &c->method->off);
	bool is_on;

	/* What it said does not matter: the drive is asked again. */
	*command_out = result.text;
	c->changed = true;
	if (ask(a, c, &is_on) && is_on == on)
		return true;
	warn_msg("%s: the write cache is to be %s, and is not after '%s'%s",
	    c->device, word(on), result.text, result.output == NULL ?
	    ", which failed" : "");
	return false;
}

/* Sets it as asked for, or finds out why not. */
static void
set_as_asked(struct arena *a, struct cache *c, const struct target *t,
    bool writes, struct facts *facts)
{
	const char *why = obstacle(c, t, writes), *command;

	if (why != NULL) {
		warn_msg("%s: the plan asks for the write cache to be %s, "
		    "which is left as it is: %s", t->path, word(c->wants_on),
		    why);
		facts_set(a, facts, "write_cache_not_set", why);
		return;
	}
	/* A run that goes on knows how it was before the first time. */
	if (c->known && facts_get(facts, "write_cache_found") == NULL)
		facts_set(a, facts, "write_cache_found", word(c->was_on));
	if (!set(a, c, c->wants_on, &command)) {
		facts_setf(a, facts, "write_cache_not_set",
		    "the drive does not obey '%s'", command);
		return;
	}
	c->holds = true;
	facts_set(a, facts, "write_cache_set_by", command);
	note_state(a, c->wants_on, facts);
}

void
cache_prepare(struct arena *a, struct cache *c, const struct target *t,
    const char *asked, bool writes, struct facts *facts)
{
	const char *found = facts_get(facts, "write_cache_found");

	memset(c, 0, sizeof(*c));
	if (t->profile != NULL)
		return;
	if (t->block && t->device.whole_name != NULL) {
		c->method = find_method(&t->device);
		c->device = arena_printf(a, "/dev/%s", t->device.whole_name);
	}
	if (c->method != NULL)
		c->known = ask(a, c, &c->was_on);
	if (c->known)
		note_state(a, c->was_on, facts);
	if (strcmp(asked, "as-found") == 0)
		return;
	facts_set(a, facts, "write_cache_asked", asked);
	c->wants_on = strcmp(asked, "on") == 0;
	c->holds = c->known && c->was_on == c->wants_on;
	if (!c->holds && !is_without(c, facts))
		set_as_asked(a, c, t, writes, facts);
	if (!c->known || found == NULL)
		return;
	c->was_on = strcmp(found, "on") == 0;
	c->changed = c->was_on != c->wants_on;
}

void
cache_keep(struct arena *a, struct cache *c)
{
	const char *command;
	bool is_on;

	if (c->holds && ask(a, c, &is_on) && is_on != c->wants_on)
		c->holds = set(a, c, c->wants_on, &command);
}

void
cache_restore(struct arena *a, struct cache *c)
{
	const char *command;

	if (c->changed && c->known)
		(void)set(a, c, c->was_on, &command);
	c->changed = c->holds = false;
}
