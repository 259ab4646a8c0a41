# SPDX-License-Identifier: Apache-2.0
# A program that is added, changed, replaced, forbidden or removed, and what it
# includes, links to, or runs in, counts from the next request on, as it does
# under mod_cgid (mod_cgi on prefork): also where it has a fork server.
use v5.30;
use warnings;
use Persist::Http;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $name = $ENV{PERSIST_T_MPM} eq 'prefork' ? 'cgi' : 'cgid';
my $cgi = "$ENV{HTTPD_MODULES}/mod_$name.so";
plan skip_all => "httpd has no mod_$name" if !-e $cgi;

my $httpd = Persist::Httpd->new(conf => <<"END")->start;
LoadModule ${name}_module $cgi
<IfModule cgid_module>
    ScriptSock ROOT/cgid
</IfModule>
SetEnv PATH /usr/bin:/bin
SetEnv GUILE_AUTO_COMPILE 0
PersistWorkers 0 4
END
my $site = "$httpd->{root}/site/programs";

sub write_file {
    my ($path, $text, $mode) = @_;
    open my $file, '>', $path or die "$path: $!";
    print $file $text;
    close $file or die $!;
    chmod $mode // 0755, $path or die $!;
}

# As one that deploys does it.
sub replace {
    my ($path, $text) = @_;
    my @old = stat $path;
    write_file("$path.new", $text);
    utime $old[8], $old[9], "$path.new" if @old;
    rename "$path.new", $path or die $!;
}

sub link_to {
    my ($to, $path) = @_;
    symlink $to, "$path.new" or die $!;
    rename "$path.new", $path or die $!;
}

sub ask {
    my ($way, $path) = @_;
    my $answer = $httpd->get("/programs/$path", headers => ['X-Way', $way]);
    my $text = $answer->{status} == 200 ? $answer->{body} : '';
    return "$answer->{status} $text" =~ s/\s+\z//r;
}

# Four times, so that there is a fork server where there may be one. $other: what
# mod_cgid says, if that is not the same.
sub is_now {
    my ($path, $expected, $case, $other) = @_;
    my @ours = map { ask('persist', $path) } 1 .. 4;
    my $theirs = ask('cgi', $path);
    is_deeply \@ours, [($expected) x 4], "$path: $case";
    is $theirs, $other // $expected, "and under mod_$name";
}

# What says a word, and then what the file beside it says.
my %says = (
    sh => sub { "#!/bin/sh\nprintf 'Content-Type: text/plain\n\n$_[0] '\n. ./part.sh\n" },
    pl => sub { "#!/usr/bin/perl\nprint qq(Content-Type: text/plain\n\n$_[0] );\n"
        . "do './part.pl';\n" },
    py => sub { "#!/usr/bin/env python3\nimport sys\nsys.dont_write_bytecode = True\n"
        . "print('Content-Type: text/plain\\n\\n$_[0]', end=' ')\nimport part\n" },
    rb => sub { "#!/usr/bin/env ruby\nprint %(Content-Type: text/plain\n\n$_[0] )\n"
        . "require_relative 'part'\n" },
    scm => sub { "#!/usr/bin/guile -s\n!#\n(display \"Content-Type: text/plain"
        . "\\n\\n$_[0] \")\n(load \"part.scm\")\n" },
);
my %part = (
    sh => sub { "echo $_[0]\n" },
    pl => sub { "print qq($_[0]\\n);\n" },
    py => sub { "print('$_[0]')\n" },
    rb => sub { "puts '$_[0]'\n" },
    scm => sub { "(display \"$_[0]\\n\")\n" },
);

sub test_language {
    my ($language) = @_;
    my ($says, $part) = ($says{$language}, $part{$language});
    my $path = "in-$language/says"; # an extension may have a PersistInterpreter
    my ($file, $beside) = ("$site/$path", "$site/in-$language/part.$language");
    mkdir "$site/in-$language" or die $!;
    write_file($beside, $part->('part'));
    is_now($path, '404', 'it is not there');
    write_file($file, $says->('added'));
    is_now($path, '200 added part', 'it is added');
    write_file($file, $says->('again'));
    is_now($path, '200 again part', 'it is written anew');
    replace($file, $says->('moved'));
    is_now($path, '200 moved part', 'it is replaced, with its size and time');
    replace($beside, $part->('piece'));
    is_now($path, '200 moved piece', 'what it includes is replaced');
    chmod 0644, $file or die $!;
    is_now($path, '403', 'it is not executable', '500');
    chmod 0755, $file or die $!;
    is_now($path, '200 moved piece', 'it is executable again');
    # not at once a server that was made for another interpreter
    write_file($file, "#!/bin/cat\nContent-Type: text/plain\n\ncat");
    is_now($path, '500', 'its interpreter is another one');
    replace($file, $says->('back'));
    is_now($path, '200 back piece', 'and the first one again');
    unlink $file or die $!;
    is_now($path, '404', 'it is removed');
}
my @languages = (qw(sh pl py), ('rb') x !!$ENV{PERSIST_T_RUBY},
    ('scm') x !!$ENV{PERSIST_T_GUILE});
test_language($_) for @languages;

# A link that leads elsewhere: the program, its folder, its interpreter. Releases
# share the files that are the same in both, as rsync --link-dest makes them.
mkdir "$site/$_" or die $! for qw(one two);
for my $language (@languages) {
    write_file("$site/$_/part.$language", $part{$language}->($_)) for qw(one two);
    write_file("$site/one/$language", $says{$language}->('of'));
    link "$site/one/$language", "$site/two/$language" or die $!;
}
for my $release (qw(one two one)) {
    link_to("$site/$release", "$site/current");
    is_now("current/$_", "200 of $release", "its folder is a link to $release")
        for @languages;
}
write_file("$site/one/says.sh",
    "#!/bin/sh\nprintf 'Content-Type: text/plain\n\n'\ncat word\n");
write_file("$site/two/says.sh",
    "#!/bin/sh\nprintf 'Content-Type: text/plain\n\n'\ncat ./word; echo .\n");
write_file("$site/word", 'outside', 0644);
link_to("$site/one/says.sh", "$site/linked.sh");
is_now('linked.sh', '200 outside', 'it is a link');
link_to("$site/two/says.sh", "$site/linked.sh");
is_now('linked.sh', '200 outside.', 'that leads elsewhere');
my $both = "q=1\nif test \"\$q\" = 1; then printf 'Content-Type: text/plain\n\n'"
    . "; echo shell; fi\n";
link_to('/bin/sh', "$httpd->{root}/interpreter");
write_file("$site/by-link", "#!$httpd->{root}/interpreter\n$both");
is_now('by-link', '200 shell', 'its interpreter is a link');
write_file("$httpd->{root}/other", "#!/bin/sh\nprintf 'Content-Type: text/plain\n\nother'\n");
link_to("$httpd->{root}/other", "$httpd->{root}/interpreter");
is_now('by-link', '200 other', 'which leads elsewhere');
link_to('/bin/sh', "$httpd->{root}/interpreter");
is_now('by-link', '200 shell', 'and back');

# A program in C, by its file, and one that rests from now on.
system('cp', $ENV{PERSIST_T_SPOIL}, "$site/resting") == 0 or die 'cp';
ask('persist', 'resting');
becomes { ask('persist', 'resting') =~ /^200 /
    && $httpd->fork_servers('/programs/resting') } 'a program in C has a fork server'
    if -e $ENV{PERSIST_T_DAEMON} =~ s{[^/]+$}{persist_fork_server.so}r;
system('cp', $ENV{PERSIST_T_SPOIL}, "$site/binary") == 0 or die 'cp';
like ask('persist', 'binary'), qr/^200 /, 'a program in C runs' for 1 .. 4;
replace("$site/binary", "#!/bin/sh\nprintf 'Content-Type: text/plain\n\nscript'\n");
is_now('binary', '200 script', 'and is a script afterwards');
chmod 0, "$site/binary" or die $!;
is_now('binary', '403', 'which nobody may read', '500');
my $resting;
becomes { open $resting, '+<', "$site/resting" } 'one that rests can be written to';
truncate $resting, 0 or die $!;
print $resting "#!/bin/sh\nprintf 'Content-Type: text/plain\n\nwritten'\n";
close $resting or die $!;
is_now('resting', '200 written', 'and is what was written');

ok $httpd->stop, 'httpd stops';
done_testing;
