# SPDX-License-Identifier: Apache-2.0
# workers/guile/: the SDK for Guile 3.0, in plain Scheme over libpersist-worker.
# Its modules are compiled here: a worker's user can seldom write Guile's cache.

guile_top = workers/guile/persist-worker.scm
guile_parts = \
	workers/guile/persist-worker/attend.scm \
	workers/guile/persist-worker/block.scm \
	workers/guile/persist-worker/cloning.scm \
	workers/guile/persist-worker/core.scm \
	workers/guile/persist-worker/deadline.scm \
	workers/guile/persist-worker/errors.scm \
	workers/guile/persist-worker/files.scm \
	workers/guile/persist-worker/head.scm \
	workers/guile/persist-worker/part.scm \
	workers/guile/persist-worker/plain.scm \
	workers/guile/persist-worker/request.scm \
	workers/guile/persist-worker/response.scm \
	workers/guile/persist-worker/stdio.scm \
	workers/guile/persist-worker/system.scm \
	workers/guile/persist-worker/terminal.scm \
	workers/guile/persist-worker/worker.scm

if GUILE_SDK
guile_go_top = $(guile_top:.scm=.go)
guile_go_parts = $(guile_parts:.scm=.go)
guilepartsdir = $(guiledir)/persist-worker
guilegopartsdir = $(guilegodir)/persist-worker
own_folders += $(guilepartsdir) $(guilegopartsdir)
guile_DATA = $(guile_top)
guileparts_DATA = $(guile_parts)
guilego_DATA = $(guile_go_top)
guilegoparts_DATA = $(guile_go_parts)
CLEANFILES += $(guile_go_top) $(guile_go_parts)

# Code of one module may stand in another one: a change compiles all.
$(guile_go_top) $(guile_go_parts): $(guile_top) $(guile_parts)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	GUILE_AUTO_COMPILE=0 GUILE_LOAD_COMPILED_PATH= $(GUILE) \
		-L $(abs_top_srcdir)/workers/guile \
		$(srcdir)/workers/guile/compile.scm \
		$(abs_top_srcdir)/$(@:.go=.scm) $@

# Guile takes no compiled file that is older than its source. A rule for
# automake's target would replace it, so a variable names it.
guile_go_installs = install-guilegoDATA install-guilegopartsDATA
$(guile_go_installs): install-guileDATA install-guilepartsDATA
endif

TESTS += workers/guile/guile.test
EXTRA_DIST += \
	$(guile_top) \
	$(guile_parts) \
	workers/guile/README.md \
	workers/guile/compile.scm \
	workers/guile/examples/word-path.scm \
	workers/guile/guile.test \
	workers/guile/test/block-test.scm \
	workers/guile/test/plain-test.scm \
	workers/guile/test/stub/persist-worker.scm \
	workers/guile/test/words.txt
