# SPDX-License-Identifier: Apache-2.0
# Persist::Tls: lets an httpd of a test's own speak TLS on a second port.

package Persist::Tls;
use v5.30;
use warnings;
use Exporter 'import';
use Persist::Httpd;

our @EXPORT_OK = 'tls_conf';

# Makes a certificate, which no client trusts. Returns the port, and lines of
# httpd.conf for a host on it with the same site; more are its own lines.
sub tls_conf {
    my ($httpd, $more) = @_;
    my $port = Persist::Httpd::free_port();
    system("openssl req -x509 -nodes -days 2 -subj /CN=localhost -newkey ec " .
        '-pkeyopt ec_paramgen_curve:prime256v1 ' .
        "-keyout $httpd->{root}/key -out $httpd->{root}/cert 2>/dev/null") == 0
        or die 'openssl';
    $more //= '';
    return ($port, <<"END");
<IfModule !ssl_module>
    LoadModule ssl_module $ENV{HTTPD_MODULES}/mod_ssl.so
</IfModule>
SSLSessionCache none
Listen 127.0.0.1:$port
<VirtualHost 127.0.0.1:$port>
    DocumentRoot ROOT/site
    SSLEngine on
    SSLCertificateFile ROOT/cert
    SSLCertificateKeyFile ROOT/key
    $more
</VirtualHost>
END
}

1;
