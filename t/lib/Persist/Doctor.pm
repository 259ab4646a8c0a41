# SPDX-License-Identifier: Apache-2.0
# Persist::Doctor: runs persistctl doctor and new on folders of an httpd of the
# test's own.

package Persist::Doctor;
use v5.30;
use warnings;
use Exporter 'import';
use File::Basename 'dirname';
use Persist::App 'put';
use Persist::Ctl qw(ctl ctl_begin_as ctl_end);

our @EXPORT_OK = qw(doctor doctor_as environment make_new seen
    use_conf_of $HELLO);

# An application in which there is nothing to find.
our $HELLO = <<'END';
def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"hello\n"]
END

# Lines of .htaccess by which workers, and the doctor, find the SDKs.
sub environment {
    my $lines = "PersistEnv PERSIST_APP_RUNNERS $ENV{PERSIST_T_RUNNERS}\n"
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

sub persist_app { dirname($ENV{PERSIST_T_DAEMON}) . '/persist-app' }

# persistctl with these arguments, with what t/TEST has installed: that is not
# where configure said.
sub installed {
    my ($httpd, @words) = @_;
    local $ENV{PERSIST_APP} = persist_app();
    local $ENV{PERSIST_TEMPLATES} = dirname($ENV{PERSIST_T_PERSISTCTL})
        . '/../share/mod_persist/persistctl/templates';
    return ctl($httpd, @words);
}

# { said, status } for a folder of the site.
sub doctor {
    my ($httpd, $folder, @words) = @_;
    return installed($httpd, 'doctor', "$httpd->{root}/site/$folder", @words);
}

# The same, of an interpreter that starts as slowly as a loaded machine lets it,
# which is longer than the doctor waits.
sub seen {
    my (@arguments) = @_;
    my $found;
    for (1 .. 20) {
        $found = doctor(@arguments);
        last if $found->{said} !~ /no answer comes in time/;
    }
    return $found;
}

# As this user, who has no groups; needs root.
sub doctor_as {
    my ($uid, $httpd, $folder) = @_;
    local $ENV{PERSIST_APP} = persist_app();
    return ctl_end(ctl_begin_as($uid, $httpd, 'doctor',
        "$httpd->{root}/site/$folder"));
}

sub make_new {
    my ($httpd, $kind, $folder, @words) = @_;
    return installed($httpd, 'new', $kind, "$httpd->{root}/site/$folder",
        @words);
}

1;
