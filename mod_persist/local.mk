# SPDX-License-Identifier: Apache-2.0
# mod_persist/: the httpd module and the tests of its pure parts.

module_LTLIBRARIES += mod_persist/mod_persist.la
installed_archives += $(moduledir)/mod_persist.la
noinst_LTLIBRARIES += mod_persist/libpersist.la

# All but the module's record; tests take from it what works without httpd.
mod_persist_libpersist_la_SOURCES = \
	mod_persist/app/persist_entry.c \
	mod_persist/app/persist_entry.h \
	mod_persist/app/persist_guard.c \
	mod_persist/app/persist_guard.h \
	mod_persist/app/persist_launch.c \
	mod_persist/app/persist_launch.h \
	mod_persist/app/persist_mount.c \
	mod_persist/app/persist_mount.h \
	mod_persist/app/persist_permit.c \
	mod_persist/app/persist_permit.h \
	mod_persist/app/persist_public.c \
	mod_persist/app/persist_public.h \
	mod_persist/app/persist_route.c \
	mod_persist/app/persist_route.h \
	mod_persist/app/persist_static.c \
	mod_persist/app/persist_static.h \
	mod_persist/config/persist_config.c \
	mod_persist/config/persist_config.h \
	mod_persist/config/persist_config_app.c \
	mod_persist/config/persist_config_app.h \
	mod_persist/config/persist_config_buffer.c \
	mod_persist/config/persist_config_buffer.h \
	mod_persist/config/persist_config_ceiling.c \
	mod_persist/config/persist_config_ceiling.h \
	mod_persist/config/persist_config_cgi_log.c \
	mod_persist/config/persist_config_cgi_log.h \
	mod_persist/config/persist_config_commands.c \
	mod_persist/config/persist_config_commands.h \
	mod_persist/config/persist_config_env.c \
	mod_persist/config/persist_config_env.h \
	mod_persist/config/persist_config_handler.h \
	mod_persist/config/persist_config_interpreter.c \
	mod_persist/config/persist_config_interpreter.h \
	mod_persist/config/persist_config_life.c \
	mod_persist/config/persist_config_life.h \
	mod_persist/config/persist_config_nest.c \
	mod_persist/config/persist_config_nest.h \
	mod_persist/config/persist_config_read.c \
	mod_persist/config/persist_config_read.h \
	mod_persist/config/persist_config_sections.c \
	mod_persist/config/persist_config_sections.h \
	mod_persist/config/persist_config_value.c \
	mod_persist/config/persist_config_value.h \
	mod_persist/htaccess/persist_ability.c \
	mod_persist/htaccess/persist_ability.h \
	mod_persist/htaccess/persist_feed.c \
	mod_persist/htaccess/persist_feed.h \
	mod_persist/htaccess/persist_figures.c \
	mod_persist/htaccess/persist_figures.h \
	mod_persist/htaccess/persist_hold.c \
	mod_persist/htaccess/persist_hold.h \
	mod_persist/htaccess/persist_htaccess.c \
	mod_persist/htaccess/persist_htaccess.h \
	mod_persist/htaccess/persist_kept.c \
	mod_persist/htaccess/persist_kept.h \
	mod_persist/htaccess/persist_learn.c \
	mod_persist/htaccess/persist_learn.h \
	mod_persist/htaccess/persist_lend.c \
	mod_persist/htaccess/persist_lend.h \
	mod_persist/htaccess/persist_local.h \
	mod_persist/htaccess/persist_local_linux.c \
	mod_persist/htaccess/persist_local_posix.c \
	mod_persist/htaccess/persist_refused.c \
	mod_persist/htaccess/persist_refused.h \
	mod_persist/htaccess/persist_store.c \
	mod_persist/htaccess/persist_store.h \
	mod_persist/htaccess/persist_text.c \
	mod_persist/htaccess/persist_text.h \
	mod_persist/htaccess/persist_weight.c \
	mod_persist/htaccess/persist_weight.h \
	mod_persist/lifecycle/persist_ask.c \
	mod_persist/lifecycle/persist_ask.h \
	mod_persist/lifecycle/persist_check.c \
	mod_persist/lifecycle/persist_check.h \
	mod_persist/lifecycle/persist_child.c \
	mod_persist/lifecycle/persist_child.h \
	mod_persist/lifecycle/persist_child_ask.c \
	mod_persist/lifecycle/persist_child_ask.h \
	mod_persist/lifecycle/persist_copy.c \
	mod_persist/lifecycle/persist_copy.h \
	mod_persist/lifecycle/persist_daemon.c \
	mod_persist/lifecycle/persist_daemon.h \
	mod_persist/lifecycle/persist_environment.c \
	mod_persist/lifecycle/persist_environment.h \
	mod_persist/lifecycle/persist_instance.c \
	mod_persist/lifecycle/persist_instance.h \
	mod_persist/lifecycle/persist_lifecycle.c \
	mod_persist/lifecycle/persist_lifecycle.h \
	mod_persist/lifecycle/persist_link.c \
	mod_persist/lifecycle/persist_link.h \
	mod_persist/lifecycle/persist_presence.c \
	mod_persist/lifecycle/persist_presence.h \
	mod_persist/lifecycle/persist_pulse.c \
	mod_persist/lifecycle/persist_pulse.h \
	mod_persist/lifecycle/persist_room.c \
	mod_persist/lifecycle/persist_room.h \
	mod_persist/lifecycle/persist_runtime.c \
	mod_persist/lifecycle/persist_runtime.h \
	mod_persist/lifecycle/persist_settings.c \
	mod_persist/lifecycle/persist_settings.h \
	mod_persist/lifecycle/persist_spawn.c \
	mod_persist/lifecycle/persist_spawn.h \
	mod_persist/lifecycle/persist_stop.c \
	mod_persist/lifecycle/persist_stop.h \
	mod_persist/lifecycle/persist_stream.c \
	mod_persist/lifecycle/persist_stream.h \
	mod_persist/lifecycle/persist_unload.c \
	mod_persist/lifecycle/persist_unload.h \
	mod_persist/lifecycle/persist_user.c \
	mod_persist/lifecycle/persist_user.h \
	mod_persist/lifecycle/persist_watch.c \
	mod_persist/lifecycle/persist_watch.h \
	mod_persist/request/persist_admission.c \
	mod_persist/request/persist_admission.h \
	mod_persist/request/persist_affinity.c \
	mod_persist/request/persist_affinity.h \
	mod_persist/request/persist_env_block.c \
	mod_persist/request/persist_env_block.h \
	mod_persist/exchange/persist_backlog.c \
	mod_persist/exchange/persist_backlog.h \
	mod_persist/exchange/persist_body.c \
	mod_persist/exchange/persist_body.h \
	mod_persist/exchange/persist_call.h \
	mod_persist/exchange/persist_call_spool.c \
	mod_persist/exchange/persist_call_spool.h \
	mod_persist/response/persist_advice.c \
	mod_persist/response/persist_advice.h \
	mod_persist/response/persist_cgi.c \
	mod_persist/response/persist_cgi.h \
	mod_persist/response/persist_conditions.c \
	mod_persist/response/persist_conditions.h \
	mod_persist/exchange/persist_buffers.c \
	mod_persist/exchange/persist_buffers.h \
	mod_persist/exchange/persist_connection.c \
	mod_persist/exchange/persist_connection.h \
	mod_persist/exchange/persist_connection_watch.c \
	mod_persist/exchange/persist_connection_watch.h \
	mod_persist/exchange/persist_descriptors.c \
	mod_persist/exchange/persist_descriptors.h \
	mod_persist/exchange/persist_direct.c \
	mod_persist/exchange/persist_direct.h \
	mod_persist/exchange/persist_exchange.c \
	mod_persist/exchange/persist_exchange.h \
	mod_persist/exchange/persist_failure.c \
	mod_persist/exchange/persist_failure.h \
	mod_persist/exchange/persist_fate.c \
	mod_persist/exchange/persist_fate.h \
	mod_persist/response/persist_error_page.c \
	mod_persist/response/persist_error_page.h \
	mod_persist/response/persist_fault.c \
	mod_persist/response/persist_fault.h \
	mod_persist/response/persist_fields.c \
	mod_persist/response/persist_fields.h \
	mod_persist/exchange/persist_cgi_log.c \
	mod_persist/exchange/persist_cgi_log.h \
	mod_persist/exchange/persist_gather.c \
	mod_persist/exchange/persist_gather.h \
	mod_persist/response/persist_file.c \
	mod_persist/response/persist_file.h \
	mod_persist/exchange/persist_reply_frames.c \
	mod_persist/exchange/persist_reply_frames.h \
	mod_persist/response/persist_headers.c \
	mod_persist/response/persist_headers.h \
	mod_persist/request/persist_key.c \
	mod_persist/request/persist_key.h \
	mod_persist/request/persist_lease.c \
	mod_persist/request/persist_lease.h \
	mod_persist/exchange/persist_notes.c \
	mod_persist/exchange/persist_notes.h \
	mod_persist/exchange/persist_output.c \
	mod_persist/exchange/persist_output.h \
	mod_persist/exchange/persist_forward.c \
	mod_persist/exchange/persist_forward.h \
	mod_persist/exchange/persist_patience.c \
	mod_persist/exchange/persist_patience.h \
	mod_persist/exchange/persist_pour.c \
	mod_persist/exchange/persist_pour.h \
	mod_persist/request/persist_measure.c \
	mod_persist/request/persist_measure.h \
	mod_persist/request/persist_pool.c \
	mod_persist/request/persist_pool.h \
	mod_persist/request/persist_request.c \
	mod_persist/request/persist_request.h \
	mod_persist/request/persist_request_id.c \
	mod_persist/request/persist_request_id.h \
	mod_persist/response/persist_ranges.c \
	mod_persist/response/persist_ranges.h \
	mod_persist/response/persist_command.c \
	mod_persist/response/persist_command.h \
	mod_persist/response/persist_log_id.c \
	mod_persist/response/persist_log_id.h \
	mod_persist/response/persist_page.c \
	mod_persist/response/persist_page.h \
	mod_persist/response/persist_policy.c \
	mod_persist/response/persist_policy.h \
	mod_persist/response/persist_response.c \
	mod_persist/response/persist_response.h \
	mod_persist/request/persist_retry.c \
	mod_persist/request/persist_retry.h \
	mod_persist/exchange/persist_script_fault.c \
	mod_persist/exchange/persist_script_fault.h \
	mod_persist/exchange/persist_script_log.c \
	mod_persist/exchange/persist_script_log.h \
	mod_persist/exchange/persist_seq.c \
	mod_persist/exchange/persist_seq.h \
	mod_persist/exchange/persist_soft_deadline.c \
	mod_persist/exchange/persist_soft_deadline.h \
	mod_persist/exchange/persist_spool.c \
	mod_persist/exchange/persist_spool.h \
	mod_persist/exchange/persist_spool_budget.c \
	mod_persist/exchange/persist_spool_budget.h \
	mod_persist/exchange/persist_spool_file.c \
	mod_persist/exchange/persist_spool_file.h \
	mod_persist/exchange/persist_trace.c \
	mod_persist/exchange/persist_trace.h \
	mod_persist/exchange/persist_turn.c \
	mod_persist/exchange/persist_turn.h \
	mod_persist/exchange/persist_times.c \
	mod_persist/exchange/persist_times.h \
	mod_persist/request/persist_translated.c \
	mod_persist/request/persist_translated.h \
	mod_persist/request/persist_variables.c \
	mod_persist/request/persist_variables.h \
	mod_persist/exchange/persist_unblock.c \
	mod_persist/exchange/persist_unblock.h \
	mod_persist/exchange/persist_wait.c \
	mod_persist/exchange/persist_wait.h \
	mod_persist/exchange/persist_wait_slice.c \
	mod_persist/exchange/persist_wait_slice.h \
	mod_persist/exchange/persist_words.c \
	mod_persist/exchange/persist_words.h \
	mod_persist/exchange/persist_yield.h \
	mod_persist/exchange/persist_yield_linux.c \
	mod_persist/exchange/persist_yield_posix.c \
	mod_persist/status/persist_status.c \
	mod_persist/status/persist_status.h \
	mod_persist/status/persist_status_htaccess.c \
	mod_persist/status/persist_status_htaccess.h \
	mod_persist/status/persist_status_scope.c \
	mod_persist/status/persist_status_scope.h
nodist_mod_persist_libpersist_la_SOURCES = \
	mod_persist/response/persist_advice_page.h \
	mod_persist/status/persist_status_page.h
mod_persist_libpersist_la_CPPFLAGS = $(AM_CPPFLAGS) -Imod_persist

mod_persist_mod_persist_la_SOURCES = mod_persist/mod_persist.c
mod_persist_mod_persist_la_LDFLAGS = $(product_ldflags) -module -avoid-version \
	-shared -export-symbols-regex '^persist_module$$'
mod_persist_mod_persist_la_LIBADD = \
	mod_persist/libpersist.la \
	slots/libslots_shm.la \
	wire/libwire.la

# The pages are HTML files; the module includes each one as a C string.
persist_status_quote = sed -e 's/[\\"]/\\&/g' -e 's/^/"/' -e 's/$$/\\n"/'

mod_persist/status/persist_status_page.h: mod_persist/status/persist_status.html
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	$(persist_status_quote) \
		$(srcdir)/mod_persist/status/persist_status.html >$@.tmp && \
	mv $@.tmp $@

mod_persist/response/persist_advice_page.h: docs/errors.md \
		mod_persist/response/errors.awk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	$(AWK) -f $(srcdir)/mod_persist/response/errors.awk \
		$(srcdir)/docs/errors.md >$@.html && \
	$(persist_status_quote) $@.html >$@.tmp && \
	rm -f $@.html && mv $@.tmp $@

persist_status_pages = \
	mod_persist/response/persist_advice_page.h \
	mod_persist/status/persist_status_page.h
BUILT_SOURCES += $(persist_status_pages)
CLEANFILES += $(persist_status_pages)
EXTRA_DIST += \
	mod_persist/README.md \
	mod_persist/response/errors.awk \
	mod_persist/status/persist_status.html

persist_config_tests = \
	mod_persist/config/tests/persist_config_test \
	mod_persist/config/tests/persist_config_nest_test \
	mod_persist/config/tests/persist_config_sections_test \
	mod_persist/config/tests/persist_config_value_test
check_PROGRAMS += $(persist_config_tests)
TESTS += $(persist_config_tests)

include mod_persist/app/local.mk
include mod_persist/htaccess/local.mk
include mod_persist/lifecycle/local.mk
include mod_persist/response/local.mk
include mod_persist/exchange/local.mk
include mod_persist/request/local.mk
include conf.d/local.mk
