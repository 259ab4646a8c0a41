# SPDX-License-Identifier: Apache-2.0
#
# perl -IFOLDER -MPersistForkServer SCRIPT: a fork server for a CGI program in
# Perl.
#
# persist-cgi-host starts it with the interpreter that the script names. import()
# runs before the script is compiled. It loads the modules of Perl's library that
# the script uses, and makes a process for each request by fork(), as
# fork/fork_interpreter.c describes: there and then, or when the script has been
# compiled, if that runs nothing of the script's own.
package PersistForkServer;
use v5.30;
use warnings;
use Config;

# CGI was in Perl's own library until 5.20, and scripts from then need it.
my $ONCE_OF_LIBRARY = qr{^(?:CGI(?:/(?:Carp|Cookie|Pretty|Push|Util))?
    |HTML/(?:Entities|Parser))\.pm$}x;

# They take what they do from the place or the moment of their load, load what
# their arguments name, or run code of the script's while that is compiled.
my $NOT_BEFOREHAND = qr{^(?:AnyDBM_File|Attribute|CGI/Fast|CPAN|DB|Devel|Env
    |FindBin|Test|autouse|base|blib|encoding|if|lib|ok|parent|perl5db|sigtrap)\b}x;

# What runs code of the script's while that is compiled.
my $RUNS = qr/\b(?:BEGIN|UNITCHECK|CHECK|ATTR|(?:MODIFY|FETCH)_\w+_ATTRIBUTES)\b
    |\b(?:un)?import\b/x;

my $NAME = qr/[A-Za-z_][\w:]*/;
my $VERSION = qr/v?\d[\d._]*/;
my $QUOTED = qr/q\s*\((?:[^()\\]|\\.)*\)|'(?:[^'\\]|\\.)*'|"(?:[^"\\\$\@]|\\.)*"/s;
my $WORDS = qr/qw\s*(?:\([^()]*\)|\[[^][]*\]|\{[^{}]*\}|<[^<>]*>|\/[^\/]*\/)/;
my $SWITCH = qr/-[A-Za-z]\w+/; # not -e, a test of a file
my $PLAIN = qr{$WORDS|$QUOTED|$NAME\s*=>|$SWITCH|\d[\w.]*|atan2|=>|[\s,(){}*/+-]};
my $START = qr/(?:^|(?<=[;:{}]))[^\S\n]*/m; # of a statement

# Returns the text without lines of comment. Pod and data stay, because what looks
# like their begin may be a line of a string.
sub code_of {
    my ($text) = @_;
    return $text =~ s/^\s*#.*$//gmr;
}

# Returns the file of Perl's library that a name of a module stands for.
sub of_library {
    my ($name) = @_;
    my $file = $name =~ s{::}{/}gr . '.pm';
    return if $file =~ $NOT_BEFOREHAND;
    return $file if $file =~ $ONCE_OF_LIBRARY;
    return (grep { -e "$_/$file" } @Config{qw(privlibexp archlibexp)})[0]
        ? $file : ();
}

# Returns whether compiling runs nothing but "use" of the library, with arguments
# that say the same in every process. What looks like another statement may be a
# part of a string: then the script is compiled for each request, and that is all.
sub is_plain {
    my ($code) = @_;
    return if $code =~ $RUNS;
    while ($code =~ /$START(?:use|no)\b(?!\s*=>)/g) {
        next if $code =~ /\G\s+$VERSION\s*(?:;|$)/gc;
        $code =~ /\G\s+($NAME)(?:\s+$VERSION)?\s*(?:$PLAIN)*;/gc or return;
        of_library($1) or return;
    }
    return 1;
}

# What fails here fails again in the script, which may expect it. A script with
# folders of its own may find its modules there, and one that replaces functions
# of Perl means those of its modules, too.
sub load_library {
    my ($code) = @_;
    return if $code =~ /\@INC\b|\blib\b|\bCORE::GLOBAL\b/;
    for my $name ($code =~ /${START}use\s+($NAME)/g) {
        my $file = of_library($name) or next;
        local ($@, $!);
        eval { require $file };
    }
}

# Returns what a process gets beside its descriptors: arguments and variables.
sub receive {
    my ($place) = @_;
    open my $file, '<&=', $place or die "the request cannot be read: $!\n";
    my ($count, @texts) = split /\0/, do { local $/; <$file> }, -1;
    pop @texts;
    my @arguments = splice @texts, 0, $count;
    return \@arguments, { map { split /=/, $_, 2 } @texts };
}

# Waits. Returns in processes for requests only.
sub serve {
    my $place = $ENV{PERSIST_FORK_FD};
    $ENV{PERSIST_FORK_SERVE} = 'fork';
    while (my $pid = fork // die "no process can be made: $!\n") { }
    my ($arguments, $variables) = receive($place);
    %ENV = %$variables;
    @ARGV = @$arguments;
    $^T = time;
    srand; # a module may have begun the numbers of all
    $! = 0;
}

my $waits; # for the end of the compilation

sub import {
    shift @INC;
    delete $INC{ __PACKAGE__ . '.pm' };
    return serve() if $ENV{PERL5LIB} || $ENV{PERL5OPT};
    open my $script, '<:raw', $0 or die "$0 cannot be read: $!\n";
    my $code = code_of(do { local $/; <$script> } // '');
    close $script;
    load_library($code);
    return serve() if !is_plain($code);
    $waits = 1;
}

INIT { serve() if $waits }

1;
