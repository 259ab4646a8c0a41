# SPDX-License-Identifier: Apache-2.0
# conform/: persist-conform, which tests workers in any language, its scripts
# and its tests.

bin_PROGRAMS += conform/persist-conform

conform_persist_conform_SOURCES = \
	conform/conform.c \
	conform/conn.c \
	conform/conn.h \
	conform/environment.c \
	conform/environment.h \
	conform/httpd.c \
	conform/httpd.h \
	conform/launch.c \
	conform/launch.h \
	conform/loose.c \
	conform/loose.h \
	conform/options.c \
	conform/options.h \
	conform/persistd.c \
	conform/persistd.h \
	conform/play.c \
	conform/play.h \
	conform/proc.c \
	conform/proc.h \
	conform/received.c \
	conform/received.h \
	conform/rules.c \
	conform/rules.h \
	conform/rules_ahead.c \
	conform/rules_cancel.c \
	conform/rules_clones.c \
	conform/rules_frames.c \
	conform/rules_life.c \
	conform/rules_load.c \
	conform/rules_request.c \
	conform/rules_start.c \
	conform/rules_streams.c \
	conform/rules_vectors.c \
	conform/runner.c \
	conform/runner.h \
	conform/vectors.c \
	conform/vectors.h
nodist_conform_persist_conform_SOURCES = conform/vectors_lines.h
conform_persist_conform_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_builddir)
conform_persist_conform_CFLAGS = $(AM_CFLAGS) $(MSGPACK_CFLAGS)
conform_persist_conform_LDFLAGS = $(program_ldflags)
conform_persist_conform_LDADD = common/libcommon.la wire/libwire.la

# The vectors, as an array of their lines.
conform_vectors = \
	wire/vectors/messages.txt \
	wire/vectors/refused.txt \
	wire/vectors/streams.txt \
	wire/vectors/variants.txt
conform/vectors_lines.h: $(conform_vectors)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && { \
	printf '%s\n' '/* SPDX-License-Identifier: Apache-2.0 */' \
		'/* vectors_lines.h: made by make. */' \
		'static const char *const vectors_lines[] = {'; \
	for file in $(conform_vectors); do \
	  $(SED) -e 's/[\\"]/\\&/g' -e 's/.*/    "&",/' $(srcdir)/$$file && \
	  echo '    "",' || exit 1; \
	done; \
	echo '};'; } >$@.tmp && mv $@.tmp $@
BUILT_SOURCES += conform/vectors_lines.h
CLEANFILES += conform/vectors_lines.h

# The script under test, in C.
noinst_PROGRAMS += conform/scripts/conform_script
conform_scripts_conform_script_SOURCES = conform/scripts/conform_script.c
conform_scripts_conform_script_CPPFLAGS = \
	$(AM_CPPFLAGS) -I$(srcdir)/workers/core
conform_scripts_conform_script_LDADD = workers/core/libpersist-worker.la

# Not under sanitizers: ASan keeps freed memory, so that every worker grows.
if !SANITIZER
TESTS += \
	conform/tests/broken.test \
	conform/tests/good.test \
	conform/tests/usage.test
endif

EXTRA_DIST += \
	conform/README.md \
	conform/scripts/conform.pl \
	conform/scripts/conform.py \
	conform/scripts/conform.js \
	conform/scripts/conform.lua \
	conform/scripts/conform.rb \
	conform/scripts/conform.scm \
	conform/tests/broken.test \
	conform/tests/broken/answers_cancelled.py \
	conform/tests/broken/asks_early.py \
	conform/tests/broken/asks_too_much.py \
	conform/tests/broken/changes_ready.py \
	conform/tests/broken/counts_seq.py \
	conform/tests/broken/grows.py \
	conform/tests/broken/ignores_stop.py \
	conform/tests/broken/ignores_token.py \
	conform/tests/broken/is_always_idle.py \
	conform/tests/broken/is_never_late.py \
	conform/tests/broken/keeps_broken_bodies.py \
	conform/tests/broken/leaks_descriptors.py \
	conform/tests/broken/leaves_unsaid.py \
	conform/tests/broken/marks_all_answers.py \
	conform/tests/broken/needs_whole_frames.py \
	conform/tests/broken/passes_listener.py \
	conform/tests/broken/shares_sockets.py \
	conform/tests/broken/skips_garbage.py \
	conform/tests/broken/takes_any_unit.py \
	conform/tests/broken/talks_after_end.py \
	conform/tests/frames.py \
	conform/tests/good.test \
	conform/tests/plain.py \
	conform/tests/usage.test

dist_man1_MANS += conform/persist-conform.1
