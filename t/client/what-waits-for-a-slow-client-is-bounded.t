# SPDX-License-Identifier: Apache-2.0
# A slow client holds its worker where PersistBuffer says so; and clients that
# leave, workers that die and responses that go on are served as if nothing
# waited.
use v5.30;
use warnings;
use Digest::SHA 'sha256_hex';
use Persist::Http 'threads_at_work';
use Persist::Httpd;
use Persist::Wait 'becomes';
use Socket qw(SOL_SOCKET SO_LINGER);
use Test::More;

use constant SIZE => 8 << 20;

my $hasty = Persist::Httpd::free_port();
my $conf = <<"END";
PersistWorkers 0 1
# Asks who is there, too, but only for a moment.
<LocationMatch "/informed\$">
    PersistQueue 9 500ms
</LocationMatch>
<LocationMatch "/off/">
    PersistBuffer 16M off
</LocationMatch>
<LocationMatch "/small/">
    PersistBuffer 16M 1M
</LocationMatch>
Listen 127.0.0.1:$hasty
<VirtualHost 127.0.0.1:$hasty>
    DocumentRoot ROOT/site
    Timeout 1
</VirtualHost>
END
my $httpd = Persist::Httpd->new(conf => $conf)->start;
for my $dir (qw(off small)) {
    mkdir "$httpd->{root}/site/$dir" or die $!;
    link "$httpd->{root}/site/raw/$_", "$httpd->{root}/site/$dir/$_" or die $!
        for qw(bare.py pages.py);
}
my %chunked = (status => 200, headers => { 'transfer-encoding' => 'chunked' });
my $mark = "$httpd->{root}/mark";
my $page = '/raw/pages.py';

sub large {
    my ($page, @more) = @_;
    my $http = $httpd->open_request(join '&', "$page/large?size=" . SIZE, @more);
    return ($http, $http->head);
}

sub is_whole {
    my ($http, $head, $what) = @_;
    my ($body, $complete) = $http->body($head);
    ok $complete, "$what ends well";
    is sha256_hex($body), $head->{headers}{'x-digest'}, 'and is whole';
}

sub holds_its_worker {
    my ($page, $name) = @_;
    my ($http, $head) = large($page);
    is $httpd->get("$page/informed?count=0")->{status}, 503, "$name: the worker waits, too";
    is_whole($http, $head, 'its response');
    is $httpd->get("$page/who")->{status}, 200, 'and it answers others';
}

holds_its_worker('/off/pages.py', 'off');
holds_its_worker('/small/pages.py', 'a response above RESPONSE');

my $pid = $httpd->get("$page/who")->{body};
my ($http, $head) = large($page, "gone=$mark");
setsockopt $http->{socket}, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0 or die $!;
close $http->{socket};
becomes { -s $mark } 'a script is told of a client that is reset';
is $httpd->get("$page/who")->{body}, $pid, 'and its worker is free';
becomes { threads_at_work($httpd->{port}) == 1 } 'and so is the thread of httpd';

# A client that takes nothing for as long as Timeout says
# counts as gone.
unlink $mark;
$http = Persist::Http->new($hasty);
$http->request('GET', "$page/large?gone=$mark&size=" . SIZE);
becomes { -s $mark } 'a script is told of a client that does not go on';
becomes { threads_at_work($httpd->{port}) == 1 } 'no thread waits for that';

# More comes when all that waited has been taken, and comes at once.
unlink $mark;
($http, $head) = large($page, "file=$mark");
becomes { -s $mark } 'a worker sends all without waiting for the client';
my $body = '';
while (length $body < SIZE) {
    $body .= $http->chunk // last;
}
is sha256_hex($body), $head->{headers}{'x-digest'},
    'all of it reaches the client while the response goes on';
open my $go, '>', "$mark.go" or die $!;
is $http->chunk, '', 'and so does the end';

# The worker dies.
unlink $mark, "$mark.go";
($http, $head) = large($page, "file=$mark", 'die=1');
becomes { -s $mark } 'a worker has sent all but the end';
open $go, '>', "$mark.go" or die $!;
ok $httpd->wait_log(qr/PERSIST4001/), 'and dies';
my ($rest, $complete) = $http->body($head);
ok !$complete, 'the response is cut';
is sha256_hex($rest), $head->{headers}{'x-digest'}, 'behind all that was sent';

# Two requests at once, the first for a file of httpd's own.
open my $file, '>', "$httpd->{root}/site/static.txt" or die $!;
print $file 's' x (1 << 20);
close $file or die $!;
$http = $httpd->open_request('/static.txt');
$http->request('GET', "$page/large?size=" . SIZE);
$head = $http->head;
is(($http->body($head))[0], 's' x (1 << 20), 'a file');
is_whole($http, $http->head, 'a response in a pipeline');

undef $http; # the old child would keep its connection for KeepAliveTimeout
$httpd->reconfigure("$conf\nPersistCeiling BufferShare 1M\n");
holds_its_worker($page, 'the owner has used up his share');

ok $httpd->stop, 'httpd stops';
done_testing;
