# SPDX-License-Identifier: Apache-2.0
# Other modules of httpd lead to a program, and take up its answer, as under
# mod_cgid: rules, actions, indexes, error pages, parts of a page, filters, local
# redirects, HTTP/2.
use v5.30;
use warnings;
use IO::Compress::Gzip 'gzip';
use IO::Uncompress::Gunzip 'gunzip';
use Persist::App qw(modules put);
use Persist::Cgi;
use Persist::Http;
use Test::More;

my $both = Persist::Cgi->start(conf => modules('actions', 'include') . <<'END');
PersistWorkers 0 8
SetEnvIf Request_URI . ap_trust_cgilike_cl=1
RewriteEngine On
RewriteRule ^/neat/(.*) /programs/facts.pl/$1?neat=1 [QSA,PT]
Alias /alias/ ROOT/site/programs/
Action by-facts /programs/facts.pl
Action by-virtual /programs/facts.pl virtual
<Location /acted.html>
    SetHandler by-facts
</Location>
<Location /no-file>
    SetHandler by-virtual
</Location>
<Directory ROOT/site/pages>
    Options +Includes
    AllowOverride All
</Directory>
<LocationMatch "^/programs/(absent|says\.pl/status)$">
    ErrorDocument 404 /programs/facts.pl/error?page
</LocationMatch>
<Location /programs/says.pl/nothing>
    ErrorDocument 500 /programs/says.pl/pretty
</Location>
<Location /programs/says.pl/dies>
    ErrorDocument 500 /programs/says.pl/nothing
</Location>
<Location /programs/says.pl/large>
    SetOutputFilter DEFLATE
</Location>
<Location /programs/says.pl/echo>
    SetInputFilter DEFLATE
</Location>
<Location /programs/facts.pl/inflated>
    SetInputFilter DEFLATE
</Location>
END
my $httpd = $both->{httpd};
my $site = "$httpd->{root}/site";
my $include = '<!--#include virtual="/programs';
put("$site/acted.html" => "a file\n",
    "$site/.htaccess" => <<'END',
Options +ExecCGI
RewriteEngine On
RewriteRule ^tidy/(.*) programs/facts.pl/$1 [QSA]
RewriteRule ^programs/by-rule/(.*) /programs/facts.pl/$1 [L]
END
    "$site/pages/.htaccess" => <<'END',
Options +ExecCGI
AddOutputFilter INCLUDES .shtml
DirectoryIndex index.sh
<Files "*.sh">
    SetHandler persist-script
    PersistMode cgi
</Files>
<If "req('X-Way') == 'cgi' && %{REQUEST_URI} =~ m#/pages/(index.sh)?$#">
    SetHandler cgi-script
</If>
END
    "$site/programs/circle.sh" => <<'END',
#!/bin/sh
printf 'Location: /programs/circle.sh\n\n'
END
    "$site/pages/index.sh" => <<'END',
#!/bin/sh
printf 'Content-Type: text/plain\n\nindex %s\n' "$REQUEST_URI $SCRIPT_NAME"
END
    "$site/pages/page.shtml" => <<"END",
above
$include/facts.pl/x?a=1" -->
$include/says.pl/status" -->
$include/says.pl/local" -->
$include/says.pl/twice" -->
$include/says.pl/nothing" -->
$include/hello.sh" -->
below
END
    "$site/pages/exec.shtml" => <<'END');
above
<!--#exec cgi="/programs/facts.pl" -->
<!--#exec cgi="/programs/says.pl" -->
<!--#exec cgi="/programs/hello.sh" -->
below
END

sub same { $both->same(@_) }

# A body that a filter of httpd reads, too.
my $form = join '&', map { "n$_=%20" } 1 .. 500;
my @form = ('Content-Type', 'application/x-www-form-urlencoded');

# Ways to a program.
for my $path ('/neat/a%20b/c?x=%20', '/tidy/a%20b/c?x=%20', '/alias/facts.pl/x?y',
    '/programs/by-rule/x?y', '/acted.html?x', '/no-file/at/all?x',
    '/programs//facts.pl//x', '/programs/./facts.pl/x') {
    my $answer = same("$path", 'GET', $path);
    is $answer->{status}, 200, 'an answer';
    like $answer->{body}, qr/^SCRIPT_NAME=.*facts\.pl$/m, 'and from the program';
}
same("$_ with a body", 'POST', $_, $form, @form)
    for '/neat/x', '/tidy/x', '/acted.html', '/no-file';
like same('an index', 'GET', '/pages/')->{body}, qr{^index /pages/ /pages/index.sh$},
    'and is the program';
same('a directory', 'GET', '/programs/');
same('an encoded slash', 'GET', 'facts.pl/a%2fb');

# Ways from a program.
my $local = same('a local redirect', 'GET', 'says.pl/local?of=says');
is $local->{body}, "hello from=says\n", 'and leads to another program';
same('a local redirect of a body', 'POST', 'says.pl/local', $form, @form);
same('one of a HEAD', 'HEAD', 'says.pl/local');
same('one to a file', 'GET', 'says.pl/to_file');
same('one with a Status', 'GET', 'says.pl/to_file_created');
same('one in a circle', 'GET', 'circle.sh');

# Error pages.
my $page = same('an error page', 'GET', 'absent');
is $page->{status}, 404, 'with the status of the error';
like $page->{body}, qr{^REDIRECT_URL=/programs/absent$}m, 'and what had been asked for';
# docs/directives.md, PersistMode: there is no body, as for all scripts.
my %posted = map { $_ => $both->answer($_, 'POST', 'absent', $form, @form)->{body} }
    qw(persist cgi);
like $posted{persist}, qr/^read 0 /m, 'the error page of a body has none to read';
is $posted{persist} =~ s/^read .*//mr,
    $posted{cgi} =~ s/^(?:CONTENT_LENGTH=.*\n|read .*)//mgr, 'and is the same else';
same('that of a HEAD', 'HEAD', 'absent');
same('that of a program with a Status', 'GET', 'says.pl/status');
same('that of a program that fails', 'GET', 'says.pl/nothing');
is $both->answer('persist', 'GET', 'says.pl/dies')->{status}, 500,
    'an error page that fails is an error';

# Parts of a page.
for my $name ('page', 'exec') {
    for my $query ('', '?x=1', '?a+b') {
        my $body = same("$name.shtml$query", 'GET', "/pages/$name.shtml$query")
            ->{body};
        like $body, qr/\Aabove\n.*^below\n\z/ms, 'and whole';
        like $body, qr/^REQUEST_METHOD=GET$/m, 'with what the program finds';
    }
}
same('a page that is posted', 'POST', '/pages/page.shtml', $form, @form);

# Filters.
# Where a filter flushes is a matter of time.
my %deflated = map { $_ => $both->answer($_, 'GET', 'says.pl/large', undef,
        'Accept-Encoding', 'gzip') } qw(persist cgi);
for my $answer (values %deflated) {
    gunzip \$answer->{body}, \my $inflated;
    $answer->{body} = $inflated;
}
is_deeply $deflated{persist}, $deflated{cgi}, 'what a filter deflates is the same';
ok((grep { $_ eq 'Content-Encoding: gzip' } $deflated{persist}{lines}->@*),
    'and is deflated');
gzip \$form, \my $gzipped;
is same('what a filter inflates', 'POST', 'says.pl/echo', $gzipped,
    'Content-Encoding', 'gzip')->{body}, $form, 'and is inflated';

# httpd has gathered these bodies, and counted them.
my $chunks = "5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nX-Trailer: 1\r\n\r\n";
for my $case (['a chunked body', 11, $chunks, 'Transfer-Encoding', 'chunked'],
    ['an inflated one', length $form, $gzipped, 'Content-Encoding', 'gzip']) {
    my ($name, $length, @asked) = @$case;
    my ($ours, $theirs) = map { $both->answer($_, 'POST', 'facts.pl/inflated', @asked)
        ->{body} } qw(persist cgi);
    like $ours, qr/^CONTENT_LENGTH=$length$/m, "$name has a length";
    s/^(?:CONTENT_LENGTH|HTTP_(?:CONTENT|TRANSFER)_ENCODING)=.*\n//mg for $ours, $theirs;
    is $ours, $theirs, 'and is the same else';
}
same('a body that ends early', 'POST', 'facts.pl', "5\r\nhello\r\nnonsense\r\n",
    'Transfer-Encoding', 'chunked');

# By HTTP/2.
sub by_http2 {
    my ($way, $path, @words) = @_;
    my @curl = ('curl', '-qsSi', '-m', 300, '--http2-prior-knowledge', '-H',
        "X-Way: $way", @words, "http://127.0.0.1:$httpd->{port}/programs/$path");
    open my $curl, '-|', @curl or die $!;
    my $text = do { local $/; <$curl> };
    close $curl;
    return [grep { !/^(?:date|content-length|REMOTE_PORT=|HTTP_X_WAY=|(?:REDIRECT_)*H2_STREAM_TAG=|open )/i }
        split /\n/, $text];
}

SKIP: {
    skip 'httpd has no HTTP/2 here', 1
        if $ENV{PERSIST_T_MPM} eq 'prefork'
        || !-e "$ENV{HTTPD_MODULES}/mod_http2.so";
    for my $asked (['facts.pl/x?y=1'], ['facts.pl', '--data-binary', $form],
        ['says.pl/large'], ['says.pl/echo', '--data-binary', $form],
        ['says.pl/away'], ['says.pl/local'], ['says.pl/nothing'], ['facts.pl', '-I'],
        ['says.pl/cookies'], ['says.pl/status'], ['absent']) {
        my $answer = by_http2('persist', @$asked);
        like $answer->[0], qr/^HTTP.2 \d+/, "$asked->[0] has an answer by HTTP/2";
        is_deeply $answer, by_http2('cgi', @$asked), 'and it is the same';
    }
}

ok $httpd->stop, 'httpd stops';
done_testing;
