# SPDX-License-Identifier: Apache-2.0
# workers/guile/: the SDK for Guile 3.0, in plain Scheme over libpersist-worker.

guile_top = workers/guile/persist-worker.scm
guile_parts = \
	workers/guile/persist-worker/attend.scm \
	workers/guile/persist-worker/block.scm \
	workers/guile/persist-worker/cloning.scm \
	workers/guile/persist-worker/core.scm \
	workers/guile/persist-worker/deadline.scm \
	workers/guile/persist-worker/errors.scm \
	workers/guile/persist-worker/files.scm \
	workers/guile/persist-worker/request.scm \
	workers/guile/persist-worker/response.scm \
	workers/guile/persist-worker/worker.scm

if GUILE_SDK
guilepartsdir = $(guiledir)/persist-worker
own_folders += $(guilepartsdir)
guile_DATA = $(guile_top)
guileparts_DATA = $(guile_parts)
endif

TESTS += workers/guile/guile.test
EXTRA_DIST += \
	$(guile_top) \
	$(guile_parts) \
	workers/guile/README.md \
	workers/guile/examples/word-path.scm \
	workers/guile/guile.test \
	workers/guile/test/block-test.scm \
	workers/guile/test/stub/persist-worker.scm \
	workers/guile/test/words.txt
