# SPDX-License-Identifier: Apache-2.0
# conf.d/persist-sources.conf: where no handler is set, scripts are refused.
use v5.30;
use warnings;
use Persist::Httpd;
use Test::More;

my $httpd = Persist::Httpd->new;
my $secret = 'never to be sent';
my $sources = "$httpd->{root}/sources";

sub write_file {
    my ($path, $text) = @_;
    open my $file, '>', $path or die "$path: $!";
    print $file $text;
    close $file or die $!;
    chmod 0755, $path or die $!;
}

# Another ending, and what editors, tools and Python leave.
my @copies = ('upper.PY', 'script.py~', 'script.py.bak', '.script.py.swp',
    '#script.py#', 'script.py_old', 'script.pyc');

sub write_sources {
    my ($site) = @_;
    mkdir $site or die $!;
    write_file("$site/script.py", <<"END");
#!/usr/bin/env python3
# $secret
import persist_worker
for request in persist_worker.each_request():
    request.respond(200, {"Content-Type": "text/plain"}, b"it runs")
END
    write_file("$site/data.txt", 'data');
    write_file("$site/$_", "#!/usr/bin/env python3\n# $secret\n") for @copies;
    mkdir "$site/x.py" or die $!;
    write_file("$site/x.py/data.txt", 'data');
}

sub htaccess {
    my ($handler) = @_;
    return "Options +ExecCGI\n<FilesMatch \"\\.py\$\">\n"
        . "    SetHandler $handler\n</FilesMatch>\n";
}

my $good = htaccess('persist-script');

# What goes wrong, how, and the status of a request with the file.
my @cases = (
    ['AllowOverride None', 403, override => 'None', htaccess => $good],
    ['no .htaccess', 403, htaccess => ''],
    ['a typo', 200, htaccess => htaccess('persist-scirpt')],
    ['a typo in AddHandler', 200,
        htaccess => "Options +ExecCGI\nAddHandler persist-scirpt .py\n"],
    ['no module', 403, unloaded => 1, htaccess => $good],
);

# A directory for each case, and one where nothing goes wrong.
my $directories = '';
sub directory {
    my ($name, %o) = @_;
    my $override = $o{override} // 'FileInfo Options=ExecCGI';
    write_sources("$sources/$name");
    write_file("$sources/$name/.htaccess", $o{htaccess});
    $directories .= <<"END";
<Directory $sources/$name>
    AllowOverride $override
    Require all granted
</Directory>
END
}

mkdir $sources or die $!;
for my $number (0 .. $#cases) {
    my (undef, undef, %o) = $cases[$number]->@*;
    directory($number, %o);
}
directory('good', htaccess => "Options +ExecCGI\n");

# Starts httpd, with more of httpd.conf, and with or without the module.
sub serve {
    my ($unloaded, $more) = @_;
    $httpd->configure("Alias /sources $sources\n$directories" . ($more // ''),
        unloaded => $unloaded);
    $httpd->start;
}

my $file = "Include $ENV{PERSIST_T_SOURCE}/conf.d/persist-sources.conf\n";

sub is_kept {
    my ($number) = @_;
    my ($name, $status) = $cases[$number]->@*;
    for my $path ('script.py', 'script.py/more', 'script%2epy?a=b') {
        my $answer = $httpd->get("/sources/$number/$path");
        is $answer->{status}, $status, "$name: with the file, $path gets $status";
        unlike $answer->{body}, qr/\Q$secret\E/, 'and no source';
    }
    for my $copy (@copies) {
        my $path = $copy =~ s/#/%23/gr;
        my $answer = $httpd->get("/sources/$number/$path");
        unlike $answer->{body}, qr/\Q$secret\E/, "nor of $copy";
    }
    is $httpd->get("/sources/$number/$_")->{body}, 'data', "$_ is sent"
        for 'data.txt', 'x.py/data.txt';
}

for my $unloaded (0, 1) {
    my @numbers = grep {
        my (undef, undef, %o) = $cases[$_]->@*;
        !$o{unloaded} == !$unloaded
    } 0 .. $#cases;
    serve($unloaded);
    like $httpd->get("/sources/$_/script.py")->{body}, qr/\Q$secret\E/,
        "$cases[$_][0]: httpd sends the source" for @numbers;
    $httpd->stop or die;
    serve($unloaded, $file);
    is_kept($_) for @numbers;
    is $httpd->get('/sources/good/script.py')->{body}, 'it runs',
        'where ExecCGI is on, scripts run without a handler in .htaccess'
        if !$unloaded;
    ok $httpd->stop, 'httpd stops';
}

done_testing;
