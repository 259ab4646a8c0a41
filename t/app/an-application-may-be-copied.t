# SPDX-License-Identifier: Apache-2.0
# PERSIST_CLONES asks for clones of an application, which can't ask itself. A
# touched tmp/restart.txt restarts it. A clone may take as long as a start, and two
# seconds at most.
use v5.30;
use warnings;
use Persist::App qw(application_on ask put);
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my %applications = ('app.wsgi' => <<'END');
import os, time
time.sleep(2)
with open("booted", "a") as file:
    print(os.getpid(), file=file)
def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getpid()).encode()]
END
$applications{'config.ru'} = <<'END' if $ENV{PERSIST_T_RUBY}
sleep 2
File.write("booted", "#{Process.pid}\n", mode: "a")
run ->(env) { [200, { "content-type" => "text/plain" }, [Process.pid.to_s]] }
END
    && !system("$ENV{PERSIST_T_RUBY} -e 'require %q(rack)' 2>/dev/null");

my %server;
for my $file (sort keys %applications) {
    my ($httpd, $app) = application_on('Persist::Httpd',
        files => {$file => $applications{$file}, 'tmp/restart.txt' => ''});
    chmod 0777, $app or die $!;
    put("$app/.htaccess" => join "\n", 'Options +ExecCGI', 'PersistApp auto',
        'PersistWorkers 3 3', 'PersistEnv PERSIST_CLONES on', '');
    $httpd->start;
    $server{$file} = { httpd => $httpd, app => $app };
}

sub booted { scalar(() = Persist::Httpd::slurp("$_[0]{app}/booted") =~ /\n/g) }

sub ready {
    my ($server) = @_;
    return scalar grep { $_->{state} eq 'ready' }
        map { $_->{workers}->@* } $server->{httpd}->status->{pools}->@*;
}

# Both start at the same time, and are restarted at the same time.
sub ask_all {
    my %http = map { $_ => $server{$_}{httpd}->open_request('/app/',
            headers => ['Connection', 'close']) } keys %server;
    return map { $_ => $http{$_}->response // {} } keys %http;
}

my %answer = ask_all();
for my $file (sort keys %server) {
    like $answer{$file}{body}, qr/^\d+$/, "$file serves";
    becomes { ready($server{$file}) == 3 } 'it gets its three workers';
    is booted($server{$file}), 1, 'of which one was started, and two are copies';
}

put("$_->{app}/tmp/restart.txt" => 'again') for values %server;
ask_all();
for my $file (sort keys %server) {
    my $one = $server{$file};
    becomes { booted($one) > 1 && ask($one->{httpd}, '/app/') =~ /^\d+$/ }
        "a touched tmp/restart.txt starts new workers of $file";
    $one->{httpd}->stop;
}

done_testing;
