# SPDX-License-Identifier: Apache-2.0
# The CGI scripts of httpd's own tests (t/httpd-tests/) do under PersistMode cgi
# what they do under mod_cgid beside it, and what those of httpd's tests expect of
# them that do not run here as they are (httpds-own-tests-pass-unchanged.t): they
# need filters and proxies of that suite. ocsp.pl needs its certificate authority;
# what it does without one is checked. What a script writes to stderr, and why it
# failed, is in the error log.
use v5.30;
use warnings;
use Config;
use Persist::App qw(modules put);
use Persist::Cgi;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $both = Persist::Cgi->start(
    conf => modules('actions', 'include', 'substitute', 'unique_id') . <<'END');
PersistWorkers 0 8
<Location /modules/cgi/not-modified.pl>
    SetOutputFilter DEFLATE
</Location>
<Location /modules/cgi/xother.pl>
    FilterDeclare xother CONTENT_SET
    FilterProvider xother SUBSTITUTE "resp('X-Foo') == 'bar'"
    FilterChain xother
    Substitute s/hello/HELLO/
</Location>
<Location /acted>
    SetHandler by-action
    Action by-action /modules/cgi/action.pl virtual
</Location>
END
my $httpd = $both->{httpd};
my $site = "$httpd->{root}/site";
my $path = '/modules/cgi';
put("$site$path/.htaccess" => <<'END', "$site/foobar.html" => "foobar\n");
SetHandler persist-script
PersistMode cgi
<If "req('X-Way') == 'cgi'">
    SetHandler cgi-script
</If>
END
for my $file (glob "$ENV{PERSIST_T_STAGE}/t/httpd-tests/htdocs/modules/cgi/*") {
    my ($name, $is_perl) = $file =~ m{([^/]+?)(\.PL)?$};
    put("$site$path/$name" => ($is_perl ? "#!$Config{perlpath}\n" : '')
            . Persist::Httpd::slurp($file));
}

# nph- programs end lines as they like, and mod_cgid leaves them so.
sub begin_by_curl {
    my ($way, $name) = @_;
    my @curl = ('curl', '-qsSi', '-m', 300, '-H', "X-Way: $way",
        "http://127.0.0.1:$httpd->{port}$path/$name");
    open my $curl, '-|', @curl or die $!;
    return $curl;
}

sub end_by_curl {
    my ($curl) = @_;
    my @lines = split /\n/, do { local $/; <$curl> };
    close $curl;
    # Interim responses have no body.
    while ($lines[0] =~ /^HTTP\S+ 1/) {
        1 while shift(@lines) =~ /^[^\r]/;
    }
    my ($status) = $lines[0] =~ /^HTTP\S+ (\d+)/;
    my @head;
    while (defined(my $line = shift @lines)) {
        $line =~ s/\r$//;
        last if $line eq '';
        push @head, $line;
    }
    return { status => $status, head => \@head, body => join("\n", @lines) };
}

sub ask {
    my ($way, $name, %o) = @_;
    return end_by_curl(begin_by_curl($way, $name)) if $name =~ /^nph-/;
    return $httpd->get("$path/$name", %o,
        headers => [@{ $o{headers} // [] }, 'X-Way', $way]);
}

# One of these needs seven seconds: they are read at the end.
my %begun = map { my $name = "nph-$_.pl";
    $name => [map { begin_by_curl($_, $name) } qw(persist cgi)] }
    qw(102 dripfeed foldhdr interim1 interim2 test);

for my $name (qw(bogus-perl.pl bogus-sh.sh bogus1k.pl)) {
    is ask('persist', $name)->{status}, 500, "$name has no header";
    ok $httpd->wait_log(qr{persist:error.*PERSIST4\d+: .*\Q$name\E}),
        "the error log has $name";
}
# A program that has closed its stdout is soon told to end, and may not come to say
# more; then the next one does.
for my $case (['stderr1.pl', 'x' x 1024],
    ['stderr3.pl', 'this is a post-stdout-closure error message'],
    ['nph-stderr.pl', 'this is nph-stderr']) {
    my ($name, $text) = @$case;
    becomes { ask('persist', $name); $httpd->log =~ /persist:error.*$text/ }
        "$name: stderr is in the error log";
}

# What other tests of httpd ask of these scripts.
sub case_of {
    my ($case, $method, $name, @more) = @_;
    return [$case, $method, $name =~ m{^/} ? $name : "$path/$name", @more];
}

sub same {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    return $both->same(case_of(@_)->@*);
}

my @if_newer = ('If-Modified-Since', 'Tue, 15 Feb 2005 15:00:00 GMT');
is same('ranged.pl', 'GET', 'ranged.pl', undef, 'Range', 'bytes=5-10/10')->{body},
    "hello\n", 'and says hello (byterange2.t)';
is same('pr37166.pl', 'GET', 'pr37166.pl', undef, @if_newer)->{status}, 200,
    'and its own status counts (pr37166.t)';
is $both->answer('persist', 'GET', "$path/not-modified.pl", undef, 'Accept-Encoding',
    'gzip')->{status}, 304, 'not-modified.pl has no body to deflate (deflate.t)';
is same('xother.pl', 'GET', 'xother.pl')->{body}, 'HELLOworld',
    'and is filtered by its header (filter.t)';
is same('redirect.pl', 'GET', 'redirect.pl')->{body}, "foobar\n",
    'and leads to a file (pr17629.t)';
is same('perl_echo.pl', 'POST', 'perl_echo.pl', 'foobar')->{body}, 'foobar',
    'and has its body (case_in.t)';
is same('nothing', 'GET', 'perl_echo.pl')->{body}, 'nada', 'and nada';
is same('action.pl', 'POST', '/acted/on?x', 'body')->{body}, "/acted/on\nbody",
    'and acts (pha.t)';
same('perl_post.pl', 'POST', 'perl_post.pl', 'a=1&b=%20x');
# big.pl sleeps for a second.
$both->same_all((map { case_of($_, 'GET', $_) } qw(empty.pl big.pl ocsp.pl)),
    map { case_of("big.pl, $_", 'GET', 'big.pl', undef, 'Range', "bytes=$_") }
    '0-0', '8190-8195', '-5', '8190-8195,10-12');
isnt ask('persist', 'unique-id.pl')->{body}, ask('persist', 'unique-id.pl')->{body},
    'requests have ids of their own (unique_id.t)';

# proxy.t, CVE-2008-2364.t. mod_cgid sends what these write, and httpd does not
# read it: here it does, and drops interim responses.
for my $name (sort keys %begun) {
    my ($ours, $theirs) = map { end_by_curl($_) } $begun{$name}->@*;
    is_deeply [@$ours{qw(status body)}], [@$theirs{qw(status body)}],
        "$name has the same answer";
}
my @folded = grep { /^X-/ } ask('persist', 'nph-foldhdr.pl')->{head}->@*;
is scalar @folded, 100, 'and its folded headers';
like $folded[-1], qr/^X-Bar-50:\s+gamm\s+beta\s+theta$/, 'which are whole';

ok $httpd->stop, 'httpd stops';
done_testing;
