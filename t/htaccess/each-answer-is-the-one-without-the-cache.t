# SPDX-License-Identifier: Apache-2.0
# Whatever happens to a .htaccess file, the very next answer of an httpd that
# keeps parsed files is the one of an httpd that reads them for each request.
use v5.30;
use warnings;
use Fcntl 'O_RDWR';
use Persist::App qw(modules put);
use Persist::Twins;
use POSIX 'mkfifo';
use Test::More;

my $twins = Persist::Twins->new(
    conf => modules(qw(include lua macro substitute authz_host)) . <<'END');
DirectoryIndex index.html
PersistCeiling Workers 3
END
my $top = "$twins->{site}/kept";
my $python = $ENV{PERSIST_T_PYTHON};
my $SCRIPT = <<"END";
#!$python
import persist_worker
def answer(request):
    names = ("SCRIPT_NAME", "PATH_INFO", "REDIRECT_STATUS", "RULE")
    where = " ".join(f"[{request.env.get(name, '')}]" for name in names)
    request.respond(200, {"Content-Type": "text/html"}, where.encode())
persist_worker.each_request(answer)
END

# The way of a change: text is what the file says then.
sub written { my ($text) = @_; sub { put("$_[0]/.htaccess", $text) } }

sub in_place {
    my ($text) = @_;
    return sub {
        open my $file, '+<', "$_[0]/.htaccess" or die $!;
        my ($read, $modified) = (stat $file)[8, 9];
        print $file $text;
        close $file or die $!;
        utime $read, $modified, "$_[0]/.htaccess" or die $!;
    };
}

# Each case: the file at first; the change; a word of the answer after it. ask:
# what is asked for, below the case's directory. files: others of it.
# unkept: it is never kept.
my $a = "Header set X-Rule a\n";
my @cases = (
    ['a longer file', $a, written("Header set X-Rule abc\n"), qr/x-rule: abc/],
    ['a file of the same size', $a, written("Header set X-Rule b\n"),
        qr/x-rule: b/],
    ['the same size, times and inode', $a, in_place("Header set X-Rule b\n"),
        qr/x-rule: b/],
    ['a new file', undef, written($a), qr/x-rule: a/],
    ['a file that has gone', $a, sub { unlink "$_[0]/.htaccess" or die $! },
        qr/x-rule: outer/],
    ['a file that may not be read', $a, sub { chmod 0, "$_[0]/.htaccess" },
        qr/\A403/],
    ['a file without rights', $a, written("Require all denied\n"), qr/\A403/],
    ['a wrong word', $a, written("Heather set X-Rule b\n"), qr/\A500/],
    ['a wrong value', $a, written("PersistWorkers 3 2\n"), qr/\A500/],
    ['a file of the server', $a,
        written(qq{PersistAffinity "%{file:/etc/passwd}"\n}), qr/\A500/],
    ['a symlink that leads elsewhere', "\@one", sub {
            put("$_[0]/two", "Header set X-Rule two\n");
            unlink "$_[0]/.htaccess" or die $!;
            symlink 'two', "$_[0]/.htaccess" or die $!;
        }, qr/x-rule: two/, files => { one => "Header set X-Rule one\n" }],
    ['a symlink whose target changes', "\@one",
        sub { put("$_[0]/one", "Header set X-Rule two\n") },
        qr/x-rule: two/, files => { one => "Header set X-Rule one\n" }],
    ['a symlink to nothing', "\@one", sub { unlink "$_[0]/one" or die $! },
        qr/x-rule: outer/, files => { one => "Header set X-Rule one\n" }],
    ['another directory in its place', $a, sub {
            put("$_[0].new/app.py", $SCRIPT);
            put("$_[0].new/.htaccess", "Header set X-Rule new\n");
            rename $_[0], "$_[0].old" or die $!;
            rename "$_[0].new", $_[0] or die $!;
        }, qr/x-rule: new/],
    ['a directory in place of the file', $a, sub {
            unlink "$_[0]/.htaccess" or die $!;
            mkdir "$_[0]/.htaccess" or die $!;
        }, qr/\A403/],
    ['a directory that may not be entered', $a, sub { chmod 0, $_[0] }, qr/\A403/],
    ['a rule of mod_rewrite', "RewriteEngine On\nRewriteRule ^x app.py/one\n",
        written("RewriteEngine On\nRewriteRule ^x app.py/two\n"),
        qr{\[/two\]}, ask => 'x'],
    ['RewriteEngine Off', "RewriteEngine On\nRewriteRule ^x app.py/one\n",
        written("RewriteEngine Off\n"), qr/\A404/, ask => 'x'],
    ['the file of a directory', "DirectoryIndex app.py\n",
        written("DirectoryIndex other.html\n"), qr/^other/m, ask => '',
        files => { 'other.html' => "other\n" }],
    ['ErrorDocument', "ErrorDocument 404 /kept/c\@/app.py\n",
        written("ErrorDocument 404 gone\n"), qr/^gone/m, ask => 'nothing.py'],
    ['an expression', qq{<If "%{REQUEST_URI} =~ /app/">\n${a}</If>\n},
        written(qq{<If "%{REQUEST_URI} !~ /app/">\n${a}</If>\n}),
        qr/x-rule: outer/],
    ['a section of files', "<FilesMatch py>\n${a}</FilesMatch>\n",
        written("<FilesMatch pl>\n${a}</FilesMatch>\n"), qr/x-rule: outer/],
    ['PATH_INFO', $a, written("Header set X-Rule b\n"), qr{\[/a/b/c\]},
        ask => 'app.py/a/b/c'],
    ['a variable', "SetEnv RULE one\n", written("SetEnv RULE two\n"),
        qr/\[two\]/],
    ['another handler', $a,
        written("<Files *.py>\nSetHandler none\n</Files>\n"),
        qr/\A403|import persist_worker/],
    ['a page with parts', "Options +Includes\nAddOutputFilter INCLUDES .html\n",
        written("Options -Includes\n"), qr/<!--#include/, ask => 'page.html',
        files => { 'page.html' => qq{<!--#include virtual="app.py" -->\n} }],
    ['PersistWorkers above a ceiling', "PersistWorkers 0 2\n",
        written("PersistWorkers 0 9\n"), qr/\A200/],
    ['a question about another file', "<IfFile $top/c\@/flag>\n${a}</IfFile>\n",
        sub { unlink "$_[0]/flag" or die $! }, qr/x-rule: outer/,
        files => { flag => '' }, unkept => 1],
    ['a macro', "<Macro C\@ \$x>\nHeader set X-Rule \$x\n</Macro>\nUse C\@ a\n",
        written("<Macro D\@ \$x>\nHeader set X-Rule \$x\n</Macro>\nUse D\@ b\n"),
        qr/x-rule: b/, unkept => 1],
    ['a module that nobody has looked at', "Substitute s/x/y/\n$a",
        written("Header set X-Rule b\n"), qr/x-rule: b/, unkept => 1],
    ['a script of mod_lua', "LuaMapHandler ^/never /never.lua\n$a",
        written("Header set X-Rule b\n"), qr/x-rule: b/, unkept => 1],
    ['a variable of httpd', "Define RULE\@ x\n$a",
        written("Header set X-Rule b\n"), qr/x-rule: b/, unkept => 1],
    ['a long line', '# ' . 'x' x 9000 . "\n$a",
        written("Header set X-Rule b\n"), qr/x-rule: b/, unkept => 1],
    ['a long file', ("#\n" x 9000) . $a,
        written("Header set X-Rule b\n"), qr/x-rule: b/, unkept => 1],
    ['a file that may have errors', $a,
        written("Header set X-Rule b\nHeather set y z\n"), qr/\A500/],
);

sub place { "$top/c$_[0]" }

sub prepare {
    my ($number, $first, %o) = @_;
    my $dir = place($number);
    put("$dir/app.py", $SCRIPT);
    put("$dir/$_", $o{files}{$_}) for keys %{ $o{files} // {} };
    return if !defined $first;
    if ($first =~ /^\@(\w+)\z/) {
        symlink $1, "$dir/.htaccess" or die $!;
        return;
    }
    put("$dir/.htaccess", $first =~ s/\@/$number/gr);
}

put("$top/.htaccess", <<'END');
Options +ExecCGI
Header set X-Rule outer
<Files "*.py">
    SetHandler persist-script
</Files>
END
for my $number (0 .. $#cases) {
    my ($name, $first, $change, $expected, %o) = @{ $cases[$number] };
    prepare($number, $first, %o);
}

# What mod_dir and the like look up below a directory counts, too.
for my $number (0 .. $#cases) {
    my ($name, $first, $change, $expected, %o) = @{ $cases[$number] };
    my $url = "/kept/c$number";
    my $files = $o{unkept} ? 2 : 3; # site, kept and the case's own
    ok $twins->warm("$url/app.py", $files), "$name: $files files are kept";
    my $ask = "$url/" . ($o{ask} // 'app.py');
    my $before = $twins->same($ask, "$name, before");
    $change->(place($number));
    my $after = $twins->same($ask, $name);
    like Persist::Twins::essence($twins->{on}, $after), $expected,
        "$name: the change counts at once";
    isnt Persist::Twins::essence($twins->{on}, $after),
        Persist::Twins::essence($twins->{on}, $before), "$name: it has an effect"
        if $name !~ /ceiling|PATH_INFO/;
    chmod 0755, place($number); # for those who clear up
}

# A FIFO stops httpd until somebody writes: somebody has it open here.
my $fifo = place(0) . '/.htaccess';
ok $twins->warm('/kept/c0/app.py', 3), 'a file is kept again';
unlink $fifo or die $!;
mkfifo($fifo, 0644) or die $!;
sysopen my $writer, $fifo, O_RDWR or die $!;
is $twins->same('/kept/c0/app.py', 'a FIFO')->{status}, 403, 'a FIFO is refused';
is $twins->lent('/kept/c0/app.py'), 2, 'and not kept';
close $writer or die $!;
unlink $fifo or die $!;

# The parent of all.
$twins->warm('/kept/c1/app.py', 3);
rename $top, "$top.old" or die $!;
put("$top/c1/app.py", $SCRIPT);
put("$top/.htaccess", <<'END');
Options +ExecCGI
SetHandler persist-script
Header set X-Rule swapped
END
is $twins->same('/kept/c1/app.py', 'an ancestor in its place')
    ->{headers}{'x-rule'}, 'swapped', 'an ancestor in its place counts at once';

ok $twins->stop, 'both stop';
done_testing;
