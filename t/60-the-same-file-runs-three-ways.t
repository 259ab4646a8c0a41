# SPDX-License-Identifier: Apache-2.0
# Bodies are the same bytes, statuses and headers are equal, whether a script
# is a worker, a plain CGI script under mod_cgid, or run from a terminal.
use v5.30;
use warnings;
use File::Temp;
use Persist::Httpd;
use Test::More;

my $cgid = "$ENV{HTTPD_MODULES}/mod_cgid.so";
plan skip_all => 'httpd has no mod_cgid' if !-e $cgid;

my $httpd = Persist::Httpd->new(conf => <<"END")->start;
LoadModule cgid_module $cgid
ScriptSock ROOT/cgid
# else mod_cgid ignores the Content-Length of a script
SetEnv ap_trust_cgilike_cl 1
SetEnv PYTHONPATH $ENV{PERSIST_T_PYTHONPATH}
END

# Of httpd or of the connection, or a matter of time: what is said while a
# stream goes on.
my @OF_HTTPD = qw(connection date keep-alive server transfer-encoding upgrade);

# Status, header lines in order of their names, and body.
sub seen {
    my ($status, $lines, $body, @without) = @_;
    my %out = map { $_ => 1 } @OF_HTTPD, @without;
    my @headers = sort grep { !$out{ lc s/:.*//r } } @$lines;
    return { status => $status, headers => \@headers, body => $body };
}

sub behind_httpd {
    my ($asked, @headers) = @_;
    my ($method, $path, $body, @without) = @$asked;
    my $answer = $httpd->get("/ways/$path", method => $method,
        headers => ['X-Mine', 'yes', @headers],
        defined $body ? (body => $body) : ());
    ok $answer->{complete}, "$method $path is answered to the end"
        or diag $httpd->log;
    return seen($answer->@{qw(status lines body)}, @without);
}

sub in_terminal {
    my ($asked) = @_;
    my ($method, $path, $body, @without) = @$asked;
    my ($script, $rest) = $path =~ m{^([^/]+)(.*)$};
    my $data = File::Temp->new;
    print $data $body // '';
    close $data or die $!;
    my @words = ('env', "PYTHONPATH=$ENV{PERSIST_T_PYTHONPATH}",
        $ENV{PERSIST_T_PYTHON}, $script, '-i', '--method', $method, $rest,
        '--header', 'X-Mine: yes');
    push @words, '--data', "$data",
        '--header', 'Content-Type: application/x-www-form-urlencoded'
        if defined $body;
    my $pid = open my $out, '-|';
    defined $pid or die $!;
    if (!$pid) {
        chdir "$httpd->{root}/site/ways" or die $!;
        open STDERR, '>', '/dev/null' or die $!;
        exec @words or die $!;
    }
    my $text = do { local $/; <$out> };
    close $out;
    my ($head, $got) = split /\r\n\r\n/, $text, 2;
    my ($line, @lines) = split /\r\n/, $head;
    return seen((split ' ', $line)[1], \@lines, $got, @without);
}

my $form = join '&', map { "n$_=%20" } 1 .. 5000;
my @form = ('Content-Type', 'application/x-www-form-urlencoded');
# method, path, body, headers in which the ways may differ
my @asked = (
    ['GET', 'each_request.py/facts?x=1&y=%20'],
    ['HEAD', 'each_request.py/facts'],
    ['POST', 'each_request.py/echo', $form],
    ['PUT', 'each_request.py/facts', ''],
    ['GET', 'each_request.py/stream', undef, 'content-length'],
    ['GET', 'each_request.py/cookies'],
    ['GET', 'each_request.py/away'],
    ['GET', 'each_request.py/nothing'],
    ['GET', 'each_request.py/large'],
    ['GET', 'each_request.py/printed'],
    ['GET', 'each_request.py/file', undef, 'accept-ranges'],
    ['GET', 'each_request.py/silent'],
    ['GET', 'each_request.py/raised'],
    ['GET', 'each_cgi.py/facts?x=1'],
    ['HEAD', 'each_cgi.py/facts'],
    ['POST', 'each_cgi.py/echo', $form, 'content-length'],
    ['GET', 'each_cgi.py/stream', undef, 'content-length'],
    ['GET', 'each_cgi.py/missing'],
    ['GET', 'each_cgi.py/cookies'],
    ['GET', 'each_cgi.py/left'],
    ['GET', 'each_cgi.py/child'],
    ['GET', 'each_cgi.py/silent'],
    ['GET', 'each_cgi.py/raised'],
);
for my $asked (@asked) {
    my @type = defined $asked->[2] ? @form : ();
    my $worker = behind_httpd($asked, @type);
    my $cgi = behind_httpd($asked, @type, 'X-Way', 'cgi');
    is_deeply $cgi, $worker, "@$asked[0, 1]: the same under mod_cgid";
    is_deeply in_terminal($asked), $worker,
        "@$asked[0, 1]: the same from a terminal";
}

# What httpd adds to a redirect, a terminal can't.
for my $path (qw(away local)) {
    my $asked = ['GET', "each_cgi.py/$path"];
    is_deeply behind_httpd($asked, 'X-Way', 'cgi'), behind_httpd($asked),
        "each_cgi.py/$path: the same under mod_cgid";
}
my $away = in_terminal(['GET', 'each_cgi.py/away']);
is $away->{status}, 302, 'a redirect is one from a terminal, too';

# Chunked, so that nobody knows its length.
for my $script ('each_request.py', 'each_cgi.py') {
    my @chunked = ('Transfer-Encoding', 'chunked', @form);
    my $body = sprintf "%x\r\n%s\r\n0\r\n\r\n", length $form, $form;
    for my $way ('worker', 'cgi') {
        my $asked = ['POST', "$script/echo", $body];
        is behind_httpd($asked, @chunked, 'X-Way', $way)->{body}, $form,
            "a chunked body arrives in $script as $way";
    }
}

ok $httpd->stop, 'httpd stops';
done_testing;
