# SPDX-License-Identifier: Apache-2.0
# config.ru below Rack::Lint, which checks both sides: paths, uploads, streams,
# files, and several threads under load. What can't be loaded says why.
use v5.30;
use warnings;
use Persist::App qw(application_on ask put);
use Persist::Httpd;
use Test::More;

plan skip_all => 'Ruby has no worker SDK here' if !$ENV{PERSIST_T_RUBY};
plan skip_all => 'no rack'
    if system("$ENV{PERSIST_T_RUBY} -e 'require %q(rack)' 2>/dev/null");

my $CONFIG = <<'END';
class Events
  def each
    yield "first"
    sleep 0.01 until File.exist?("go")
    yield "second"
  end
end

text = { "content-type" => "text/plain" }
app = lambda do |env|
  request = Rack::Request.new(env)
  case request.path_info
  when "/raise" then raise "a bad day"
  when "/echo" then [200, text, [request.body.read]]
  when "/upload"
    [200, text, [request.params["file"][:tempfile].read.size.to_s]]
  when "/events" then [200, text, Events.new]
  when "/file" then Rack::Files.new("data").serving(request, "data/large")
  when "/lines"
    cookies = Rack.release < "3" ? "a=1\nb=2" : %w[a=1 b=2]
    [200, text.merge("set-cookie" => cookies), [env["rack.multithread"].to_s]]
  else
    [200, text, ["#{request.url} #{request.script_name} #{Dir.pwd}"]]
  end
end
use Rack::Lint
run app
END

my ($httpd, $app) = application_on('Persist::Httpd', files => {
    'config.ru' => $CONFIG, 'data/large' => "0123456789" x 20_000});

sub htaccess {
    put("$app/.htaccess" => join "\n", 'Options +ExecCGI', 'PersistApp auto',
        @_, '');
}

htaccess();
$httpd->start;
my $url = "http://127.0.0.1:$httpd->{port}/app";
is ask($httpd, '/app/a%20b?c=d'), "$url/a%20b?c=d /app $app",
    'URLs are those of the client';
is ask($httpd, '/app/a%252Fb'), "$url/a%252Fb /app $app", 'escaped once';
is ask($httpd, '/app/echo', method => 'POST', body => 'x' x 300_000),
    'x' x 300_000, 'a large body arrives';
my $part = join "\r\n", '--b',
    'Content-Disposition: form-data; name="file"; filename="f"', '',
    'y' x 200_000, '--b--', '';
is ask($httpd, '/app/upload', method => 'POST', body => $part,
    headers => ['Content-Type', 'multipart/form-data; boundary=b']), 200_000,
    'and a file in a form, which rewinds';

my $events = $httpd->open_request('/app/events');
is $events->head->{status}, 200, 'a stream begins';
is $events->chunk, 'first', 'with its first piece';
put("$app/go" => '');
is $events->chunk, 'second', 'the next one comes when it is made';

my $file = $httpd->get('/app/file', headers => ['Range', 'bytes=10-12']);
is_deeply [$file->@{qw(status body)}], [206, '012'], 'a range of a file';
is length ask($httpd, '/app/file'), 200_000, 'and all of it';
my $head = $httpd->get('/app/file', method => 'HEAD');
is $head->{headers}{'content-length'}, 200_000, 'its length for HEAD';

is $httpd->get('/app/raise')->{status}, 500, 'an exception is a 500';
ok $httpd->wait_log(qr/config\.ru:\d+:.*a bad day/), 'and is in the log';

# ---- threads, under load

htaccess('PersistThreads 4', 'PersistWorkers 0 1');
my $lines = $httpd->get('/app/lines');
is $lines->{body}, 'true', 'PersistThreads makes threads';
is scalar(grep { /^Set-Cookie/i } $lines->{lines}->@*), 2,
    'a value of two lines is two headers';
my @clients = map {
    my $client = $_;
    my $pid = fork // die $!;
    if (!$pid) {
        my $bad = grep {
            ask($httpd, '/app/echo', method => 'POST', body => "$client $_")
                ne "$client $_"
        } 1 .. 50;
        require POSIX;
        POSIX::_exit($bad > 0);
    }
    $pid;
} 1 .. 4;
my $bad = grep { waitpid $_, 0; $? } @clients;
is $bad, 0, 'each of many requests at once has its own answer';
unlike $httpd->log, qr/LintError/, 'Rack::Lint has nothing to say';

# ---- where httpd's locale is C, as on Debian

put("$httpd->{root}/site/ascii/config.ru" => <<'END',
# café
encodings = [Encoding.default_external, ENV["PATH"].encoding, "é".encoding]
run ->(_) { [200, { "content-type" => "text/plain" }, [encodings.join(" ")]] }
END
    "$httpd->{root}/site/ascii/.htaccess" =>
        "Options +ExecCGI\nPersistApp auto\nPersistEnv LC_ALL C\n");
is ask($httpd, '/ascii/'), 'UTF-8 UTF-8 UTF-8', 'text is UTF-8 all the same';

# ---- what can't be loaded

my %words = (
    'require "no_such_gem"' => 'run: gem install no_such_gem',
    'run (' => 'syntax error', '' => 'config.ru has no line "run APPLICATION"');
for my $text (sort keys %words) {
    my $folder = "$httpd->{root}/site/bad" . length $text;
    put("$folder/config.ru" => $text,
        "$folder/.htaccess" => "Options +ExecCGI\nPersistApp auto\n");
    like ask($httpd, '/bad' . length($text) . '/'), qr/^50\d$/, "'$text' fails";
    ok $httpd->wait_log(qr{PERSIST2002: [^\n]*\Q$words{$text}\E}),
        "the log says: $words{$text}";
}

done_testing;
