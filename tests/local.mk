# SPDX-License-Identifier: Apache-2.0
# tests/: the house's own rules, and what tests of several folders share.

# None of them runs what a sanitizer watches.
if !SANITIZER
TESTS += \
	tests/failures.test \
	tests/hardened.test \
	tests/house.test \
	tests/index.test \
	tests/install-debian.test \
	tests/newcomer.test \
	tests/readme.test \
	tests/rebuild.test \
	tests/uninstall.test
endif
EXTRA_DIST += \
	tests/csource.py \
	tests/decisions.py \
	tests/dialect.py \
	tests/each-file.sh \
	tests/failures.py \
	tests/failures.test \
	tests/hardened.test \
	tests/house.py \
	tests/house.test \
	tests/index.test \
	tests/install-debian.test \
	tests/lingering.h \
	tests/newcomer.test \
	tests/pages.py \
	tests/readme.test \
	tests/rebuild.test \
	tests/tap.h \
	tests/tap.py \
	tests/timed.sh \
	tests/uninstall.test \
	tests/waiting.py
