# SPDX-License-Identifier: Apache-2.0
# One .htaccess file means as much as each virtual host lets it: what is kept for
# one of them is never given to another one.
use v5.30;
use warnings;
use Persist::App 'put';
use Persist::Http;
use Persist::Httpd;
use Persist::Twins;
use Test::More;

my %allows = (
    all => 'AllowOverride All',
    none => 'AllowOverride None',
    info => 'AllowOverride FileInfo',
    options => 'AllowOverride FileInfo Options=ExecCGI',
    auth => 'AllowOverride AuthConfig FileInfo Options=ExecCGI',
    nonfatal => 'AllowOverride FileInfo Options Nonfatal=All',
);
my $hosts = q{};
for my $name (sort keys %allows) {
    $hosts .= <<"END";
<VirtualHost *>
    ServerName $name.test
    DocumentRoot ROOT/site
    <Directory ROOT/site/shared>
        $allows{$name}
        Options +ExecCGI
        SetHandler persist-script
    </Directory>
    <Location /persist-status>
        SetHandler persist-status
    </Location>
</VirtualHost>
END
}
my $twins = Persist::Twins->new(conf => $hosts);
my $site = $twins->{site};
my $dir = "$site/shared";
put("$dir/app.py", <<"END");
#!$ENV{PERSIST_T_PYTHON}
import persist_worker
persist_worker.each_request(lambda request: request.respond(200, {}, b"here"))
END

my @texts = (
    "Header set X-Rule a\n",
    "Options +ExecCGI\nHeader set X-Rule b\n",
    "Options +Indexes\nHeader set X-Rule c\n",
    "Require all denied\nHeader set X-Rule d\n",
);

# A file is kept when it is three seconds old. All of them become so at the same
# time, and a link says which one counts.
put("$site/texts/$_", $texts[$_]) for 0 .. $#texts;
sub choose {
    my ($number) = @_;
    symlink "../texts/$number", "$dir/.htaccess.new" or die $!;
    rename "$dir/.htaccess.new", "$dir/.htaccess" or die $!;
}

# The request's own Host is added after the client's.
sub ask {
    my ($httpd, $host) = @_;
    my $http = Persist::Http->new($httpd->{port});
    $http->{method} = 'GET';
    $http->send_bytes("GET /shared/app.py HTTP/1.1\r\nHost: $host.test\r\n"
        . "Connection: close\r\n\r\n");
    return $http->response // die 'no answer';
}

for my $number (0 .. $#texts) {
    my $text = $texts[$number];
    choose($number);
    # What is denied never comes as far as that.
    ok $twins->warm('/shared/app.py', 2), 'the file is kept' if $text !~ /denied/;
    for my $round (1 .. 3) {
        for my $host (sort keys %allows) {
            my ($on, $off) = map { Persist::Twins::essence($_, ask($_, $host)) }
                $twins->@{qw(on off)};
            is $on, $off, "$host, round $round: " . $text =~ s/\n.*//sr;
        }
    }
}
cmp_ok $twins->figures->{kept}, '>=', 4, 'for several of them files are kept';
ok $twins->stop, 'both stop';

# Which directives a list allows cannot be seen later.
my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistHtaccessCache On
<Directory ROOT/site/listed>
    AllowOverride None
    AllowOverrideList Header
</Directory>
END
ok $httpd->wait_log(qr/PersistHtaccessCache is without effect: AllowOverrideList is used/),
    'the log says that AllowOverrideList turns the cache off';
my $cache = $httpd->status->{htaccess_cache};
ok !$cache->{on}, 'and so does the status';
is $cache->{why_off}, 'AllowOverrideList is used', 'with the reason';
like $httpd->get('/persist-status?metrics')->{body},
    qr/^persist_htaccess_lent_total 0\n.*^# EOF\n\z/ms, 'which collectors can read';
ok $httpd->stop, 'httpd stops';

done_testing;
