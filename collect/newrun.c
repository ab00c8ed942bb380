/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <string.h>
#include <sys/random.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/version.h"
#include "collect/ata.h"
#include "collect/holes.h"
#include "collect/identity.h"
#include "collect/newrun.h"
#include "collect/nvme.h"
#include "collect/queue.h"
#include "collect/smart.h"
#include "collect/ticks.h"
#include "collect/wiring.h"
#include "iolog/generator.h"

/* Text of 16 bytes as a UUID of this version. */
static const char *
uuid_text(struct arena *a, uint8_t u[16], uint8_t version)
{
	u[6] = (uint8_t)((u[6] & 0x0f) | version << 4);
	u[8] = (uint8_t)((u[8] & 0x3f) | 0x80);
	return arena_printf(a, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-"
	    "%02x%02x%02x%02x%02x%02x", u[0], u[1], u[2], u[3], u[4], u[5],
	    u[6], u[7], u[8], u[9], u[10], u[11], u[12], u[13], u[14], u[15]);
}

static const char *
new_uuid(struct arena *a)
{
	uint8_t u[16] = {0};

	/* A kernel without randomness is no reason not to measure. */
	if (getrandom(u, sizeof(u), 0) != sizeof(u))
		put_u64(u, clock_ns(CLOCK_REALTIME));
	return uuid_text(a, u, 4);
}

/* Goes on with a fingerprint of what is in the file, if it is there. */
static uint64_t
add_file(struct arena *a, const char *path, uint64_t fingerprint)
{
	size_t length = 0;
	const char *text = file_read(a, path, (size_t)1 << 24, &length);

	for (size_t i = 0; i < length; i++)
		fingerprint = generator_mix(fingerprint ^
		    (uint8_t)text[i]);
	return fingerprint;
}

/* Equal simulations are one and the same run: the id is made of all that the
 * result depends on. */
static const char *
simulated_uuid(struct arena *a, const char *run_dir, uint64_t seed)
{
	uint64_t fingerprint = generator_mix(seed + 1);
	uint8_t u[16];

	for (const char *p = PLATEAU_VERSION; *p != '\0'; p++)
		fingerprint = generator_mix(fingerprint ^ (uint8_t)*p);
	fingerprint = add_file(a, arena_printf(a, "%s/plan.xml", run_dir),
	    fingerprint);
	fingerprint = add_file(a, arena_printf(a, "%s/drive.xml", run_dir),
	    fingerprint);
	put_u64(u, fingerprint);
	put_u64(u + 8, generator_mix(fingerprint));
	return uuid_text(a, u, 8);
}

static void
set_conditions(struct arena *a, struct run *run, const struct options *o,
    const struct plan *plan, const struct target *t, enum safety_log place)
{
	struct facts *c = &run->conditions;

	facts_set(a, c, "target_kind", t->profile != NULL ? "simulated" :
	    t->block ? "block" : "file");
	if (t->created)
		facts_set(a, c, "target_created", "yes");
	if (place == SAFETY_LOG_SAME_FS)
		facts_set(a, c, "log_on_target_fs", "yes");
	/* The demonstration's own plan says what it is by its name. */
	if (o->demonstration || strcmp(plan->name, "demo") == 0)
		facts_set(a, c, "demonstration", "yes");
	if (t->in_use != NULL)
		facts_set(a, c, "target_in_use", t->in_use);
	if (holes_are_read(plan, t))
		facts_set(a, c, "reads_never_written", "yes");

	const char *excess = queue_excess(a, plan, t);

	if (excess != NULL)
		facts_set(a, c, "queue_exceeded", excess);
}

struct run *
newrun(struct arena *a, const struct options *o, const struct plan *plan,
    const struct target *t, enum safety_log place)
{
	struct run *run = arena_alloc(a, sizeof(*run));

	run->tool = "plateau " PLATEAU_VERSION;
	run->uuid = t->profile == NULL ? new_uuid(a) :
	    simulated_uuid(a, o->run_dir, o->seed);
	run->simulated = t->profile != NULL;
	run->plan = plan->name;
	run->title = plan->title;
	run->specification = plan->specification;
	run->engine = o->engine->name;
	run->command = o->command;
	run->target = identity_target(a, t);
	run->plan_sha256 = plan_sha256(a, arena_printf(a, "%s/plan.xml",
	    o->run_dir));
	run->seed = o->seed;
	run->scale = plan->scale;
	run->status = RUN_RUNNING;
	run->nstages = plan->nstages;
	run->stages = arena_array(a, plan->nstages, sizeof(*run->stages));
	for (size_t i = 0; i < plan->nstages; i++) {
		run->stages[i].number = plan->stages[i].number;
		run->stages[i].kind = plan_kind_name(plan->stages[i].kind);
		run->stages[i].id = plan->stages[i].id;
	}
	identity_device(a, t, &run->device);
	smart_identify(a, t, &run->device);
	nvme_identify(a, t, &run->device);
	ata_identify(a, t, &run->device);
	identity_host(a, &run->host);
	wiring_hba(a, &run->device, &run->host);
	if (o->pin.text != NULL)
		facts_set(a, &run->host, "pinned_cpus", o->pin.text);
	set_conditions(a, run, o, plan, t, place);
	return run;
}
