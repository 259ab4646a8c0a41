# SPDX-License-Identifier: Apache-2.0
# workers/perl/: the SDK for Perl, PersistWorker, in plain Perl.

persistperldir = $(prefix)/lib/site_perl
persistperlpartsdir = $(persistperldir)/PersistWorker
own_folders += $(persistperlpartsdir)
dist_persistperl_DATA = workers/perl/lib/PersistWorker.pm
dist_persistperlparts_DATA = \
	workers/perl/lib/PersistWorker/Connection.pm \
	workers/perl/lib/PersistWorker/Exchange.pm \
	workers/perl/lib/PersistWorker/Frame.pm \
	workers/perl/lib/PersistWorker/Loop.pm \
	workers/perl/lib/PersistWorker/PSGI.pm \
	workers/perl/lib/PersistWorker/Request.pm

TESTS += workers/perl/perl.test
EXTRA_DIST += \
	workers/perl/Makefile.PL \
	workers/perl/README.md \
	workers/perl/perl.test \
	workers/perl/t/Player.pm \
	workers/perl/t/bare.pl \
	workers/perl/t/core.t \
	workers/perl/t/frame.t \
	workers/perl/t/hostile.pl \
	workers/perl/t/hostile.t \
	workers/perl/t/psgi.t
