# SPDX-License-Identifier: Apache-2.0
# An application that has the page of an error (ErrorDocument) is asked for that
# page, and never for the URL that httpd has refused: neither by PATH_INFO nor by
# what an SDK makes of the client's URL. REQUEST_URI names it, as it does for a CGI
# program, and so does REDIRECT_URL where no rule follows.
use v5.30;
use warnings;
use Persist::App qw(modules put);
use Persist::Httpd;
use Test::More;

# Each says SCRIPT_NAME and PATH_INFO, or what its interface has for them, and then
# what else there is of URLs.
my %entry = (wsgi => 'app.wsgi', asgi => 'asgi.py', rack => 'config.ru',
    node => 'app.js');
my %text = (wsgi => <<'END', asgi => <<'END', rack => <<'END', node => <<'END');
def application(environ, start_response):
    names = "SCRIPT_NAME", "PATH_INFO", "REQUEST_URI", "REDIRECT_URL"
    start_response("203 Fine", [("Content-Type", "text/plain")])
    return [" ".join(environ.get(name, "-") for name in names).encode()]
END
async def application(scope, receive, send):
    if scope["type"] == "lifespan":
        raise RuntimeError("none")
    root = scope["root_path"]
    said = f"{root} {scope['path'][len(root):]} {scope['raw_path'].decode()}"
    await send({"type": "http.response.start", "status": 203, "headers": []})
    await send({"type": "http.response.body", "body": said.encode()})
END
run(lambda do |env|
  names = %w[SCRIPT_NAME PATH_INFO REQUEST_URI REDIRECT_URL]
  [203, {}, [names.map { |name| env.fetch(name, "-") }.join(" ")]]
end)
END
#!/usr/bin/env node
const { serve } = require('persist-worker');
serve((req, res) => {
  res.statusCode = 203;
  res.end([req.baseUrl, req.url, req.originalUrl].join(' '));
});
END

my @applications = ('wsgi', 'asgi',
    $ENV{PERSIST_T_RUBY}
        && !system("$ENV{PERSIST_T_RUBY} -e 'require %q(rack)' 2>/dev/null")
        ? 'rack' : (),
    system("node -e 'require(\"node:test\")' 2>/dev/null") ? () : 'node');

# What refuses, and with which status.
my %refusal = (
    denied => 403, # Require all denied
    secret => 401, # no password
    method => 405, # no method is allowed
    ruled => 403); # RewriteRule … [F]
my $httpd = Persist::Httpd->new(
    conf => modules(qw(rewrite authn_core auth_basic authn_file authz_user
        allowmethods)) . <<"END");
PersistEnv NODE_PATH $ENV{PERSIST_T_NODE_PATH}
<Directory ROOT/site>
    AllowOverride All
</Directory>
<LocationMatch "^/\\w+/denied/">
    Require all denied
</LocationMatch>
<LocationMatch "^/\\w+/secret/">
    AuthType Basic
    AuthName secret
    AuthUserFile /dev/null
    Require valid-user
</LocationMatch>
<LocationMatch "^/\\w+/method/">
    AllowMethods OPTIONS
</LocationMatch>
END
$httpd->start;

# The ErrorDocument of a folder: its URL, rules, and the PATH_INFO of the page.
sub pages {
    my ($app) = @_;
    my $entry = $entry{$app};
    return (
        ["/$app/$entry", '', '/'],
        ["/$app/sorry", '', '/sorry'],
        ["/$app/sorry", "RewriteRule ^sorry\$ $entry [L]\n", '/sorry'],
        ["/$app/sorry", "RewriteRule ^sorry\$ $entry/page [L]\n", '/page'],
    );
}

sub deploy {
    my ($app, $url, $rules) = @_;
    my $place = $app eq 'node' ? $entry{$app} : 'auto';
    put("$httpd->{root}/site/$app/$entry{$app}" => $text{$app},
        "$httpd->{root}/site/$app/.htaccess" => "Options +ExecCGI\n"
            . "PersistApp $place\nRewriteEngine On\nRewriteRule ^ruled/ - [F]\n$rules"
            . join '', map { "ErrorDocument $_ $url\n" } 401, 403, 405);
}

for my $app (@applications) {
    for my $page (pages($app)) {
        my ($url, $rules, $path) = @$page;
        deploy($app, $url, $rules);
        my ($rule) = $rules =~ /(\S+) \[L\]/;
        my $name = "$app, $url" . ($rule ? ", a rule to $rule" : '');
        is $httpd->get("/$app/fine/%75sers?x")->{body} =~ s/ .*//r, "/$app",
            "$name: the application answers";
        for my $why (sort keys %refusal) {
            for my $method (qw(GET POST DELETE)) {
                my $answer = $httpd->get("/$app/$why/%75sers/page?x", method => $method,
                    $method eq 'POST' ? (body => 'data') : ());
                my ($mount, $asked, @more) = split / /, $answer->{body};
                is_deeply [$answer->{status}, $mount, $asked],
                    [203, "/$app", $path], "$name: $method of $why is the page"
                    or diag explain $answer;
                my @of_cgi = ("/$app/$why/%75sers/page?x",
                    $rule ? $url : "/$app/$why/users/page");
                is_deeply [@more], $app =~ /wsgi|rack/ ? \@of_cgi : ["/$app$path"],
                    "$name: and the refused URL is where CGI has it";
            }
        }
    }
}

ok $httpd->stop, 'httpd stops';
done_testing;
