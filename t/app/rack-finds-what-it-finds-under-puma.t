# SPDX-License-Identifier: Apache-2.0
# The environment of a Rack application, for requests of all kinds, here and under
# Puma. What differs has its reason in docs/sdks.md.
use v5.30;
use warnings;
use Persist::App qw(application_on);
use Persist::Httpd;
use Persist::Reference;
use Test::More;

plan skip_all => 'Ruby has no worker SDK here' if !$ENV{PERSIST_T_RUBY};
plan skip_all => 'no puma' if !grep { -x "$_/puma" } split /:/, $ENV{PATH};

my $CONFIG = <<'END';
def shown(value)
  case value
  when String then value.b.gsub(/[^ -~]/n) { |byte| format("\\x%02x", byte.ord) }
  when true, false, nil, Array then value.inspect
  else "an object"
  end
end

app = lambda do |env|
  seen = { **env, "(the body)" => env["rack.input"].read }
  lines = seen.map { |name, value| "#{name}=#{shown(value)}\n" }
  [200, { "x-env" => [lines.join].pack("m0") }, []]
end
map("/app") { run app } if ENV["PERSIST_T_MOUNT"]
run app
END

my $root = Persist::Httpd::free_port();
my ($httpd, $app) = application_on('Persist::Httpd',
    more => Persist::Reference::also_at_root($root),
    files => { 'config.ru' => $CONFIG },
    htaccess => "PersistApp auto\nPersistWorkers 0 1\n");
$httpd->start;
my $puma = Persist::Reference->start($app, 'env', 'PERSIST_T_MOUNT=1', 'puma', '-q',
    '-C', '-', '-e', 'production', '-t', '1:1', '-b', 'tcp://127.0.0.1:PORT');
$puma->compare($httpd->{port}, '/app');
$puma->compare($root, '');
$puma->is_table('What Puma has otherwise');
$puma->compare_protocols($httpd->{port}, '/app',
    qr/SERVER_PROTOCOL|HTTP_VERSION|HTTP_CONNECTION|REMOTE_PORT|UNIQUE_ID|H2_?\w*|HTTP2/)
    if $ENV{PERSIST_T_MPM} ne 'prefork';
ok $httpd->stop, 'httpd stops';
done_testing;
