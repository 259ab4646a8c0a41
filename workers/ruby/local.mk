# SPDX-License-Identifier: Apache-2.0
# workers/ruby/: the SDK for Ruby, persist_worker. gem builds it by
# persist_worker.gemspec; make builds the extension like any other module.

persistruby_lib = workers/ruby/lib/persist_worker

persistrubydir = $(rubydir)
dist_persistruby_DATA = workers/ruby/lib/persist_worker.rb

persistrubylibdir = $(rubydir)/persist_worker
own_folders += $(persistrubylibdir)
persistrubylib_LTLIBRARIES = workers/ruby/core.la
installed_archives += $(persistrubylibdir)/core.la
dist_persistrubylib_DATA = \
	$(persistruby_lib)/body.rb \
	$(persistruby_lib)/body_buffer.rb \
	$(persistruby_lib)/bundle.rb \
	$(persistruby_lib)/bytes.rb \
	$(persistruby_lib)/cgi_output.rb \
	$(persistruby_lib)/cgi_program.rb \
	$(persistruby_lib)/cloning.rb \
	$(persistruby_lib)/close_time.rb \
	$(persistruby_lib)/errors.rb \
	$(persistruby_lib)/excerpt.rb \
	$(persistruby_lib)/file_part.rb \
	$(persistruby_lib)/headers.rb \
	$(persistruby_lib)/load_failure.rb \
	$(persistruby_lib)/loaded_files.rb \
	$(persistruby_lib)/marked.rb \
	$(persistruby_lib)/orders.rb \
	$(persistruby_lib)/plain.rb \
	$(persistruby_lib)/plain_exchange.rb \
	$(persistruby_lib)/rack_chunks.rb \
	$(persistruby_lib)/rack_env.rb \
	$(persistruby_lib)/rack_finish.rb \
	$(persistruby_lib)/rack_handler.rb \
	$(persistruby_lib)/rack_headers.rb \
	$(persistruby_lib)/rack_hints.rb \
	$(persistruby_lib)/rack_input.rb \
	$(persistruby_lib)/rack_response.rb \
	$(persistruby_lib)/rack_stream.rb \
	$(persistruby_lib)/request.rb \
	$(persistruby_lib)/resident_request.rb \
	$(persistruby_lib)/response.rb \
	$(persistruby_lib)/runner.rb \
	$(persistruby_lib)/terminal.rb \
	$(persistruby_lib)/threads.rb \
	$(persistruby_lib)/worker.rb

workers_ruby_core_la_SOURCES = \
	workers/ruby/ext/persist_worker/block.c \
	workers/ruby/ext/persist_worker/blocking.c \
	workers/ruby/ext/persist_worker/environment.c \
	workers/ruby/ext/persist_worker/errors.c \
	workers/ruby/ext/persist_worker/init.c \
	workers/ruby/ext/persist_worker/names.c \
	workers/ruby/ext/persist_worker/rack.c \
	workers/ruby/ext/persist_worker/request.c \
	workers/ruby/ext/persist_worker/response.c \
	workers/ruby/ext/persist_worker/sdk.h \
	workers/ruby/ext/persist_worker/unit.c \
	workers/ruby/ext/persist_worker/variables.c \
	workers/ruby/ext/persist_worker/worker.c
workers_ruby_core_la_CPPFLAGS = \
	$(AM_CPPFLAGS) $(RUBY_CPPFLAGS) -I$(srcdir)/workers/core
workers_ruby_core_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
workers_ruby_core_la_LIBADD = workers/core/libcore.la
workers_ruby_core_la_LDFLAGS = \
	$(product_ldflags) -module -avoid-version -shared \
	-export-symbols-regex '^Init_core$$'

# ./run finds the sources in the source tree, and the extension here. The link
# must not be replaced while tests run and make installs. The file that it names
# is older than core.la, so the dependency is order-only.
workers/ruby/lib/persist_worker/core.so: | workers/ruby/core.la
	$(AM_V_GEN)$(MKDIR_P) $(@D) && rm -f $@ && \
	$(LN_S) ../../.libs/core.so $@
all-local: workers/ruby/lib/persist_worker/core.so
CLEANFILES += workers/ruby/lib/persist_worker/core.so

TESTS += workers/ruby/minitest.test
EXTRA_DIST += \
	workers/ruby/.rubocop.yml \
	workers/ruby/README.md \
	workers/ruby/minitest.test \
	workers/ruby/ext/persist_worker/extconf.rb \
	workers/ruby/persist_worker.gemspec \
	workers/ruby/test/body_test.rb \
	workers/ruby/test/cancel_test.rb \
	workers/ruby/test/cgi_test.rb \
	workers/ruby/test/clone_test.rb \
	workers/ruby/test/control_test.rb \
	workers/ruby/test/failure_test.rb \
	workers/ruby/test/fork_test.rb \
	workers/ruby/test/gem_test.rb \
	workers/ruby/test/headers_test.rb \
	workers/ruby/test/marked_test.rb \
	workers/ruby/test/names_test.rb \
	workers/ruby/test/orders_test.rb \
	workers/ruby/test/plain_test.rb \
	workers/ruby/test/rack_edges_test.rb \
	workers/ruby/test/rack_test.rb \
	workers/ruby/test/runner_test.rb \
	workers/ruby/test/send_file_test.rb \
	workers/ruby/test/support/player.rb \
	workers/ruby/test/thread_test.rb \
	workers/ruby/test/upload_test.rb \
	workers/ruby/test/worker_test.rb
