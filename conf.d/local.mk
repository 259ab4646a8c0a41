# SPDX-License-Identifier: Apache-2.0
# conf.d/: configuration files to include or to copy, one for each topic.

confdir = $(pkgdatadir)/conf.d
own_folders += $(confdir)
dist_conf_DATA = \
	conf.d/persist-htaccess.conf \
	conf.d/persist-scripts.conf \
	conf.d/persist-sources.conf \
	conf.d/persist-status.conf \
	conf.d/persist.conf
nodist_conf_DATA = conf.d/persist.load

conf.d/persist.load: conf.d/persist.load.in Makefile
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	sed -e 's|@moduledir[@]|$(moduledir)|' \
		$(srcdir)/conf.d/persist.load.in >$@.tmp && \
	mv $@.tmp $@

CLEANFILES += conf.d/persist.load
EXTRA_DIST += conf.d/persist.load.in
