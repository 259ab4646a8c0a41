# SPDX-License-Identifier: Apache-2.0
# FOLDER/.env: its variables are the application's, nobody else may read it, and
# a change restarts the workers.
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::App qw(application_on put);
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my ($httpd, $app) = application_on('Persist::Httpd', files => {
        'app.wsgi' => <<'END'});
import json, os
def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(dict(os.environ)).encode()]
END
put("$app/.htaccess" => <<'END');
Options +ExecCGI
PersistApp auto
PersistEnv SET by-httpd
END
$httpd->start;

sub env {
    my ($folder, $mode, $text) = @_;
    put("$folder/.env.new" => $text);
    chmod $mode, "$folder/.env.new" or die $!;
    rename "$folder/.env.new", "$folder/.env" or die $!;
}

sub rack_is_there {
    my $ruby = $ENV{PERSIST_T_RUBY} or return 0;
    return system("$ruby -e 'require %q(rack)' >/dev/null 2>&1") == 0;
}

sub environ {
    my $answer = $httpd->get('/app/');
    return $answer->{status} == 200 ? decode_json $answer->{body} : {};
}

ok !exists environ()->{COLOUR}, 'there need not be such a file';
env($app, 0600, "# for the shop\nexport COLOUR='green # 1'\nSET=by-file\n");
becomes { exists environ()->{COLOUR} } 'one that is made later counts';
my $environ = environ();
is $environ->{COLOUR}, 'green # 1', 'a variable of the file';
is $environ->{SET}, 'by-httpd', 'PersistEnv outranks it';
my $answer = $httpd->get('/app/.env');
unlike $answer->{body}, qr/for the shop/, 'the file itself is never sent';

env($app, 0600, "COLOUR=blue\n");
becomes { (environ()->{COLOUR} // '') eq 'blue' } 'a change takes effect';

for my $name ('a:b', 'a:b-ruby') {
    my $folder = "$httpd->{root}/site/$name";
    my $ruby = $name =~ /ruby/;
    next if $ruby && !rack_is_there();
    put("$folder/.htaccess" => "Options +ExecCGI\nPersistApp auto\n",
        $ruby ? ("$folder/config.ru" => <<'END')
run ->(env) { [200, { "content-type" => "text/plain" }, [ENV["COLOUR"]]] }
END
        : ("$folder/app.wsgi" => <<'END'));
import os
def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [os.environ["COLOUR"].encode()]
END
    for my $colour ('green', 'red') {
        env($folder, 0600, "COLOUR=$colour\n");
        becomes { $httpd->get("/$name/")->{body} eq $colour }
            "also in a folder with a colon, $name: $colour";
    }
}

my @refused = (
    [0644, 'A=SECRET', qr{others may read or write \S+/\.env \(mode 0644\)}],
    [0600, "A=1\nSECRET", qr{\S+/\.env, line 2: NAME=value is expected}],
    [0600, 'PERSIST_THREADS=2', qr{\S+/\.env, line 1: PERSIST_THREADS: }],
);
for my $i (0 .. $#refused) {
    my ($mode, $text, $pattern) = $refused[$i]->@*;
    env($app, $mode, $text);
    put("$app/.htaccess" => "Options +ExecCGI\nPersistApp auto\n"
            . "PersistDebug on\nPersistEnv TIME $i\n");
    my $before = length $httpd->log;
    $answer = $httpd->get('/app/');
    is $answer->{status}, 500, 'the application does not start';
    my $log;
    becomes { ($log = substr $httpd->log, $before) =~ /PERSIST2001: .*: $pattern/ }
        'the log says why' or diag $log;
    like $answer->{body}, $pattern, 'so does the page for who develops it';
    unlike "$log$answer->{body}", qr/SECRET/, 'without what the file says';
}

done_testing;
