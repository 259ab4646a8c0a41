# SPDX-License-Identifier: Apache-2.0
# persistctl/: the command-line program.

bin_PROGRAMS += persistctl/persistctl
noinst_LTLIBRARIES += persistctl/libctl.la

persistctl_libctl_la_SOURCES = \
	persistctl/ctl_ask.c \
	persistctl/ctl_ask.h \
	persistctl/ctl_each.c \
	persistctl/ctl_each.h \
	persistctl/ctl_fields.c \
	persistctl/ctl_fields.h \
	persistctl/ctl_file.c \
	persistctl/ctl_file.h \
	persistctl/ctl_folder.c \
	persistctl/ctl_folder.h \
	persistctl/ctl_front_door.c \
	persistctl/ctl_front_door.h \
	persistctl/ctl_instances.c \
	persistctl/ctl_instances.h \
	persistctl/ctl_log.c \
	persistctl/ctl_log.h \
	persistctl/ctl_log_lines.c \
	persistctl/ctl_log_lines.h \
	persistctl/ctl_log_seen.c \
	persistctl/ctl_log_seen.h \
	persistctl/ctl_look.c \
	persistctl/ctl_look.h \
	persistctl/ctl_options.c \
	persistctl/ctl_options.h \
	persistctl/ctl_order.c \
	persistctl/ctl_order.h \
	persistctl/ctl_print.c \
	persistctl/ctl_print.h \
	persistctl/ctl_rates.c \
	persistctl/ctl_rates.h \
	persistctl/ctl_screen.c \
	persistctl/ctl_screen.h \
	persistctl/ctl_scripts.c \
	persistctl/ctl_scripts.h \
	persistctl/ctl_shell.c \
	persistctl/ctl_shell.h \
	persistctl/ctl_start.c \
	persistctl/ctl_start.h \
	persistctl/ctl_stop.c \
	persistctl/ctl_stop.h \
	persistctl/ctl_table.c \
	persistctl/ctl_table.h \
	persistctl/ctl_top.c \
	persistctl/ctl_top.h \
	persistctl/ctl_trust.c \
	persistctl/ctl_trust.h \
	persistctl/ctl_way.c \
	persistctl/ctl_way.h \
	persistctl/doctor/doctor.c \
	persistctl/doctor/doctor.h \
	persistctl/doctor/doctor_access.c \
	persistctl/doctor/doctor_access.h \
	persistctl/doctor/doctor_address.c \
	persistctl/doctor/doctor_application.c \
	persistctl/doctor/doctor_ask.c \
	persistctl/doctor/doctor_bundle.c \
	persistctl/doctor/doctor_bundle.h \
	persistctl/doctor/doctor_cgi.c \
	persistctl/doctor/doctor_cgi.h \
	persistctl/doctor/doctor_cgi_own.c \
	persistctl/doctor/doctor_cgi_trust.c \
	persistctl/doctor/doctor_configuration.c \
	persistctl/doctor/doctor_database.c \
	persistctl/doctor/doctor_diagnosis.c \
	persistctl/doctor/doctor_diagnosis.h \
	persistctl/doctor/doctor_entry.c \
	persistctl/doctor/doctor_environment.c \
	persistctl/doctor/doctor_explain.c \
	persistctl/doctor/doctor_fetch.c \
	persistctl/doctor/doctor_files.c \
	persistctl/doctor/doctor_files.h \
	persistctl/doctor/doctor_home.c \
	persistctl/doctor/doctor_home.h \
	persistctl/doctor/doctor_htaccess.c \
	persistctl/doctor/doctor_htaccess.h \
	persistctl/doctor/doctor_http.c \
	persistctl/doctor/doctor_http.h \
	persistctl/doctor/doctor_lines.c \
	persistctl/doctor/doctor_link.c \
	persistctl/doctor/doctor_mend.c \
	persistctl/doctor/doctor_mend.h \
	persistctl/doctor/doctor_modes.c \
	persistctl/doctor/doctor_names.c \
	persistctl/doctor/doctor_offer.c \
	persistctl/doctor/doctor_place.c \
	persistctl/doctor/doctor_pools.c \
	persistctl/doctor/doctor_pools.h \
	persistctl/doctor/doctor_report.c \
	persistctl/doctor/doctor_report.h \
	persistctl/doctor/doctor_run.c \
	persistctl/doctor/doctor_run.h \
	persistctl/doctor/doctor_runtime.c \
	persistctl/doctor/doctor_sections.c \
	persistctl/doctor/doctor_sections.h \
	persistctl/doctor/doctor_server.c \
	persistctl/doctor/doctor_server.h \
	persistctl/doctor/doctor_shebang.c \
	persistctl/doctor/doctor_shebang.h \
	persistctl/doctor/doctor_sites.c \
	persistctl/doctor/doctor_sites.h \
	persistctl/doctor/doctor_source.c \
	persistctl/doctor/doctor_source.h \
	persistctl/doctor/doctor_start.c \
	persistctl/doctor/doctor_trust.c \
	persistctl/doctor/doctor_url.c \
	persistctl/doctor/doctor_url.h \
	persistctl/doctor/doctor_venv.c \
	persistctl/doctor/doctor_venv.h \
	persistctl/doctor/doctor_way.c \
	persistctl/doctor/doctor_who.c \
	persistctl/doctor/doctor_who.h \
	persistctl/doctor/doctor_words.c \
	persistctl/doctor/doctor_words.h \
	persistctl/new/new.c \
	persistctl/new/new.h \
	persistctl/new/new_cgi.c \
	persistctl/new/new_cgi.h \
	persistctl/new/new_copy.c \
	persistctl/new/new_copy.h \
	persistctl/new/new_text.c \
	persistctl/new/new_text.h \
	persistctl/new/new_venv.c \
	persistctl/new/new_venv.h

persistctl_persistctl_SOURCES = persistctl/persistctl.c
persistctl_persistctl_LDFLAGS = $(program_ldflags)
persistctl_persistctl_LDADD = \
	persistctl/libctl.la \
	front_door/libdoor.la \
	slots/libslots.la \
	wire/libwire.la

persistctl_tests = \
	persistctl/tests/ctl_fields_test \
	persistctl/tests/ctl_log_lines_test \
	persistctl/tests/ctl_log_seen_test \
	persistctl/tests/ctl_print_test \
	persistctl/tests/ctl_rates_test \
	persistctl/tests/ctl_scripts_test \
	persistctl/tests/ctl_table_test \
	persistctl/tests/ctl_trust_test \
	persistctl/tests/ctl_way_test \
	persistctl/tests/doctor_access_test \
	persistctl/tests/doctor_diagnosis_test \
	persistctl/tests/doctor_home_test \
	persistctl/tests/doctor_htaccess_test \
	persistctl/tests/doctor_http_test \
	persistctl/tests/doctor_sections_test \
	persistctl/tests/doctor_server_test \
	persistctl/tests/doctor_shebang_test \
	persistctl/tests/doctor_sites_test \
	persistctl/tests/doctor_source_test \
	persistctl/tests/new_copy_test \
	persistctl/tests/new_text_test
check_PROGRAMS += $(persistctl_tests)
TESTS += $(persistctl_tests)

if FUZZ
check_PROGRAMS += persistctl/fuzz/fuzz_fields
persistctl_fuzz_fuzz_fields_SOURCES = \
	persistctl/ctl_fields.c \
	persistctl/ctl_fields.h \
	persistctl/ctl_print.c \
	persistctl/ctl_print.h \
	persistctl/ctl_rates.c \
	persistctl/ctl_rates.h \
	persistctl/ctl_table.c \
	persistctl/ctl_table.h \
	persistctl/fuzz/fuzz_fields.c
persistctl_fuzz_fuzz_fields_CFLAGS = $(AM_CFLAGS) $(FUZZ_CFLAGS)

fuzz: fuzz-fields
fuzz-fields: persistctl/fuzz/fuzz_fields
	$(srcdir)/wire/fuzz/run.sh persistctl/fuzz/fuzz_fields $(FUZZ_SECONDS)
endif

dist_man1_MANS += persistctl/persistctl.1

# The kinds of `persistctl new`: each is a folder.
templatesdir = $(pkgdatadir)
nobase_dist_templates_DATA = \
	persistctl/templates/django/.env \
	persistctl/templates/django/.htaccess \
	persistctl/templates/django/README \
	persistctl/templates/django/manage.py \
	persistctl/templates/django/project/__init__.py \
	persistctl/templates/django/project/settings.py \
	persistctl/templates/django/project/urls.py \
	persistctl/templates/django/project/wsgi.py \
	persistctl/templates/django/requirements.txt \
	persistctl/templates/express/.htaccess \
	persistctl/templates/express/README \
	persistctl/templates/express/app.js \
	persistctl/templates/express/package.json \
	persistctl/templates/fastapi/.htaccess \
	persistctl/templates/fastapi/README \
	persistctl/templates/fastapi/main.py \
	persistctl/templates/fastapi/requirements.txt \
	persistctl/templates/flask/.htaccess \
	persistctl/templates/flask/README \
	persistctl/templates/flask/app.py \
	persistctl/templates/flask/requirements.txt \
	persistctl/templates/rails/.env \
	persistctl/templates/rails/.htaccess \
	persistctl/templates/rails/Gemfile \
	persistctl/templates/rails/README \
	persistctl/templates/rails/app/controllers/pages_controller.rb \
	persistctl/templates/rails/config.ru \
	persistctl/templates/rails/config/application.rb \
	persistctl/templates/rails/config/environment.rb \
	persistctl/templates/rails/config/routes.rb \
	persistctl/templates/rails/public/robots.txt \
	persistctl/templates/script-ruby/.htaccess \
	persistctl/templates/script-ruby/README \
	persistctl/templates/script-ruby/app.rb \
	persistctl/templates/script/.htaccess \
	persistctl/templates/script/README \
	persistctl/templates/script/app.py \
	persistctl/templates/sinatra/.htaccess \
	persistctl/templates/sinatra/Gemfile \
	persistctl/templates/sinatra/README \
	persistctl/templates/sinatra/app.rb \
	persistctl/templates/sinatra/config.ru
own_folders += \
	$(templatesdir)/persistctl \
	$(templatesdir)/persistctl/templates \
	$(templatesdir)/persistctl/templates/django \
	$(templatesdir)/persistctl/templates/django/project \
	$(templatesdir)/persistctl/templates/express \
	$(templatesdir)/persistctl/templates/fastapi \
	$(templatesdir)/persistctl/templates/flask \
	$(templatesdir)/persistctl/templates/rails \
	$(templatesdir)/persistctl/templates/rails/app \
	$(templatesdir)/persistctl/templates/rails/app/controllers \
	$(templatesdir)/persistctl/templates/rails/config \
	$(templatesdir)/persistctl/templates/rails/public \
	$(templatesdir)/persistctl/templates/script \
	$(templatesdir)/persistctl/templates/script-ruby \
	$(templatesdir)/persistctl/templates/sinatra
