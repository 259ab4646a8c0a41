# SPDX-License-Identifier: Apache-2.0
# PATH_TRANSLATED is what a plain CGI script gets, but httpd does not look for
# the file that it names, nor for .htaccess on the way to it, nor for an index.
use v5.30;
use warnings;
use Persist::Cgi;
use Persist::Http;
use Persist::Httpd;
use Test::More;

for my $needed ('alias', 'rewrite') {
    plan skip_all => "httpd has no mod_$needed"
        if !-e "$ENV{HTTPD_MODULES}/mod_$needed.so";
}

my $httpd = Persist::Httpd->new(conf => Persist::Cgi::conf() . <<"END");
<IfModule !alias_module>
    LoadModule alias_module $ENV{HTTPD_MODULES}/mod_alias.so
</IfModule>
<IfModule !rewrite_module>
    LoadModule rewrite_module $ENV{HTTPD_MODULES}/mod_rewrite.so
</IfModule>
SetEnv PYTHONPATH $ENV{PERSIST_T_PYTHONPATH}
Alias /elsewhere ROOT/other
RewriteEngine On
RewriteRule ^/old/(.*) /new/\$1
RewriteRule ^/far(.*) ROOT/./far/\$1
END

my $site = "$httpd->{root}/site";
mkdir "$site/broken" or die $!;
open my $rules, '>', "$site/broken/.htaccess" or die $!;
print $rules "NoSuchDirective\n";
close $rules or die $!;
$httpd->start;

sub answer {
    my ($path, @headers) = @_;
    my $http = $httpd->open_request("/translated/where.py$path",
        headers => ['Connection', 'close', @headers]);
    return $http->response->{body};
}

for my $path (qw(/nothing/there /app.py /app.py/beyond /two /two/ /two//x
        /a/../two/%20/%c3%a4 /elsewhere/x /old/x.html /far/x)) {
    is answer($path), answer($path, 'X-Way', 'cgi'),
        "$path is translated as for a CGI script";
}
like answer('/elsewhere/x'), qr{TRANSLATED $httpd->{root}/other/x$}m,
    'which is by all that translates';
like answer('/'), qr{TRANSLATED $site/$}m, 'a directory has no index here';
like answer(''), qr/TRANSLATED None/, 'without PATH_INFO there is none';

like answer('/broken/x'), qr{TRANSLATED $site/broken/x$}m,
    'a directory whose .htaccess is wrong is a directory';
unlike $httpd->log, qr/NoSuchDirective/, 'nobody has read that .htaccess';
answer('/broken/x', 'X-Way', 'cgi');
ok $httpd->wait_log(qr/NoSuchDirective/), '(as httpd does for a CGI script)';

ok $httpd->stop, 'httpd stops';
done_testing;
