# SPDX-License-Identifier: Apache-2.0
# What a .htaccess file may not do, it may not do when it is kept: more workers
# than the ceiling, the status of others, or switching the cache.
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::App 'put';
use Persist::Twins;
use Test::More;

my $twins = Persist::Twins->new(conf => "PersistCeiling Workers 3\n");
my ($on, $site) = $twins->@{qw(on site)};
my $SCRIPT = <<"END";
#!$ENV{PERSIST_T_PYTHON}
import persist_worker
persist_worker.each_request(lambda request: request.respond(200, {}, b"here"))
END
put("$site/$_/app.py", $SCRIPT) for qw(anna bert);
my $HANDLER = "Options +ExecCGI\n<Files *.py>\nSetHandler persist-script\n</Files>\n";
put("$site/bert/.htaccess", $HANDLER);
put("$site/anna/.htaccess", $HANDLER . <<'END');
PersistWorkers 0 9
<Files status>
    SetHandler persist-status
</Files>
END

is $on->get('/bert/app.py')->{status}, 200, 'another owner\'s script runs';
ok $twins->warm('/anna/app.py', 2), 'the file is kept';
is $twins->lent('/anna/status'), 2, 'and serves all that is asked for there';
my $report = decode_json $on->get('/anna/status?json')->{body};
is_deeply [map { $_->{script} } $report->{pools}->@*], ["$site/anna/app.py"],
    'its status page shows its own script alone';
is $report->{pools}[0]{workers_max}, 3, 'its workers are lowered to the ceiling';
ok !$report->{htaccess_cache}, 'and nothing of the whole server is shown';
is scalar $on->status->{pools}->@*, 2, 'the server\'s own page shows all';

put("$site/anna/.htaccess", "${HANDLER}PersistHtaccessCache Off\n");
is $twins->same('/anna/app.py', 'the switch in .htaccess')->{status}, 500,
    'no .htaccess file switches the cache';
ok $twins->stop, 'both stop';
is $twins->{on}->configure("<VirtualHost *>\nPersistHtaccessCache Off\n"
    . "</VirtualHost>\n") && $twins->{on}->command('-t'), 1,
    'nor does a virtual host';
like $twins->{on}->output, qr/PersistHtaccessCache.*<VirtualHost>/,
    'which httpd -t says';
done_testing;
