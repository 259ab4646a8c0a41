# SPDX-License-Identifier: Apache-2.0
# With PersistDebug on, the head of a 500 that an application answers by itself has
# the id of the request, by which persistctl log shows what was logged. The body
# stays byte for byte.
use v5.30;
use warnings;
use Compress::Zlib;
use Persist::App qw(application_on modules put);
use Persist::Ctl 'ctl';
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $wsgi = <<'END';
def pieces():
    yield b"one "
    yield b"two"

def application(environ, start_response):
    way = environ["PATH_INFO"][1:]
    print("what went wrong on", way, file=environ["wsgi.errors"])
    headers = [("Content-Type", "application/json")]
    if way == "forged":
        headers.append(("Persist-Error-Id", "forged"))
    status = "200 OK" if way == "well" else "503 Not Now"
    start_response(status, headers)
    return pieces() if way == "streamed" else [b'{"error": "' + b"no " * 1000 + b'"}']
END

my ($httpd) = application_on('Persist::Httpd',
    more => modules(qw(filter deflate)) . "SetOutputFilter DEFLATE\n");
my $site = "$httpd->{root}/site";
put("$site/$_/app.wsgi" => $wsgi,
    "$site/$_/.htaccess" => "Options +ExecCGI\nPersistApp app.wsgi\nPersistDebug $_\n")
    for qw(on off);
$httpd->start;

sub shows {
    my ($id, $way) = @_;
    my $shown;
    becomes { $shown = ctl($httpd, 'log', '--id', $id);
        $shown->{said} =~ /\[\Q$id\E\] what went wrong on \Q$way\E$/m }
        "$way: persistctl log --id shows what was logged" or diag $shown->{said};
    is scalar(() = $shown->{said} =~ /what went wrong/g), 1, 'and no other request';
    is $shown->{status}, 0, 'it is done';
}

my @gzip = (headers => ['Accept-Encoding' => 'gzip']);
my %ways = (
    json => [], HEAD => [method => 'HEAD'], streamed => [], compressed => \@gzip, forged => []);
for my $way (sort keys %ways) {
    my ($on, $off) = map { $httpd->get("/$_/$way", $ways{$way}->@*) } qw(on off);
    is $on->{status}, 503, "$way: an error of its own";
    my $id = $on->{headers}{'persist-error-id'} // '';
    like $id, qr/^[\w@-]{10,}$/, 'its head has the id';
    is $off->{headers}{'persist-error-id'} // 'none',
        $way eq 'forged' ? 'forged' : 'none', 'which it has not by default';
    is $on->{body}, $off->{body}, 'the body is the same';
    shows($id, $way);
}
my $zipped = $httpd->get('/on/compressed', @gzip);
is $zipped->{headers}{'content-encoding'}, 'gzip', 'it was compressed';
like Compress::Zlib::memGunzip($zipped->{body}), qr/^\{"error": "no .*"\}$/,
    'and is whole';
is $httpd->get('/on/streamed')->{body}, 'one two', 'it was streamed';
my $well = $httpd->get('/on/well');
is $well->{headers}{'persist-error-id'}, undef, 'a success has no id';
my $unknown = ctl($httpd, 'log', '--id', 'AnotherRequestsId');
like $unknown->{said}, qr/no line of request AnotherRequestsId is kept/,
    'an unknown id is said to have no line';
is $unknown->{status}, 1, 'which is a failure';

ok $httpd->stop, 'httpd stops';
done_testing;
