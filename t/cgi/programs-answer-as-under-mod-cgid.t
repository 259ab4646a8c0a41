# SPDX-License-Identifier: Apache-2.0
# A program that knows nothing of mod_persist finds the same under PersistMode
# cgi as under mod_cgid (mod_cgi on prefork), and its answer is the same.
use v5.30;
use warnings;
use Persist::App ();
use Persist::Cgi;
use Test::More;

my $both = Persist::Cgi->start(umask => 027, conf => <<'END');
SetEnvIf Request_URI . ap_trust_cgilike_cl=1
SetEnvIf Request_URI /(long|short)$ !ap_trust_cgilike_cl
SetEnv MINE of-the-server
PersistWorkers 0 8
END
my $httpd = $both->{httpd};

sub same { $both->same(@_) }

sub answer { $both->answer(@_) }

Persist::App::put("$httpd->{root}/site/untyped" => "untyped\n");

my $form = join '&', map { "n$_=%20" } 1 .. 5000;
my @form = ('Content-Type', 'application/x-www-form-urlencoded');

my $facts = same('what a program finds', 'GET', 'facts.pl/a%20b/c?x=1&y=%20');
like $facts->{body}, qr/^PATH_INFO=\/a b\/c$/m, 'which is its request';
like $facts->{body}, qr/^MINE=of-the-server$/m, 'with what SetEnv says';
like $facts->{body}, qr/^umask 027$/m, 'and the umask of httpd';
is answer('persist', 'GET', 'says.pl/tabbed')->{status}, 404,
    'a tab behind the status';
is answer('persist', 'GET', "says.pl/many?lines=$_->[0]")->{status}, $_->[1],
    "$_->[0] lines in a head" for [509, 200], [510, 500], [2000, 500];
ok $httpd->wait_log(qr/says\.pl: .* lines than the 509 that a response may have/),
    'the log says how many there may be';
like $httpd->get('/programs/facts.pl')->{body}, qr/^open 0 1 2$/m,
    'and nothing else open';
same('a HEAD', 'HEAD', 'facts.pl');
same('a query of words', 'GET', 'facts.pl?a+b%20c+%24HOME');
like same('an empty word', 'GET', 'facts.pl?+x')->{body},
    qr/^argument x$/m, 'and is an argument';
same('a word that sh would expand', 'GET', 'facts.pl?%5c%22%27%60%3b+%0a*');
same("the method $_", $_, 'facts.pl') for qw(OPTIONS DELETE PROPFIND);
same('a long path', 'GET', 'facts.pl/' . 'a/' x 500);
same("a header $_->[0]", 'GET', 'facts.pl', undef, @$_)
    for ['Authorization', 'Basic eDp5'], ['Proxy', 'elsewhere'],
    ['X-Odd_Name', '1', 'X.Odd', '2'], ['Cookie', 'a=1', 'Cookie', 'b=2'],
    ['Content-Type', "x/\xe4; a=\"b\""];
same('a body', 'POST', 'facts.pl', $form, @form);
same('an empty body', 'PUT', 'facts.pl', '');
is same('an echo', 'POST', 'says.pl/echo', $form, @form)->{body}, $form,
    'and whole';
same("/$_", 'GET', "says.pl/$_") for qw(status teapot away local head_only
    no_head_end no_colon nothing empty_head wrong_status cookies twice modified
    dashed returns dated
    typed_away handled large execs closes double leaves warns dies long short);
is answer('persist', 'GET', 'says.pl/typed_away')->{body}, "untyped\n",
    'a local redirect to a file without a type';
same('what is modified', 'GET', 'says.pl/modified', undef,
    'If-Modified-Since', 'Sun, 09 Sep 2001 01:46:40 GMT');
same('a range', 'GET', 'says.pl/modified', undef, 'Range', 'bytes=1-2');
# mod_cgid, which writes all of it first, answers 500 or not at all.
is answer('persist', 'POST', 'says.pl/ignores', 'x' x (8 << 20))->{body},
    "not read\n", 'a large body that nobody reads is no fault';
# mod_cgid reads no output before it has written all of the body.
my $flood = 'x' x (20 << 20);
ok answer('persist', 'POST', 'says.pl/echo', $flood)->{body} eq $flood,
    'an echo larger than all buffers';
same('a program without a #! line', 'GET', 'no-first-line.sh');
is same('a shell script', 'GET', 'hello.sh?x')->{body}, "hello x\n",
    'and well';
chmod 0644, "$httpd->{root}/site/programs/hello.sh" or die $!;
is answer('persist', 'GET', 'hello.sh')->{status}, 403,
    'a program that may not be executed is forbidden';
same('a program that is not there', 'GET', 'absent.sh');

# httpd does not read what this one writes: it is a connection's own.
my $nph = answer('persist', 'GET', 'nph-says.pl');
is $nph->{status}, 203, 'an nph- program sets the status';
is $httpd->get('/programs/nph-says.pl')->{reason}, 'By Myself',
    'its reason phrase';
ok((grep { /^X-Own: +yes$/ } $nph->{lines}->@*), 'and headers');
is $nph->{body}, "nph\n", 'and the body';
is_deeply answer('persist', 'GET', 'nph-says.pl/chunks'), $nph, 'also in chunks';
is answer('persist', 'HEAD', 'nph-says.pl/chunks')->{status}, 203,
    'and none are needed for a HEAD';
is answer('persist', 'GET', 'nph-says.pl/wrong')->{status}, 500,
    'chunks that are wrong are an error';
for my $cut (map { answer('persist', 'GET', "nph-says.pl/$_") } qw(cut cut_late)) {
    ok $cut->{status} == 500 || !$cut->{complete},
        'chunks that are cut are no whole response';
}
ok $httpd->wait_log(qr/persist:error.*nph-says\.pl: the chunks of its body are wrong/),
    'which is logged';

ok $httpd->stop, 'httpd stops';
done_testing;
