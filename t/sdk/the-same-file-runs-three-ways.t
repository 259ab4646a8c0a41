# SPDX-License-Identifier: Apache-2.0
# Bodies are the same bytes, statuses and headers are equal, whether a script
# is a worker, a plain CGI script under mod_cgid (or mod_cgi on prefork), or run
# from a terminal.
use v5.30;
use warnings;
use File::Temp;
use Persist::Http;
use Persist::Httpd;
use Test::More;

my $name = $ENV{PERSIST_T_MPM} eq 'prefork' ? 'cgi' : 'cgid';
my $cgi = "$ENV{HTTPD_MODULES}/mod_$name.so";
plan skip_all => "httpd has no mod_$name" if !-e $cgi;

my $httpd = Persist::Httpd->new(conf => <<"END");
LoadModule ${name}_module $cgi
<IfModule cgid_module>
    ScriptSock ROOT/cgid
</IfModule>
# else it ignores the Content-Length of a script
SetEnvIf Request_URI . ap_trust_cgilike_cl=1
SetEnvIf Request_URI /wrong\$ !ap_trust_cgilike_cl
SetEnv PYTHONPATH $ENV{PERSIST_T_PYTHONPATH}
SetEnv RUBYLIB $ENV{PERSIST_T_RUBYLIB}
SetEnv LUA_PATH_5_4 $ENV{PERSIST_T_LUA_PATH}
SetEnv LUA_CPATH_5_4 $ENV{PERSIST_T_LUA_CPATH}
SetEnv GUILE_LOAD_PATH $ENV{PERSIST_T_GUILE_PATH}
SetEnv GUILE_LOAD_COMPILED_PATH $ENV{PERSIST_T_GUILE_COMPILED}
SetEnv GUILE_AUTO_COMPILE 0
PersistEnv GUILE_LOAD_PATH $ENV{PERSIST_T_GUILE_PATH}
PersistEnv GUILE_LOAD_COMPILED_PATH $ENV{PERSIST_T_GUILE_COMPILED}
PersistEnv GUILE_AUTO_COMPILE 0
<Location /ways/lost>
    ErrorDocument 404 /ways/each_cgi.py/facts
</Location>
<Location /ways/lost/local>
    ErrorDocument 404 /ways/each_cgi.py/local
</Location>
<Location /ways/lost/gone>
    ErrorDocument 404 /ways/each_cgi.py/gone
</Location>
END
# A file that was just changed has a weak ETag, and soon a strong one.
utime 1e9, 1e9, glob "$httpd->{root}/site/ways/*";
$httpd->start;
my %interpreter = (
    py => ["PYTHONPATH=$ENV{PERSIST_T_PYTHONPATH}", $ENV{PERSIST_T_PYTHON}],
    rb => ["RUBYLIB=$ENV{PERSIST_T_RUBYLIB}", $ENV{PERSIST_T_RUBY}],
    lua => ["LUA_PATH_5_4=$ENV{PERSIST_T_LUA_PATH}",
        "LUA_CPATH_5_4=$ENV{PERSIST_T_LUA_CPATH}", $ENV{PERSIST_T_LUA}],
    scm => ["GUILE_LOAD_PATH=$ENV{PERSIST_T_GUILE_PATH}",
        "GUILE_LOAD_COMPILED_PATH=$ENV{PERSIST_T_GUILE_COMPILED}",
        'GUILE_AUTO_COMPILE=0', $ENV{PERSIST_T_GUILE}],
);

# Of httpd or of the connection, or a matter of time: what is said while a
# stream goes on.
my @OF_HTTPD = qw(connection date keep-alive server transfer-encoding upgrade);
my $form = join '&', map { "n$_=%20" } 1 .. 5000;
my @form = ('Content-Type', 'application/x-www-form-urlencoded');

# Status, header lines in order of their names, and body. Without a page only
# the status: a worker that fails has the server's.
sub seen {
    my ($status, $lines, $body, @without) = @_;
    return { status => $status } if grep { $_ eq 'page' } @without;
    my %out = map { $_ => 1 } @OF_HTTPD, @without;
    my @headers = sort grep { !$out{ lc s/:.*//r } } @$lines;
    return { status => $status, headers => \@headers, body => $body };
}

sub ask_httpd {
    my ($asked, @headers) = @_;
    my ($method, $path, $body) = @$asked;
    return $httpd->open_request("/ways/$path", method => $method,
        headers => ['X-Mine', 'yes', 'Connection', 'close', @headers],
        defined $body ? (body => $body) : ());
}

sub answer_of_httpd {
    my ($http, $asked) = @_;
    my ($method, $path, undef, @without) = @$asked;
    my $answer = $http->response;
    ok $answer && $answer->{complete}, "$method $path is answered to the end"
        or diag $httpd->log;
    return seen($answer->@{qw(status lines body)}, @without);
}

sub behind_httpd {
    my ($asked, @headers) = @_;
    return answer_of_httpd(ask_httpd($asked, @headers), $asked);
}

sub ask_terminal {
    my ($asked) = @_;
    my ($method, $path, $body) = @$asked;
    my ($script, $rest) = $path =~ m{^([^/]+)(.*)$};
    my $data = File::Temp->new;
    print $data $body // '';
    close $data or die $!;
    my ($extension) = $script =~ /(\w+)$/;
    my @words = ('env', $interpreter{$extension}->@*, $script, '-i', '--method',
        $method, $rest, '--header', 'X-Mine: yes');
    push @words, '--data', "$data", '--header', join ': ', @form
        if defined $body;
    my $pid = open my $out, '-|';
    defined $pid or die $!;
    if (!$pid) {
        chdir "$httpd->{root}/site/ways" or die $!;
        open STDERR, '>', '/dev/null' or die $!;
        exec @words or die $!;
    }
    return { out => $out, data => $data };
}

sub answer_of_terminal {
    my ($asking, $asked) = @_;
    my (undef, undef, undef, @without) = @$asked;
    my $out = $asking->{out};
    my $text = do { local $/; <$out> };
    close $out;
    my ($head, $got) = split /\r\n\r\n/, $text, 2;
    my ($line, @lines) = split /\r\n/, $head;
    return seen((split ' ', $line)[1], \@lines, $got, @without);
}

# All ways at a time.
sub compare {
    my ($asked) = @_;
    my @type = defined $asked->[2] ? @form : ();
    my $terminal = ask_terminal($asked);
    my $plain = ask_httpd($asked, @type, 'X-Way', 'cgi');
    my $worker = behind_httpd($asked, @type);
    is_deeply answer_of_httpd($plain, $asked), $worker,
        "@$asked[0, 1]: the same under mod_$name";
    is_deeply answer_of_terminal($terminal, $asked), $worker,
        "@$asked[0, 1]: the same from a terminal";
}

# method, path, body, headers in which the ways may differ
my @request = (
    ['GET', '/facts?x=1&y=%20'],
    ['HEAD', '/facts'],
    ['POST', '/echo', $form],
    ['PUT', '/facts', ''],
    ['GET', '/stream', undef, 'content-length'],
    ['GET', '/cookies'],
    ['GET', '/away'],
    ['GET', '/nothing'],
    ['GET', '/large'],
    ['GET', '/printed'],
    ['GET', '/file', undef, 'accept-ranges'],
    ['GET', '/reset', undef, 'content-length'],
    ['GET', '/refused', undef, 'content-length'],
    ['GET', '/silent', undef, 'page'],
    ['GET', '/raised', undef, 'page'],
);
my @cgi = (
    ['GET', '/facts?x=1'],
    ['HEAD', '/facts'],
    ['POST', '/echo', $form, 'content-length'],
    ['GET', '/stream', undef, 'content-length'],
    ['GET', '/missing'],
    ['GET', '/cookies'],
    ['GET', '/wrong', undef, 'content-length'],
    ['GET', '/left'],
    ['GET', '/child', undef, 'content-length'],
    ['GET', '/silent', undef, 'page'],
    ['GET', '/raised', undef, 'page'],
);
my @languages = grep { $interpreter{$_}[-1] } 'py', 'rb', 'lua', 'scm';
@languages = ('py') if !@languages;
for my $language (@languages) {
    my @old = $language =~ /^(?:lua|scm)$/ ? () : @cgi; # without each_cgi
    for my $case (map([request => $_], @request), map([cgi => $_], @old)) {
        my ($loop, $asked) = @$case;
        my ($method, $path, @rest) = @$asked;
        compare([$method, "each_$loop.$language$path", @rest]);
    }
    is behind_httpd(['GET', "each_request.$language/refused"])->{body},
        'level fraction hint late', "$language: what is wrong is refused";

    # What httpd adds to a redirect, a terminal can't.
    next if !@old;
    for my $page (qw(away local)) {
        my $asked = ['GET', "each_cgi.$language/$page"];
        is_deeply behind_httpd($asked, 'X-Way', 'cgi'), behind_httpd($asked),
            "each_cgi.$language/$page: the same under mod_$name";
    }
    my $away = ['GET', "each_cgi.$language/away"];
    is answer_of_terminal(ask_terminal($away), $away)->{status}, 302,
        'a redirect is one from a terminal, too';

    # Old CGI code is never cut.
    my $cut = ['GET', "each_cgi.$language/facts?x=1"];
    my @part = ('Range', 'bytes=1-2');
    is_deeply behind_httpd($cut, @part, 'X-Way', 'cgi'),
        behind_httpd($cut, @part), "a range of it: the same under mod_$name";

    # Chunked, so that nobody knows its length.
    for my $loop ('request', 'cgi') {
        my $path = "each_$loop.$language/echo";
        my @chunked = ('Transfer-Encoding', 'chunked', @form);
        my $body = sprintf "%x\r\n%s\r\n0\r\n\r\n", length $form, $form;
        my $expected = behind_httpd(['POST', $path, $form], @form)->{body};
        for my $way ('worker', 'cgi') {
            my $asked = ['POST', $path, $body];
            is behind_httpd($asked, @chunked, 'X-Way', $way)->{body}, $expected,
                "a chunked body arrives in $path as $way";
        }
    }
}

# An error page keeps the status of its error, unless it gives one itself.
my %page = (lost => 404, 'lost/local' => 404, 'lost/gone' => 410);
for my $path (sort keys %page) {
    my $asked = ['GET', $path, undef, 'content-length'];
    my $worker = behind_httpd($asked);
    is $worker->{status}, $page{$path}, "$path: an error page is no answer";
    is_deeply behind_httpd($asked, 'X-Way', 'cgi'), $worker,
        "$path: the same under mod_$name";
}

ok $httpd->stop, 'httpd stops';
done_testing;
