# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# Compiles the C core into the extension, so that it needs no shared library.
# Its sources come with the gem, in csrc/ (persist_worker.gemspec).

require "mkmf"

have_header("msgpack/sbuffer.h") || abort("msgpack-c's headers are missing")
$srcs = Dir[File.join(__dir__, "{.,csrc}", "*.c")].map do |path|
  File.basename(path)
end
$VPATH << "$(srcdir)/csrc"
$INCFLAGS << " -I$(srcdir)/csrc"
$CPPFLAGS << " -D_GNU_SOURCE"
$CFLAGS << " -std=gnu11 -fvisibility=hidden"
create_makefile("persist_worker/core")
