# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# rack_reference.ru: config.ru in the working directory, at the URL that
# PERSIST_T_MOUNT names, for another server.
map ENV.fetch("PERSIST_T_MOUNT") do
  run Rack::Builder.parse_file("config.ru").first
end
