# SPDX-License-Identifier: BSD-2-Clause
# make            build the programs in build/bin/
# make demo       measure a file on this machine and open with a report
# make test       install what is missing, build with -Werror, run every test
# make check      the quick part of the tests
# make SAN=address,undefined test      the same with sanitizers (in build-san/)
# make samples    make the runs in samples/ again
# make gallery    the articles in samples/reviews/: HTML, PDF, Markdown
# make install PREFIX=/usr/local       make clean       make regen

PREFIX ?= /usr/local
CC ?= gcc
SAN ?=
WERROR ?=
B := $(or $(BUILD),$(if $(SAN),build-san,build))

PACKAGES := libxml-2.0 cairo freetype2 blkid libisal json-c libseccomp liburing libpng libjpeg
PKG_CFLAGS = $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
PKG_LIBS = $(shell pkg-config --libs $(PACKAGES) 2>/dev/null)
CFLAGS ?= -O2 -g
WARN := -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -I. \
	$(WARN) $(if $(WERROR),-Werror) -pthread $(CFLAGS) $(PKG_CFLAGS) \
	$(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer -fno-sanitize-recover=all)
LIBS = $(PKG_LIBS) -laio -lhpdf -lm -pthread

# A folder is a library; its main.c, if it has one, is a program.
FOLDERS := base stats model iolog collect sim analyze render
sources = $(filter-out $(1)/main.c,$(wildcard $(1)/*.c))
archive = $(B)/lib/lib$(1).a
ARCHIVES := $(foreach f,$(FOLDERS),$(call archive,$(f)))
SHARED := $(foreach f,iolog model stats base,$(call archive,$(f)))
PROGRAMS := $(addprefix $(B)/bin/,plateau plateau-log plateau-collect \
	plateau-analyze plateau-render)
UNIT := $(patsubst tests/unit/%.c,$(B)/tests/%,$(wildcard tests/unit/*.c))

all: $(PROGRAMS)

define library
$(call archive,$(1)): $(patsubst %.c,$(B)/%.o,$(call sources,$(1)))
	@mkdir -p $$(@D)
	@rm -f $$@
	@ar rcs $$@ $$^
endef
$(foreach f,$(FOLDERS),$(eval $(call library,$(f))))

$(B)/bin/plateau: $(B)/front/main.o $(SHARED)
$(B)/bin/plateau-log: $(B)/iolog/main.o $(SHARED)
$(B)/bin/plateau-collect: $(B)/collect/main.o $(call archive,collect) \
	$(call archive,sim) $(SHARED)
$(B)/bin/plateau-analyze: $(B)/analyze/main.o $(call archive,analyze) $(SHARED)
$(B)/bin/plateau-render: $(B)/render/main.o $(call archive,render) $(SHARED)
$(B)/tests/%: $(B)/tests/unit/%.o $(ARCHIVES) $(SHARED)
	@mkdir -p $(@D)
	@echo "  LINK    $@"
	@$(CC) $(ALL_CFLAGS) -o $@ $^ $(SHARED) $(LIBS)
$(B)/bench/%: $(B)/bench/%.o $(ARCHIVES) $(SHARED)
	@mkdir -p $(@D)
	@echo "  LINK    $@"
	@$(CC) $(ALL_CFLAGS) -o $@ $^ $(SHARED) $(LIBS) -lzstd
$(B)/fuzz/%: $(B)/tests/fuzz/%.o $(ARCHIVES) $(SHARED)
	@mkdir -p $(@D)
	@echo "  LINK    $@"
	@$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer -o $@ $^ $(SHARED) $(LIBS)
$(PROGRAMS):
	@mkdir -p $(@D)
	@echo "  LINK    $@"
	@$(CC) $(ALL_CFLAGS) -o $@ $^ $(LIBS)

$(B)/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC      $<"
	@$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

-include $(shell test -d $(B) && find $(B) -name '*.d')

# The library for programs of others: what iolog.h and ring.h offer, in one
# object in which all other names are local.
IOLOG := $(B)/lib/libplateau-iolog.a
$(IOLOG): $(call archive,iolog) $(call archive,base)
	@ld -r -o $(@:.a=.o) -u iolog_reader_open -u iolog_recorder_open \
		-u iolog_status_text $^
	@objcopy --wildcard --keep-global-symbol='iolog_*' $(@:.a=.o)
	@rm -f $@ && ar rcs $@ $(@:.a=.o)

# Tests.  A test is a program in tests/unit, or a script in tests/cli or
# tests/faults; tests/run runs them.
units: $(UNIT)
SCRIPTS = $(sort $(wildcard tests/cli/*.sh tests/cli/*.py tests/faults/*.sh))

check:
	@tools/deps build
	@$(MAKE) --no-print-directory -j2 WERROR=1 all units
	@tests/run $(B) $(UNIT)

test:
	@tools/deps test
	@$(MAKE) --no-print-directory -j2 WERROR=1 all units
	@tests/run $(B) $(UNIT) $(SCRIPTS)

# The demo: measures a file of its own, or the drive TARGET whose serial number
# is DESTROY, and opens with a report.
demo:
	@tools/deps demo
	@$(MAKE) --no-print-directory -j2 all
	@tools/demo $(B) '$(TARGET)' '$(DESTROY)'

# The runs in samples/, made again and compared with what is kept.
samples: all
	@samples/run $(B)

# The articles of samples/reviews/, as pages.
gallery:
	@tools/deps demo
	@$(MAKE) --no-print-directory -j2 all
	@tools/gallery $(B)

# The golden figures, drawn anew: each that changed is shown and asked about.
regen:
	@$(MAKE) --no-print-directory -j2 WERROR=1 $(B)/tests/render_gallery
	@tests/regen-golden.sh $(B)

# Measured comparisons: make bench-iolog, bench-collect, bench-analyze ...  A
# bench is a program or a script that prints a table.
bench-%:
	@tools/deps bench
	@$(MAKE) --no-print-directory -j2 all
	@if [ -f bench/$*.sh ]; then sh bench/$*.sh $(B); else \
		$(MAKE) --no-print-directory $(B)/bench/$* && $(B)/bench/$*; fi

# Fuzzers, built by clang with sanitizers in build-fuzz/; tests/fuzz/run runs
# each over its corpus and on, for FUZZ_SECONDS in all.
FUZZERS = $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(wildcard tests/fuzz/*.c))
FUZZ_SECONDS ?= 600
fuzzers: $(FUZZERS)
fuzz:
	@$(MAKE) --no-print-directory -j2 BUILD=build-fuzz CC=clang \
		SAN=fuzzer-no-link,address,undefined fuzzers
	@tests/fuzz/run build-fuzz $(FUZZ_SECONDS)

install: to = $(DESTDIR)$(PREFIX)
install: all $(IOLOG)
	install -d '$(to)/bin' '$(to)/share/man/man1' '$(to)/lib/pkgconfig' \
		'$(to)/include/plateau/iolog' '$(to)/share/plateau'
	install $(PROGRAMS) '$(to)/bin'
	install -m 644 docs/man/*.1 '$(to)/share/man/man1'
	install -D -m 644 front/completion.bash \
		'$(to)/share/bash-completion/completions/plateau'
	install -m 644 iolog/iolog.h iolog/ring.h iolog/generator.h \
		'$(to)/include/plateau/iolog'
	install -m 644 $(IOLOG) '$(to)/lib/libplateau-iolog.a'
	sed -e 's|@PREFIX@|$(PREFIX)|' -e "s|@VERSION@|$$(sed -n \
		's/.*PLATEAU_VERSION "\(.*\)"/\1/p' base/version.h)|" \
		iolog/plateau-iolog.pc.in \
		>'$(to)/lib/pkgconfig/plateau-iolog.pc'
	to=$$(cd '$(to)/share/plateau' && pwd) && cd templates && \
		find . -type f -exec install -D -m 644 '{}' "$$to/{}" ';'

clean:
	rm -rf build build-san build-fuzz

.PHONY: all units check test demo samples gallery regen install clean fuzz fuzzers
.SECONDARY:
