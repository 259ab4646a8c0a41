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

# Below /usr/local and /usr, interpreters find the SDKs by themselves.
if OWN_PREFIX
persist_load_cut =
else
persist_load_cut = -e '/^$$/,$$d'
endif
conf.d/persist.load: conf.d/persist.load.in Makefile
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	sed $(persist_load_cut) \
		-e 's|@moduledir[@]|$(moduledir)|' \
		-e 's|@pyexecdir[@]|$(pyexecdir)|' \
		-e 's|@rubydir[@]|$(rubydir)|' \
		-e 's|@perldir[@]|$(persistperldir)|' \
		-e 's|@nodedir[@]|$(nodemodulesdir)|' \
		-e 's|@lua54dir[@]|$(lua54dir)|' \
		-e 's|@lua54execdir[@]|$(lua54execdir)|' \
		-e 's|@guiledir[@]|$(guiledir)|' \
		-e 's|@guilegodir[@]|$(guilegodir)|' \
		-e 's|@libdir[@]|$(libdir)|' \
		$(srcdir)/conf.d/persist.load.in >$@.tmp && \
	mv $@.tmp $@

CLEANFILES += conf.d/persist.load
EXTRA_DIST += conf.d/persist.load.in
