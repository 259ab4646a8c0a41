# SPDX-License-Identifier: Apache-2.0
# The environment of a PSGI application, for requests of all kinds, here and under
# plackup. What differs has its reason in docs/sdks.md.
use v5.30;
use warnings;
use Persist::App qw(application_on);
use Persist::Httpd;
use Persist::Reference;
use Test::More;

plan skip_all => 'no plackup' if !grep { -x "$_/plackup" } split /:/, $ENV{PATH};

my $PSGI = <<'END';
use strict;
use warnings;
use MIME::Base64 'encode_base64';

sub shown {
    my ($name, $value) = @_;
    return ref $value eq 'ARRAY' ? "[@$value]" : 'an object'
        if ref $value || ref \$value eq 'GLOB';
    return $value ? 'true' : 'false' if $name =~ /^psgix?\./ && $value =~ /^[01]?$/;
    return $value =~ s/([^ -~])/sprintf '\x%02x', ord $1/ger;
}

my $app = sub {
    my ($env) = @_;
    my $body = do { local $/; my $input = $env->{'psgi.input'}; <$input> } // '';
    my %seen = (%$env, '(the body)' => $body);
    my $lines = join '', map { "$_=" . shown($_, $seen{$_}) . "\n" } keys %seen;
    return [200, ['X-Env', encode_base64($lines, '')], []];
};
END
my $MOUNTED = <<'END';
use Plack::Builder;
builder { mount '/app' => $app; mount '/' => $app };
END

my $root = Persist::Httpd::free_port();
my ($httpd, $app) = application_on('Persist::Httpd',
    more => Persist::Reference::also_at_root($root)
        . "PersistEnv PERL5LIB $ENV{PERSIST_T_PERL5LIB}\n",
    files => {
        'app.pl' => "#!/usr/bin/env perl\nuse PersistWorker::PSGI;\n$PSGI"
            . "PersistWorker::serve_psgi(\$app);\n",
        'mounted.psgi' => "$PSGI$MOUNTED" },
    htaccess => "PersistApp app.pl\nPersistWorkers 0 1\n");
$httpd->start;
my $plackup = Persist::Reference->start($app, qw(plackup -E deployment --host 127.0.0.1
    --port PORT mounted.psgi));
$plackup->compare($httpd->{port}, '/app');
$plackup->compare($root, '');
$plackup->is_table('What plackup has otherwise');
$plackup->compare_protocols($httpd->{port}, '/app',
    qr/SERVER_PROTOCOL|HTTP_CONNECTION|REMOTE_PORT|UNIQUE_ID|H2_?\w*|HTTP2/)
    if $ENV{PERSIST_T_MPM} ne 'prefork';
ok $httpd->stop, 'httpd stops';
done_testing;
