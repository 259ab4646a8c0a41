-- SPDX-License-Identifier: Apache-2.0
-- The script that wrk runs. Arguments after -- are KEY=VALUE and choose the
-- requests. The script prints the figures as one line of JSON.
--   close=1       a connection for each request
--   from=N to=M   %d in the path stands for N, N + 1, ... M in turn
--   shares=N      ... or for a random one of this thread's part, of N parts

local from, to, pattern
local threads = 0

function setup(thread)
    thread:set("place", threads)
    threads = threads + 1
end

function init(args)
    local is = {}
    for _, word in ipairs(args) do
        local key, value = word:match("^(%a+)=(%d+)$")
        is[key] = tonumber(value)
    end
    if is.close then
        wrk.headers["Connection"] = "close"
    end
    if is.from then
        from, to, pattern = is.from, is.to, wrk.path
        request = in_turn
    end
    if is.shares then
        local size = math.floor((to - from + 1) / is.shares)
        from = from + place * size
        to = from + size - 1
        math.randomseed(place + 1)
        request = at_random
    end
end

function at_random()
    return wrk.format(nil, (pattern:gsub("%%d", math.random(from, to))))
end

local turn = 0

function in_turn()
    local number = from + turn
    turn = (turn + 1) % (to - from + 1)
    return wrk.format(nil, (pattern:gsub("%%d", number)))
end

function done(summary, latency)
    local errors = summary.errors
    io.write(string.format(
        '{"requests": %d, "us": %d, "bytes": %d, "p50": %d, "p99": %d, ' ..
        '"failures": {"connect": %d, "read": %d, "write": %d, ' ..
        '"status": %d, "timeout": %d}}\n',
        summary.requests, summary.duration, summary.bytes,
        latency:percentile(50), latency:percentile(99),
        errors.connect, errors.read, errors.write,
        errors.status, errors.timeout))
end
