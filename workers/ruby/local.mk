# SPDX-License-Identifier: Apache-2.0
# workers/ruby/: the SDK for Ruby, persist_worker. Plain Ruby, so there is
# nothing to build; gem has its own way (persist_worker.gemspec).

persistruby_lib = workers/ruby/lib/persist_worker

persistrubydir = $(rubydir)
dist_persistruby_DATA = workers/ruby/lib/persist_worker.rb

persistrubylibdir = $(rubydir)/persist_worker
dist_persistrubylib_DATA = \
	$(persistruby_lib)/bell.rb \
	$(persistruby_lib)/body.rb \
	$(persistruby_lib)/body_buffer.rb \
	$(persistruby_lib)/cgi_output.rb \
	$(persistruby_lib)/cgi_program.rb \
	$(persistruby_lib)/cloning.rb \
	$(persistruby_lib)/connection.rb \
	$(persistruby_lib)/control.rb \
	$(persistruby_lib)/errors.rb \
	$(persistruby_lib)/exchange.rb \
	$(persistruby_lib)/file_part.rb \
	$(persistruby_lib)/headers.rb \
	$(persistruby_lib)/intake.rb \
	$(persistruby_lib)/loaded_files.rb \
	$(persistruby_lib)/marked.rb \
	$(persistruby_lib)/orders.rb \
	$(persistruby_lib)/plain.rb \
	$(persistruby_lib)/plain_exchange.rb \
	$(persistruby_lib)/reception.rb \
	$(persistruby_lib)/request.rb \
	$(persistruby_lib)/response.rb \
	$(persistruby_lib)/terminal.rb \
	$(persistruby_lib)/unit.rb \
	$(persistruby_lib)/variables.rb \
	$(persistruby_lib)/version.rb \
	$(persistruby_lib)/worker.rb

persistrubywiredir = $(rubydir)/persist_worker/wire
dist_persistrubywire_DATA = \
	$(persistruby_lib)/wire/bytes.rb \
	$(persistruby_lib)/wire/content.rb \
	$(persistruby_lib)/wire/frame_reader.rb \
	$(persistruby_lib)/wire/message.rb \
	$(persistruby_lib)/wire/messages.rb \
	$(persistruby_lib)/wire/types.rb

TESTS += workers/ruby/minitest.test
EXTRA_DIST += \
	workers/ruby/.rubocop.yml \
	workers/ruby/README.md \
	workers/ruby/minitest.test \
	workers/ruby/persist_worker.gemspec \
	workers/ruby/test/body_test.rb \
	workers/ruby/test/cancel_test.rb \
	workers/ruby/test/cgi_test.rb \
	workers/ruby/test/clone_test.rb \
	workers/ruby/test/control_test.rb \
	workers/ruby/test/failure_test.rb \
	workers/ruby/test/fork_test.rb \
	workers/ruby/test/frames_test.rb \
	workers/ruby/test/gem_test.rb \
	workers/ruby/test/headers_test.rb \
	workers/ruby/test/marked_test.rb \
	workers/ruby/test/names_test.rb \
	workers/ruby/test/orders_test.rb \
	workers/ruby/test/plain_test.rb \
	workers/ruby/test/send_file_test.rb \
	workers/ruby/test/support/player.rb \
	workers/ruby/test/upload_test.rb \
	workers/ruby/test/vectors_test.rb \
	workers/ruby/test/worker_test.rb
