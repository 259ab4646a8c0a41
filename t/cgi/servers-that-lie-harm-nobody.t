# SPDX-License-Identifier: Apache-2.0
# A fork server runs code of its program, which may answer in its place. A server
# that names the process of another request fails no request, and no process gets
# signals that are meant for another.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait qw(becomes wait_for);
use Test::More;

plan skip_all => 'no fork servers on this system'
    if !-e $ENV{PERSIST_T_DAEMON} =~ s{[^/]+$}{persist_fork_server.so}r;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 8
SetEnv PATH /usr/bin:/bin
SetEnv PYTHONPATH ROOT/lies
END
my $folder = "$httpd->{root}/site/programs";

sub write_file {
    my ($name, $text) = @_;
    open my $out, '>', "$name.new" or die $!;
    print $out $text;
    close $out or die $!;
    chmod 0755, "$name.new" or die $!;
    rename "$name.new", $name or die $!;
}

mkdir "$httpd->{root}/lies" or die $!;
write_file("$httpd->{root}/lies/sitecustomize.py", <<"END");
import os, socket, struct
if 'PERSIST_FORK_FD' in os.environ:
    host = socket.socket(fileno=3)
    host.send(struct.pack('i', 0))
    open('$folder/ready', 'w').close()
    host.recv(1 << 20)
    host.send(struct.pack('i', int(open('$folder/victim').read())))
    host.recv(1 << 20)
    os._exit(0)
END
write_file("$folder/told.py", <<'END');
#!/usr/bin/env python3
import os, time
if os.environ['QUERY_STRING']:
    with open('victim.new', 'w') as file:
        file.write(str(os.getpid()))
    os.rename('victim.new', 'victim')
    while not os.path.exists('go'):
        time.sleep(0.01)
print('Content-Type: text/plain\n')
print(os.getpid())
END

my $page = '/programs/told.py';
my $victim = $httpd->open_request("$page?victim", method => 'POST', body => '');
ok wait_for { -e "$folder/victim" && -e "$folder/ready" }, 'a program runs';
my $pid = Persist::Httpd::slurp("$folder/victim");
# (While a server starts, requests have no use for it.)
my @others;
becomes {
    push @others,
        $httpd->open_request($page, method => 'POST', body => '')->response;
    $httpd->log =~ /told\.py is started by exec .* did not last/;
} 'after three lies, there is no server any more';
is_deeply [grep { $_->{status} != 200 } @others], [],
    'it has named the program for other requests, which were answered';
ok !(grep { $_->{body} == $pid } @others), 'by processes of their own';
ok is_alive($pid), 'the program still runs';
write_file("$folder/go", '');
is $victim->response->{body}, "$pid\n", 'and answers';
becomes { !is_alive($pid) } 'it ends as usual';
ok $httpd->stop, 'httpd stops';
done_testing;
