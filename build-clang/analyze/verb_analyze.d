build-clang/analyze/verb_analyze.o: analyze/verb_analyze.c \
  analyze/analysis.h analyze/test.h analyze/scan.h analyze/frameio.h \
  iolog/iolog.h analyze/parallel.h analyze/replay.h stats/moments.h \
  analyze/tally.h analyze/percentile.h stats/histogram.h model/factor.h \
  base/arena.h model/plan.h model/amount.h model/results.h model/table.h \
  model/run.h analyze/window.h analyze/checks.h analyze/deviations.h \
  analyze/fingerprint.h analyze/findings.h analyze/kept.h analyze/logs.h \
  analyze/scanner.h analyze/summary.h analyze/tables.h \
  analyze/verb_analyze.h analyze/options.h analyze/share.h base/file.h \
  base/report.h base/version.h

analyze/analysis.h:

analyze/test.h:

analyze/scan.h:

analyze/frameio.h:

iolog/iolog.h:

analyze/parallel.h:

analyze/replay.h:

stats/moments.h:

analyze/tally.h:

analyze/percentile.h:

stats/histogram.h:

model/factor.h:

base/arena.h:

model/plan.h:

model/amount.h:

model/results.h:

model/table.h:

model/run.h:

analyze/window.h:

analyze/checks.h:

analyze/deviations.h:

analyze/fingerprint.h:

analyze/findings.h:

analyze/kept.h:

analyze/logs.h:

analyze/scanner.h:

analyze/summary.h:

analyze/tables.h:

analyze/verb_analyze.h:

analyze/options.h:

analyze/share.h:

base/file.h:

base/report.h:

base/version.h:
