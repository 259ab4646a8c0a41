-- SPDX-License-Identifier: Apache-2.0
-- terminal.lua: the script was started from a terminal: its arguments become
-- the variables of a CGI program's request.

local Plain = require("persist_worker.plain")
local core = require("persist_worker.core")
local files = require("persist_worker.files")

local FORM = "application/x-www-form-urlencoded"
local BARE = { CONTENT_TYPE = true, CONTENT_LENGTH = true }
local ORDERS = {
  status = true,
  pid = true,
  start = true,
  stop = true,
  restart = true,
  reload = true,
  drain = true,
}

local terminal = {}

local function usage(message)
  local name = arg[0]
  io.stderr:write(
    message,
    "\nusage: ",
    name,
    " --get '/PATH?QUERY'\n   or: ",
    name,
    " status|pid|start|stop|restart|reload|drain\n",
    "    --get PATH          print the body of the response\n",
    "    --head PATH         print the head only\n",
    "    --post PATH         with standard input as the body\n",
    "    --method M PATH     any other method\n",
    "    --data FILE         the request's body; - is stdin\n",
    "    --header 'N: V'     a header of the request\n",
    "    -i, --include       print the head, too\n",
    "    --check             print the SDK's version, once loaded\n"
  )
  os.exit(1, true)
end

-- ./app.lua stop: a script calls persistctl for itself.
local function become_persistctl(order, ...)
  local program = os.getenv("PERSISTCTL") or ""
  program = program ~= "" and program or "persistctl"
  local _, message = core.exec(program, order, files.script, ...)
  usage(
    program
      .. ": "
      .. message
      .. "; it comes with mod_persist, and PATH or PERSISTCTL has to lead to it"
  )
end

local function add_header(asked, text)
  local name, value = text:match("^%s*([^:]-)%s*:%s*(.-)%s*$")
  if not name then
    usage("no header: " .. text)
  end
  local key = name:upper():gsub("-", "_")
  key = BARE[key] and key or "HTTP_" .. key
  local before = asked.headers[key]
  asked.headers[key] = before and before .. ", " .. value or value
end

local options = {
  ["--get"] = function(asked, path)
    asked.method, asked.path = "GET", path
  end,
  ["--head"] = function(asked, path)
    asked.method, asked.path, asked.include = "HEAD", path, true
  end,
  ["--post"] = function(asked, path)
    asked.method, asked.path, asked.data = "POST", path, asked.data or "-"
  end,
  ["--method"] = function(asked, method)
    asked.method = method
  end,
  ["--data"] = function(asked, file)
    asked.data = file
  end,
  ["--header"] = add_header,
}

local flags = {
  ["-i"] = function(asked)
    asked.include = true
  end,
  ["--check"] = function()
    io.stdout:write("persist_worker ", core.VERSION, " in ", _VERSION, "\n")
    os.exit(0, true)
  end,
}
flags["--include"] = flags["-i"]

local function parse(words)
  local asked = { headers = {} }
  local i = 1
  while i <= #words do
    local word = words[i]
    if options[word] then
      i = i + 1
      options[word](asked, words[i] or usage(word .. " needs an argument"))
    elseif flags[word] then
      flags[word](asked)
    elseif not asked.path and word:sub(1, 1) ~= "-" then
      asked.path = word
    else
      usage("no such option: " .. word)
    end
    i = i + 1
  end
  if not asked.path or not asked.path:find("^[/?]") and asked.path ~= "" then
    usage("the PATH of a request is missing")
  end
  return asked
end

local function decoded(path)
  return (path:gsub("%%(%x%x)", function(code)
    return string.char(tonumber(code, 16))
  end))
end

-- The length of what is not a regular file is unknown, as for a chunked body.
local function body_variables(asked, env)
  if not asked.data then
    return
  end
  local file, message = io.open(asked.data, "rb")
  if not file and asked.data ~= "-" then
    usage(message)
  end
  env.CONTENT_TYPE = FORM
  local size = core.size(asked.data)
  if size then
    env.CONTENT_LENGTH = string.format("%d", size)
  else
    env.HTTP_TRANSFER_ENCODING = "chunked"
  end
end

local function variables(asked)
  local path, query = asked.path:match("^([^?]*)%??(.*)$")
  local name = "/" .. files.script:match("[^/]*$")
  local env = {
    GATEWAY_INTERFACE = "CGI/1.1",
    SERVER_PROTOCOL = "HTTP/1.1",
    SERVER_SOFTWARE = "persist_worker",
    SERVER_NAME = "localhost",
    SERVER_PORT = "80",
    REMOTE_ADDR = "127.0.0.1",
    REQUEST_SCHEME = "http",
    HTTP_HOST = "localhost",
    DOCUMENT_ROOT = files.script:match("^(.*)/") or "/",
    SCRIPT_FILENAME = files.script,
    SCRIPT_NAME = name,
    REQUEST_URI = name .. asked.path,
    REQUEST_METHOD = asked.method or "GET",
    QUERY_STRING = query,
    PATH_INFO = path ~= "" and decoded(path) or nil,
  }
  body_variables(asked, env)
  for key, value in pairs(asked.headers) do
    env[key] = value
  end
  return env
end

-- Prints the body, and the HTTP head before it if that is asked for.
local function answer(asked)
  local plain = Plain.new(variables(asked))
  plain.data = asked.data ~= "-" and (asked.data or "/dev/null") or nil
  local cgi_line = plain.first_line
  function plain.first_line(status)
    return (cgi_line(status):gsub("^Status:", "HTTP/1.1"))
  end
  if not asked.include then
    function plain.head()
      return ""
    end
  end
  return plain
end

-- Returns the request of the command line. Orders are ignored if the
-- environment is that of a request: a query without "=" becomes the arguments
-- of a CGI program (RFC 3875, 4.4), and any client can send one.
function terminal.request()
  local asked = os.getenv("REQUEST_METHOD") or os.getenv("QUERY_STRING")
  if ORDERS[arg[1]] and not asked then
    become_persistctl((table.unpack or unpack)(arg))
  end
  return answer(parse(arg))
end

return terminal
