# SPDX-License-Identifier: Apache-2.0
# A program that can be one is a fork server: its processes begin before main(),
# without exec and linking. It shows nothing of one request to another; it is
# replaced when the program changes, and when it dies or hangs.
use v5.30;
use warnings;
use POSIX ();
use Persist::Http;
use Persist::Httpd;
use Persist::Process qw(is_alive parent_of);
use Persist::Wait qw(becomes wait_for);
use Test::More;

plan skip_all => 'no fork servers on this system'
    if !-e $ENV{PERSIST_T_DAEMON} =~ s{[^/]+$}{persist_fork_server.so}r;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 8
SetEnvIf Request_URI "/early$" LD_BIND_NOW=1
SetEnvIf Request_URI "/reads.cgi/" OMP_NUM_THREADS=2
SetEnvIf Request_URI "/threads$" OMP_NUM_THREADS=3
SetEnvIf Request_URI "/side$" EARLY_SIDE=left
END
my $page = '/programs/shape.sh';

# What it says of its process, with the headers given.
sub shape {
    my ($path, @headers) = @_;
    my $answer = $httpd->open_request($path // $page, headers => \@headers)
        ->response;
    my ($line, @environment) = split /\n/, $answer->{body};
    my ($pid, $place, $parent) = split / /, $line // '';
    return {
        status => $answer->{status}, pid => $pid, place => $place,
        parent => $parent, environment => \@environment,
    };
}

sub servers { $httpd->fork_servers($page) }

my $first;
becomes { $first = shape(); $first->{place} eq shape()->{place} }
    'processes lie at the same place: they are forked';
my $second = shape(undef, 'X-Secret', 'of-a-visitor');
isnt $second->{pid}, $first->{pid}, 'each is a process of its own';
is $second->{parent}, $first->{parent}, 'a child of the host';
is_deeply [grep { /HTTP_|QUERY|REMOTE/ } $second->{environment}->@*], [],
    'and its /proc/PID/environ has nothing of a request';
my ($server) = servers();
is parent_of($server), $first->{parent}, 'as is the fork server';

my $early = shape("$page/early");
isnt $early->{place}, $first->{place}, 'another LD_ variable takes an exec';
is shape()->{place}, $first->{place}, 'which the next request does not';

kill 'KILL', $server;
is shape()->{status}, 200, 'the server is killed, a request is answered';
becomes { shape()->{place} eq shape()->{place} && (servers())[0] }
    'and there is a new one';

# A frozen server holds up only what waits for it. (The SDK's core has a signal by
# which it learns of persistd's messages.) The host kills it after five seconds:
# where the machine was too slow for that, it is tried again with the next one.
my ($early_status, $made);
for (1 .. 5) {
    wait_for { shape()->{place} eq shape()->{place} && (servers())[0] };
    my ($slow) = servers();
    my $place = shape()->{place};
    kill 'STOP', $slow;
    my $request = $httpd->open_request($page);
    $early_status = shape("$page/early")->{status};
    kill POSIX::SIGRTMAX() - 2, $first->{parent};
    kill 'CONT', $slow;
    $made = (split / /, $request->response->{body})[1] eq $place;
    last if $made || is_alive($slow);
}
is $early_status, 200, 'the host does not wait for its server';
ok $made, 'which makes the process that it was asked for';

# Nothing of a request has begun where a server has made no process for it.
my @frozen = servers();
kill 'STOP', @frozen;
is shape()->{status}, 200, 'the server is frozen, a request is answered';
ok !(grep { is_alive($_) } @frozen), 'and the server is killed';
becomes { shape()->{place} eq shape()->{place} && (servers())[0] }
    'there is a new one';

# A change counts for the next request, also with a server.
my $file = "$httpd->{root}/site/programs/changes.sh";
for my $text (qw(one two three)) {
    open my $out, '>', "$file.new" or die $!;
    print $out "#!/bin/sh\nprintf 'Content-Type: text/plain\\n\\n$text'\n";
    close $out or die $!;
    chmod 0755, "$file.new" or die $!;
    rename "$file.new", $file or die $!;
    my @said = map { $httpd->get('/programs/changes.sh')->{body} } 1 .. 5;
    is_deeply \@said, [($text) x 5], "the program says $text";
}

my %places;
becomes { $places{ $httpd->get('/programs/by-env.sh')->{body} }++ }
    'an interpreter that env finds is forked, too';

is $httpd->get('/programs/by-words-of-env.sh')->{body}, "by words of env\n",
    'what cannot be a fork server is executed';
ok $httpd->wait_log(qr/by-words-of-env\.sh is started by exec for each request: /),
    'and the log says why, once';

# What a library reads before main() is the request's: by getenv(), or from `environ`
# if it is OpenMP's.
sub compile { return !system 'cc', @_ }

sub write_file {
    my ($path, $text) = @_;
    open my $out, '>', $path or die $!;
    print $out $text;
    close $out or die $!;
}

my $folder = "$httpd->{root}/site/programs";
write_file("$folder/early.c", <<'END');
#include <stdlib.h>
const char *early;
__attribute__((constructor)) static void look(void) { early = getenv("EARLY_SIDE"); }
END
write_file("$folder/reads.c", <<'END');
#include <stdio.h>
extern const char *early;
extern int omp_get_max_threads(void);
int main(void)
{
    return printf("Content-Type: text/plain\n\n%s %d", early ? early : "none",
                  omp_get_max_threads()) < 0;
}
END
SKIP: {
    skip 'no compiler with OpenMP', 3
        if !compile('-shared', '-fPIC', '-o', "$folder/early.so", "$folder/early.c")
        || !compile('-fopenmp', '-o', "$folder/reads.cgi", "$folder/reads.c",
            "$folder/early.so", "-Wl,-rpath,$folder");
    my $reads = sub { $httpd->get("/programs/reads.cgi/$_[0]")->{body} };
    becomes { $reads->('') eq 'none 2' && $httpd->fork_servers('/programs/reads.cgi') }
        'a program with a library has a server';
    is_deeply [map { $reads->($_ % 2 ? 'side' : '') } 1 .. 20], [('left 2', 'none 2') x 10],
        'a constructor finds a variable of the request';
    is_deeply [map { $reads->($_ % 2 ? 'threads' : '') } 1 .. 20],
        [('none 3', 'none 2') x 10], 'and so does OpenMP';
}

my @left = servers();
ok $httpd->stop, 'httpd stops';
becomes { !grep { is_alive($_) } @left } 'and no server is left';
done_testing;
