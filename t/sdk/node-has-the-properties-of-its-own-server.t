# SPDX-License-Identifier: Apache-2.0
# Each property of (req, res) under serve(), beside Node's own server: what differs
# is what docs/sdks.md lists.
use v5.30;
use warnings;
use IPC::Open2 'open2';
use JSON::PP;
use Persist::Http;
use Persist::Httpd;
use Test::More;

plan skip_all => 'no Node.js 18' if system "node -e 'require(\"node:test\")' 2>/dev/null";

my $httpd = Persist::Httpd->new(conf => <<"END")->start;
PersistEnv NODE_PATH $ENV{PERSIST_T_NODE_PATH}
PersistWorkers 0 1
END
my $script = 'node/properties.js';
# It ends with its standard input, and so with the test, however that ends.
open2(my $node, my $input, 'node', "$httpd->{root}/site/$script", '--listen');
chomp(my $port = <$node>);
my %server = (httpd => [$httpd->{port}, "/$script"], node => [$port, '']);

my @REQUESTS = (
    "GET MOUNT/a%20b?x=1&x=2 HTTP/1.1\r\nX-Two: 1\r\nX-Two: 2\r\n"
        . "Authorization: Basic Zm9v\r\nCookie: a=b\r\n\r\n",
    "POST MOUNT/ HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody",
    "PUT MOUNT/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
    "HEAD MOUNT/ HTTP/1.1\r\n\r\n",
    "GET MOUNT/ HTTP/1.0\r\n\r\n",
);

# What a server's script has found in a request.
sub found {
    my ($name, $text) = @_;
    my ($port, $mount) = $server{$name}->@*;
    my $http = Persist::Http->new($port);
    ($http->{method}) = $text =~ /^(\S+)/;
    $text =~ s/ MOUNT/ $mount/;
    $http->send_bytes($text =~ s/\r\n/\r\nHost: example.org\r\n/r);
    my $answer = $http->response;
    is "$answer->{status} $answer->{reason}", '201 Fine', "$name: $http->{method}";
    return decode_json(Persist::Http->once($port, 'GET', "$mount/shown")->{body});
}

my $json = JSON::PP->new->canonical;
my (%differs, %same);
for my $text (@REQUESTS) {
    my ($ours, $nodes) = (found('httpd', $text), found('node', $text));
    for my $name (keys %{ { %$ours, %$nodes } }) {
        my ($one, $other) = map { $json->encode($_->{$name} // {}) } $ours, $nodes;
        $same{$name} = 1 if $one eq $other;
        $differs{$name} //= "$one\ninstead of\n$other" if $one ne $other;
    }
}
cmp_ok keys %same, '>', 50, 'properties that are the same';

my $page = Persist::Httpd::slurp("$ENV{PERSIST_T_SOURCE}/docs/sdks.md");
my ($table) = $page =~ /^## req and res in Node\.js$(.*?)^##/ms;
my %listed = map { $_ => 1 } map { /`(re[qs]\.\w+)`/g } $table =~ /^(\|[^|]*)/gm;
is_deeply [sort keys %differs], [sort keys %listed], 'docs/sdks.md lists what differs'
    or diag map { "$_: $differs{$_}\n" } grep { !$listed{$_} } sort keys %differs;

ok $httpd->stop, 'httpd stops';
done_testing;
