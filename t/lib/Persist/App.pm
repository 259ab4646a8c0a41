# SPDX-License-Identifier: Apache-2.0
# Persist::App: folders that are applications, on an httpd of a test's own.

package Persist::App;
use v5.30;
use warnings;
use Exporter 'import';
use File::Basename 'dirname';
use File::Path 'make_path';

our @EXPORT_OK = qw(application_on ask modules put $ECHO);

# An application that shows where it is and what it was asked.
my $python = $ENV{PERSIST_T_PYTHON} // 'python3';
our $ECHO = <<"END";
#!$python
import sys
import persist_worker
for request in persist_worker.each_request():
    names = ("SCRIPT_NAME", "PATH_INFO")
    where = " ".join(f"[{request.env.get(name, '')}]" for name in names)
    text = f"{request.method} {where} {request.body.read().decode()}".strip()
    request.respond(200, {"Content-Type": "text/plain"}, text.encode())
END

# Lines of httpd.conf that load modules which the suite does not have.
sub modules {
    return join '', map {
        "<IfModule !${_}_module>\n"
            . "LoadModule ${_}_module $ENV{HTTPD_MODULES}/mod_$_.so\n"
            . "</IfModule>\n"
    } @_;
}

# Writes files: path => text. Scripts are executable.
sub put {
    my (%files) = @_;
    while (my ($path, $text) = each %files) {
        make_path(dirname($path));
        open my $file, '>', $path or die "$path: $!";
        print $file $text;
        close $file or die $!;
        chmod 0755, $path or die $! if $text =~ /\A#!/;
    }
}

# An httpd of its own with the application site/app; more => of httpd.conf,
# htaccess => more of the folder's, files => more of them. An interpreter may start
# as slowly as a loaded machine lets it.
sub application_on {
    my ($class, %o) = @_;
    my $httpd = $class->new(conf => <<"END" . ($o{more} // ''));
PersistBootTimeout 300s
PersistQueue 100 300s
<Directory ROOT>
    AllowOverride All
    Options +FollowSymLinks
    Require all granted
</Directory>
<Directory ROOT/site>
    AllowOverride All
</Directory>
END
    my $app = "$httpd->{root}/site/app";
    put("$app/echo.py" => $ECHO,
        "$app/.htaccess" => "Options +ExecCGI\nPersistApp echo.py\n"
            . ($o{htaccess} // ''),
        map { ("$app/$_" => $o{files}{$_}) } keys %{ $o{files} // {} });
    return ($httpd, $app);
}

# What the application says, or the status of another answer, with where it
# leads.
sub ask {
    my ($httpd, $path, %o) = @_;
    my $answer = $httpd->get($path, %o);
    my ($status, $body) = $answer->@{qw(status body)};
    return "$status $answer->{headers}{location}" if $status =~ /^3/;
    return $status == 200 ? $body : $status;
}

1;
