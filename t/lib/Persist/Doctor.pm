# SPDX-License-Identifier: Apache-2.0
# Persist::Doctor: runs persistctl doctor and new on folders of an httpd of the
# test's own.

package Persist::Doctor;
use v5.30;
use warnings;
use Exporter 'import';
use File::Basename 'dirname';
use Persist::App 'put';
use Persist::Ctl 'ctl';

our @EXPORT_OK = qw(doctor environment make_new use_conf_of);

# The uninstalled parts of an installation.
$ENV{PERSIST_APP} = dirname($ENV{PERSIST_T_DAEMON}) . '/persist-app';
$ENV{PERSIST_TEMPLATES} = "$ENV{PERSIST_T_SOURCE}/persistctl/templates";

# Lines of .htaccess by which workers, and the doctor, find the SDKs.
sub environment {
    my $lines = "PersistEnv PERSIST_APP_RUNNERS $ENV{PERSIST_T_SOURCE}/workers\n"
        . "PersistEnv PYTHONPATH $ENV{PERSIST_T_PYTHONPATH}\n";
    $lines .= "PersistEnv RUBYLIB $ENV{PERSIST_T_RUBYLIB}\n"
        if $ENV{PERSIST_T_RUBY};
    return $lines;
}

# The doctor finds an apachectl that is this httpd's.
sub use_conf_of {
    my ($httpd) = @_;
    my $bin = "$httpd->{root}/bin";
    put("$bin/apachectl" => "#!/bin/sh\nexec $ENV{HTTPD} -f "
        . $httpd->conf_file . " \"\$@\"\n");
    $ENV{PATH} = "$bin:$ENV{PATH}";
}

# { said, status } for a folder of the site.
sub doctor {
    my ($httpd, $folder, @words) = @_;
    return ctl($httpd, 'doctor', "$httpd->{root}/site/$folder", @words);
}

sub make_new {
    my ($httpd, $kind, $folder, @words) = @_;
    return ctl($httpd, 'new', $kind, "$httpd->{root}/site/$folder", @words);
}

1;
