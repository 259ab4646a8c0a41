# SPDX-License-Identifier: Apache-2.0
# A file with a function `handler` is a resident script: by Lua 5.4, and by
# LuaJIT where PersistInterpreter says so.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

plan skip_all => 'the SDK for Lua is not built' if !$ENV{PERSIST_T_LUA};

my $LONG = 'long ' x 400;
chop $LONG;
my $LATE = <<'END';
<LocationMatch "/tail$">
    PersistRequestTimeout 100ms 300s
</LocationMatch>
END

sub write_file {
    my ($path, $text) = @_;
    open my $file, '>', $path or die "$path: $!";
    print $file $text;
    close $file or die $!;
}

# What a request has in common with the one before is not made anew.
sub variables_are_its_own {
    my ($httpd) = @_;
    my %headers = (
        'A=1 B=2' => ['X-A' => 1, 'X-B' => 2],
        'B=2' => ['X-B' => 2],
        'A=1 B=23 C=4' => ['X-A' => 1, 'X-B' => 23, 'X-C' => 4],
        'A= B=2' => ['X-A' => '', 'X-B' => 2],
        "A=1 B=2 LONG=$LONG" => ['X-A' => 1, 'X-B' => 2, 'X-Long' => $LONG],
        '' => [],
    );
    my $before = '';
    my @wrong;
    for my $now ((sort keys %headers), reverse sort keys %headers) {
        my $got = $httpd->get('/lua/pages.lua/mine', headers => $headers{$now})
            ->{body};
        push @wrong, $got if $got ne "$now, $before";
        $before = $now;
    }
    is "@wrong", '', 'which are those of its own request';
}

sub handlers_answer {
    my ($httpd) = @_;
    my $answer = $httpd->get('/lua/test1.lua');
    is "$answer->{status} $answer->{body}", '200 hello world',
        'handler() returns the page';
    is $answer->{headers}{'content-type'}, 'text/html', 'which is HTML';

    my $page = sub { $httpd->get("/lua/pages.lua/$_[0]")->{body} };
    is $page->('count'), 1, 'a state';
    is $page->('count'), 2, 'lives on';
    is $page->('env?a=1'), 'GET a=1', 'handler(env, con) has the variables';
    variables_are_its_own($httpd);
    $answer = $httpd->get('/lua/pages.lua/con');
    is "$answer->{status} $answer->{body}", "418 three 3\nand more",
        'con has write and status';
    is_deeply [sort grep { /^(?:set-cookie|content-type)/i } $answer->{lines}->@*],
        ['Content-Type: text/plain', 'Set-Cookie: a=1', 'Set-Cookie: b=2'],
        'and header';
    is $page->('flush'), 'first second', 'and flush';
    is $httpd->get('/lua/pages.lua/echo', method => 'POST',
        body => 'x' x 300_000)->{body}, 'x' x 300_000, 'and read';
    is $httpd->get('/lua/returned.lua')->{body}, 'returned',
        'the handler may be what the file returns';
    ok $httpd->wait_log(qr/through con\.request/), 'con.request has the rest';
}

# Whatever a handler does, its worker lives on.
sub workers_survive {
    my ($httpd) = @_;
    my $count = sub { $httpd->get('/lua/pages.lua/count')->{body} };
    my $before = $count->();
    is $httpd->get('/lua/pages.lua/own')->{body}, 'own and con',
        'the response may be started by con.request';
    my %said = (
        closed => qr/the file is closed/, # its head may have been sent
        deep => qr/stack overflow/,
        object => qr/an error that is a table/,
        table => qr/a piece of a body is no string, but a table/,
    );
    for my $fault (sort keys %said) {
        my $got = $httpd->get("/lua/pages.lua/$fault");
        ok $got->{status} >= 500 || !$got->{complete}, "$fault: no answer";
        ok $httpd->wait_log($said{$fault}), "$fault: the log says why";
    }
    like $httpd->get('/lua/pages.lua/again')->{body}, qr/^\d+\.\d+\.\d+$/,
        'the SDK may be loaded again';
    is $count->(), $before + 1 + 1 + 4 + 1, 'all that by one worker';

    is $httpd->get('/lua/tail.lua')->{body}, 1, 'a state';
    # Word of the deadline comes from another process: as soon as the machine lets it.
    my $late;
    for my $seconds (0.3, 3, 20) {
        $late = $httpd->get("/lua/tail.lua/tail?$seconds");
        last if $late->{status} == 504;
    }
    is $late->{status}, 504, 'is late';
    is $httpd->get('/lua/tail.lua')->{body}, 2, 'and lives on';
}

sub code_is_watched {
    my ($httpd) = @_;
    my $folder = "$httpd->{root}/site/lua";
    for my $name ('library', 'lazy') {
        my $get = sub { $httpd->get("/lua/pages.lua/$name")->{body} };
        is $get->(), "first $name", "the code that $name has";
        write_file("$folder/$name.lua", "return { name = 'second $name' }\n");
        becomes { $get->() eq "second $name" } "a change of $name.lua is seen";
        write_file("$folder/$name.lua", "return { name = 'first $name' }\n");
        becomes { $get->() eq "first $name" } 'and the next one';
    }
}

sub faults_speak {
    my ($httpd) = @_;
    my %page = map { $_ => "/lua/pages.lua/$_" } qw(raise header quit);
    my %said = (
        raise => qr/pages\.lua:\d+: attempt to index.*stack traceback/s,
        header => qr/header X-Bad has control characters/,
        quit => qr/ended with status 3|PERSIST/,
    );
    for my $fault (sort keys %page) {
        is $httpd->get($page{$fault})->{status}, 500, "$fault: 500";
        ok $httpd->wait_log($said{$fault}), "$fault: the log says why";
    }
    rename "$httpd->{root}/site/lua/syntax.lua.txt",
        "$httpd->{root}/site/lua/syntax.lua" or die $!;
    my %load = (
        syntax => qr/can't be loaded: \S*syntax\.lua:2: unexpected symbol/,
        missing => qr/can't be loaded: \S*missing\.lua:2: module 'not_there'/,
        empty => qr/empty\.lua has no function `handler`/,
    );
    for my $fault (sort keys %load) {
        is $httpd->get("/lua/$fault.lua")->{status}, 500, "$fault: 500";
        becomes { $httpd->log =~ $load{$fault} } "$fault: the log says why";
    }
}

sub faults_have_a_page {
    my ($httpd) = @_;
    ok $httpd->reconfigure("PersistDebug On\n"), 'with PersistDebug';
    my $raise = sub { $httpd->get('/lua/pages.lua/raise')->{body} };
    becomes { $raise->() =~ /attempt to index/ } 'an error is shown'
        or diag $raise->();
    my $syntax = sub { $httpd->get('/lua/syntax.lua')->{body} };
    becomes { $syntax->() =~ /unexpected symbol/ } 'and a syntax error'
        or diag $syntax->();
}

my %kinds = (
    'Lua 5.4' => '',
    $ENV{PERSIST_T_LUAJIT}
    ? (LuaJIT => "PersistInterpreter .lua $ENV{PERSIST_T_LUAJIT}\n")
    : (),
);
for my $kind (sort keys %kinds) {
    my $httpd = Persist::Httpd->new(conf => $LATE . $kinds{$kind})->start;
    note $kind;
    handlers_answer($httpd);
    workers_survive($httpd);
    code_is_watched($httpd);
    faults_speak($httpd);
    faults_have_a_page($httpd) if $kind eq 'Lua 5.4';
    ok $httpd->stop, 'httpd stops';
}
done_testing;
