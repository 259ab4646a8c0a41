# SPDX-License-Identifier: Apache-2.0
# What mod_cache has kept of a response that was cut would be a whole one to
# everybody who comes later.
use v5.30;
use warnings;
use Persist::Httpd;
use Test::More;

for my $needed (qw(cache cache_disk)) {
    plan skip_all => "httpd has no mod_$needed"
        if !-e "$ENV{HTTPD_MODULES}/mod_$needed.so";
}

my $httpd = Persist::Httpd->new(conf => <<"END");
LoadModule cache_module $ENV{HTTPD_MODULES}/mod_cache.so
LoadModule cache_disk_module $ENV{HTTPD_MODULES}/mod_cache_disk.so
CacheRoot ROOT/cache
CacheEnable disk /
CacheHeader on
END
mkdir "$httpd->{root}/cache" or die $!;
chmod 0777, "$httpd->{root}/cache" or die $!;
$httpd->start;

my $count = 0;

# What the second one finds.
sub in_cache {
    my ($how, $more) = @_;
    my $file = "$httpd->{root}/end" . ++$count;
    my $path = "/raw/pages.py/ends?how=$how&age=600&file=$file$more";
    my $http = $httpd->open_request($path);
    my $head = $http->head;
    $http->more if $http->{buffer} eq '';
    open my $go, '>', $file or die $!;
    $http->body($head);
    return $httpd->get($path)->{headers}{'x-cache'};
}

like in_cache('well', ''), qr/^HIT/, 'a whole response is cached';
for my $how (qw(die gives-up)) {
    unlike in_cache($how, $_), qr/^HIT/, "$how: $_"
        for '', '&length=100', '&deflate=1';
}

ok $httpd->stop, 'httpd stops';
done_testing;
