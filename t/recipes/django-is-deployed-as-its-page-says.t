# SPDX-License-Identifier: Apache-2.0
# docs/recipes/django.md, beside wsgiref: the admin site on SQLite.
use v5.30;
use warnings;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('python', 'curl');
my $recipe = Persist::Recipe->deploy('django');
$recipe->wsgiref('shop.wsgi:application');
$recipe->{mask} = sub {
    s/(name="csrfmiddlewaretoken" value=)"\w+"/$1/g;
    s/^(set-cookie: \w+)=[^;]+(?:; expires=[^;]+)?/$1/;
    s/^expires: .*/expires/;
};

# The field of a form whose value the last page has.
sub token {
    my ($last) = @_;
    return $last->{body} =~ /name="(csrfmiddlewaretoken)" value="(\w+)"/
        ? "$1=$2" : 'no token';
}

$recipe->each_protocol(sub {
    my $list = '/admin/notes/note/';
    my $file = "note$recipe->{protocol}.txt";
    my $refused = $recipe->same($list);
    is $refused->{status}, 302, 'a stranger has to log in';
    $recipe->same("/admin/login/?next=/apps/shop$list");
    my $login = $recipe->same('/admin/login/', '-d', \&token, '-d',
        'username=admin&password=correct-horse', '-d',
        "next=/apps/shop$list");
    is $login->{status}, 302, 'the administrator logs in';
    $recipe->same($list);
    $recipe->same("${list}add/");
    my $added = $recipe->same("${list}add/", '-F', \&token, '-F',
        'title=A first ’note’', '-F', "file=\@$0;filename=$file");
    is $added->{status}, 302, 'adds a row, with a file';
    like $recipe->same($list)->{body}, qr/A first ’note’/, 'and sees it';
    my $upload = $recipe->ask('httpd', "/media/notes/$file");
    is $upload->{body}, Persist::Httpd::slurp($0), 'httpd sends the file';
    $recipe->same("${list}1/change/");
    $recipe->same("${list}?q=x&o=1");
    $recipe->same('/admin/jsi18n/');
    $recipe->same('/admin', '-I');
    $recipe->same('/nowhere');
    my $style = $recipe->ask('httpd', '/static/admin/css/base.css');
    is $style->{status}, 200, 'and what collectstatic has found';
    isnt $recipe->same("/$_")->{status}, 200, "$_ is not sent"
        for 'data/db.sqlite3', 'shop/settings.py';
    $recipe->same($list);
    is $recipe->same('/admin/logout/', '-d', \&token)->{status}, 200,
        'logs out';
});

$recipe->logs_exceptions('shop/urls.py', 'def broken(request):',
    '    return {}["basket"]', 'urlpatterns.append(path("broken", broken))');

done_testing;
