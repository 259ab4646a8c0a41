# SPDX-License-Identifier: Apache-2.0
# A body in chunks has a CONTENT_LENGTH, and then no Transfer-Encoding, in each
# language. Above PersistBuffer, what reads CONTENT_LENGTH bytes gets it whole or
# not at all; what streams gets it as it comes.
use v5.30;
use warnings;
use Persist::App 'put';
use Persist::Httpd;
use Test::More;

my $python = $ENV{PERSIST_T_PYTHON};
my $ruby = Persist::Httpd::ruby();
my $node = !system 'command -v node >/dev/null';

# Each answers "LENGTH CODING BYTES", with "-" for a variable that is not there.
my %by_length = (
    'wsgi.py' => <<"END",
#!$python
import persist_worker
def app(env, start):
    n = len(env["wsgi.input"].read(int(env.get("CONTENT_LENGTH") or 0)))
    names = "CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"
    start("200 OK", [])
    return [" ".join([env.get(name, "-") for name in names] + [str(n)]).encode()]
persist_worker.serve_wsgi(app)
END
    'cgi.py' => <<"END",
#!$python
import os, persist_worker, sys
def program():
    n = len(sys.stdin.buffer.read(int(os.environ.get("CONTENT_LENGTH") or 0)))
    names = "CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"
    print("X: 1\\n\\n" + " ".join(os.environ.get(name, "-") for name in names), n, end="")
persist_worker.each_cgi(program)
END
    'program/cgi.sh' => <<'END',
#!/bin/sh
echo "X: 1"
echo
bytes=$(head -c "${CONTENT_LENGTH:-0}" | wc -c)
printf '%s' "${CONTENT_LENGTH:--} ${HTTP_TRANSFER_ENCODING:--} $((bytes))"
END
    'app.psgi' => <<'END',
#!/usr/bin/env perl
use PersistWorker::PSGI;
PersistWorker::serve_psgi(sub {
    my ($env) = @_;
    my $n = read $env->{'psgi.input'}, my $bytes, $env->{CONTENT_LENGTH} // 0;
    return [200, [], [join ' ', map { $_ // '-' }
        @$env{qw(CONTENT_LENGTH HTTP_TRANSFER_ENCODING)}, $n]];
});
END
    $ruby ? ('cgi.rb' => <<'END') : (),
#!/usr/bin/env ruby
require "persist_worker"
PersistWorker.each_cgi do
  n = ($stdin.read(ENV.fetch("CONTENT_LENGTH", "0").to_i) || "").bytesize
  names = %w[CONTENT_LENGTH HTTP_TRANSFER_ENCODING]
  print "X: 1\n\n", [*names.map { |name| ENV.fetch(name, "-") }, n].join(" ")
end
END
    $ruby ? ('rack.rb' => <<'END') : (),
#!/usr/bin/env ruby
require "persist_worker"
app = lambda do |env|
  n = (env["rack.input"].read(env.fetch("CONTENT_LENGTH", "0").to_i) || "").bytesize
  names = %w[CONTENT_LENGTH HTTP_TRANSFER_ENCODING]
  [200, {}, [[*names.map { |name| env.fetch(name, "-") }, n].join(" ")]]
end
PersistWorker.serve_rack(app)
END
);
my %streaming = (
    'each.py' => <<"END",
#!$python
import persist_worker
for request in persist_worker.each_request():
    names = "CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"
    said = [request.env.get(name, "-") for name in names]
    said.append(str(len(request.body.read())))
    request.respond(200, {}, " ".join(said).encode())
END
    'asgi.py' => <<"END",
#!$python
import persist_worker
async def app(scope, receive, send):
    if scope["type"] != "http":
        raise ValueError("not this one")
    sent = dict(scope["headers"])
    names = b"content-length", b"transfer-encoding"
    n, more = 0, True
    while more:
        message = await receive()
        n += len(message.get("body", b""))
        more = message.get("more_body")
    said = b" ".join([sent.get(name, b"-") for name in names] + [b"%d" % n])
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": said})
persist_worker.serve_asgi(app)
END
    $node ? ('node.js' => <<'END') : (),
#!/usr/bin/env node
require('persist-worker').serve(async (request, response) => {
  let n = 0;
  for await (const piece of request) n += piece.length;
  const names = ['content-length', 'transfer-encoding'];
  response.end([...names.map((name) => request.headers[name] ?? '-'), n].join(' '));
});
END
);

my $httpd = Persist::Httpd->new(conf => <<"END");
$ruby
PersistEnv PERL5LIB $ENV{PERSIST_T_PERL5LIB}
PersistEnv NODE_PATH $ENV{PERSIST_T_NODE_PATH}
PersistWorkers 0 1
PersistCeiling BufferRequest 3M
PersistCeiling BufferShare 5M
<Directory ROOT/site/lengths>
    SetHandler persist-script
    Options +ExecCGI
</Directory>
<Directory ROOT/site/lengths/program>
    PersistMode cgi
</Directory>
<Location /lengths>
    PersistBuffer 1M 1M
</Location>
<If "%{QUERY_STRING} =~ /off/">
    PersistBuffer off
</If>
<If "%{QUERY_STRING} =~ /most/">
    PersistMaxBody 4M
</If>
<If "%{QUERY_STRING} =~ /much/">
    PersistMaxBody 9M
</If>
END
my $folder = "$httpd->{root}/site/lengths";
put(map { ("$folder/$_" => $by_length{$_} // $streaming{$_}) }
    keys %by_length, keys %streaming);
$httpd->start;

sub posted {
    my ($script, $length) = @_;
    my $body = join '', map { sprintf "%x\r\n%s\r\n", $_, 'x' x $_ }
        (65536) x ($length >> 16), ($length & 65535) || ();
    my $answer = $httpd->get("/lengths/$script", method => 'POST',
        body => "${body}0\r\n\r\n", headers => ['Transfer-Encoding', 'chunked']);
    return $answer->{status} == 200 ? $answer->{body} : $answer->{status};
}

for my $script (sort keys %by_length, keys %streaming) {
    is posted($script, 3), '3 - 3', "$script: a body in chunks has a length"
        or diag $httpd->log;
    is posted($script, 0), '0 - 0', "$script: so has an empty one";
    is posted($script, 100_000), '100000 - 100000', "$script: and a longer one";
}
my $large = 2 << 20;
for my $script (sort keys %by_length) {
    is posted($script, $large), "$large - $large",
        "$script: one above PersistBuffer is whole";
    is posted("$script?off", $large), 411, "$script: without PersistBuffer, 411";
    is posted($script, 4 << 20), 413, "$script: above BufferRequest, 413";
}
for my $script (sort keys %streaming) {
    is posted($script, $large), "- chunked $large",
        "$script: one above PersistBuffer comes as it is sent";
    is posted("$script?off", $large), "- chunked $large",
        "$script: also without PersistBuffer";
}
my $most = 4 << 20;
is posted('wsgi.py?most', $most), "$most - $most", 'up to PersistMaxBody';
is posted('wsgi.py?most', $most + 1), 413, 'and no longer';
is posted('wsgi.py?much', 6 << 20), 413, 'nor than BufferShare has room for';
is posted('wsgi.py', 3), '3 - 3', 'and the next request is served';
like $httpd->log, qr/PERSIST1013: .*no length.*PERSIST1012: /s, 'the log says so';

# It holds no worker while it comes.
my $slow = $httpd->open_request('/lengths/wsgi.py', method => 'POST',
    headers => ['Transfer-Encoding', 'chunked', 'Connection', 'close']);
$slow->send_bytes(sprintf "%x\r\n%s\r\n", $large, 'y' x $large);
is posted('wsgi.py', 5), '5 - 5', 'others are served before it has ended';
$slow->send_bytes("0\r\n\r\n");
is $slow->response->{body}, "$large - $large", 'and it is, then';

ok $httpd->stop, 'httpd stops';
done_testing;
