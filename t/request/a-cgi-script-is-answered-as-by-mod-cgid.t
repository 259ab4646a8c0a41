# SPDX-License-Identifier: Apache-2.0
# The same CGI script as a worker (each_cgi) and under mod_cgid: the status line
# with its reason phrase, the type, and the body of a HEAD.
use v5.30;
use warnings;
use Persist::Cgi;
use Persist::Httpd;
use Test::More;

my $httpd = Persist::Httpd->new(conf => Persist::Cgi::conf() . <<"END")->start;
SetEnv PYTHONPATH $ENV{PERSIST_T_PYTHONPATH}
AddType text/x-by-name .py
<If "req_novary('X-Type') == 'forced'">
    ForceType text/x-forced
</If>
END

sub answer {
    my ($way, $query, %o) = @_;
    return $httpd->get("/same/same.py?$query", %o,
        headers => [@{ $o{headers} // [] }, 'X-Way', $way]);
}

# What depends neither on time nor on how the script's bytes arrive.
sub lines {
    my ($answer) = @_;
    return [$answer->{status}, $answer->{reason},
        grep { !/^(?:Date|Content-Length|Transfer-Encoding):/ } sort $answer->{lines}->@*];
}

sub is_the_same {
    my ($what, $query, %o) = @_;
    my ($ours, $theirs) = map { answer($_, $query, %o) } qw(worker cgi);
    is_deeply lines($ours), lines($theirs), "$what, as by mod_$Persist::Cgi::MODULE"
        or diag explain lines($ours), lines($theirs);
    return $ours;
}

my $answer = is_the_same('a reason phrase', 'Status=404+Nothing+Here');
is $answer->{reason}, 'Nothing Here', 'it is the script\'s';
is is_the_same('a status without one', 'Status=404')->{reason}, 'Not Found',
    'then it is httpd\'s';
is is_the_same('nothing but blanks', 'Status=404+')->{status}, 404, 'too';
is is_the_same('a number of the script\'s', 'Status=299+Own')->{reason}, 'Own',
    'with its phrase';
is is_the_same('a phrase in UTF-8', 'Status=200+%C3%A4')->{reason},
    "\xc3\xa4", 'is passed on';
is is_the_same('a Location with a phrase', 'Status=303+Over+There&Location=/x')
    ->{reason}, 'Over There', 'as well';
is is_the_same('a Location of its own', 'Status=200+Fine&Location=http://x/')
    ->{reason}, 'Found', 'is httpd\'s redirect';

my $type = 'Content-Type=text/x-own';
is is_the_same('a type', $type)->{headers}{'content-type'}, 'text/x-own',
    'is the script\'s';
is is_the_same('no type', '')->{headers}{'content-type'}, 'text/x-by-name',
    'then it is that of the file\'s name';
my @forced = (headers => ['X-Type', 'forced']);
is is_the_same('ForceType', '', @forced)->{headers}{'content-type'},
    'text/x-forced', 'goes before the name';
is is_the_same('a type and ForceType', $type, @forced)->{headers}{'content-type'},
    'text/x-own', 'is the script\'s';
is is_the_same('an error without a type', 'Status=404+No')
    ->{headers}{'content-type'}, 'text/x-by-name', 'has the file\'s, too';

for my $method (qw(GET HEAD)) {
    $answer = is_the_same("$method with a body", $type, method => $method,
        body => 'hello');
    is $answer->{headers}{'x-length'}, 5, 'CONTENT_LENGTH is there';
    is $answer->{headers}{'x-read'}, 5, 'and so are the bytes';
    my %chunked = (method => $method,
        headers => ['Transfer-Encoding', 'chunked']);
    for my $way (qw(worker cgi)) {
        is answer($way, $type, %chunked, body => "5\r\nhello\r\n0\r\n\r\n")
            ->{headers}{'x-read'}, 5, "$way: $method with chunks";
        is answer($way, $type, %chunked, body => "nonsense\r\n")->{status}, 400,
            "$way: $method with bad chunks";
    }
}
is answer('worker', $type, method => 'HEAD',
    headers => ['Transfer-Encoding', 'chunked'],
    body => "5\r\nhello\r\n0\r\n\r\n")->{headers}{'x-length'}, 5,
    'httpd counts what it has unpacked';
is is_the_same('HEAD without a body', $type, method => 'HEAD')
    ->{headers}{'x-length'}, 'none', 'has no CONTENT_LENGTH';

# The next request on the connection is what it says it is.
my $http = $httpd->open_request("/same/same.py?$type", method => 'HEAD',
    body => "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n");
is $http->response->{status}, 200, 'HEAD with a body that looks like a request';
$http->request('GET', "/same/same.py?$type");
is $http->response->{body}, "the script's own\n", 'is not one';

ok $httpd->stop, 'httpd stops';
done_testing;
