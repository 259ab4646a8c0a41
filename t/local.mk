# SPDX-License-Identifier: Apache-2.0
# t/: the suite against a live httpd, once for each MPM and once as root.

if !SANITIZER
TESTS += t/event.test t/worker.test t/prefork.test t/as-root.test
endif
# Two at a time at most beside event, which is the longest.
t/prefork.log: t/worker.log
t/as-root.log: persistd/tests/live.log

if NGHTTP2
check_PROGRAMS += t/client/load
t_client_load_SOURCES = \
	t/client/http1.c \
	t/client/http2.c \
	t/client/load.c \
	t/client/load.h \
	t/client/tally.c
t_client_load_CFLAGS = $(AM_CFLAGS) $(NGHTTP2_CFLAGS)
t_client_load_LDADD = $(NGHTTP2_LIBS)
endif

EXTRA_DIST += \
	t/TEST \
	t/conf \
	t/htdocs \
	t/lib \
	t/01-two-requests-reach-the-same-worker.t \
	t/02-variables-are-those-of-rfc-3875.t \
	t/03-bodies-arrive-inline-and-pulled.t \
	t/04-responses-stream.t \
	t/05-print-goes-to-the-error-log.t \
	t/06-an-exception-is-a-500-with-its-traceback-logged.t \
	t/07-a-boot-failure-is-answered-with-its-code.t \
	t/08-htaccess-sets-what-it-may.t \
	t/09-only-executable-scripts-with-execcgi-run.t \
	t/10-the-status-page-reports.t \
	t/11-metrics-are-openmetrics.t \
	t/14-path-translated-is-what-cgi-has.t \
	t/13-the-access-log-tells-where-time-went.t \
	t/12-a-status-page-shows-its-own-directory.t \
	t/20-four-workers-never-mix-answers.t \
	t/30-a-killed-worker-is-replaced.t \
	t/31-a-killed-child-leaves-no-lease.t \
	t/32-a-killed-persistd-is-replaced.t \
	t/35-what-scripts-log-arrives-once.t \
	t/92-a-persistd-that-hangs-is-replaced.t \
	t/93-static-files-do-not-wait-for-persistd.t \
	t/94-stop-ends-what-a-hanging-persistd-holds.t \
	t/95-what-keeps-httpd-from-starting-is-said.t \
	t/34-equal-keys-reach-the-same-worker.t \
	t/33-five-hundred-kills-leave-no-trace.t \
	t/90-a-damaged-table-is-replaced.t \
	t/91-a-lost-directory-comes-back.t \
	t/47-what-is-too-much-is-refused.t \
	t/48-who-waits-leaves-persistd-alone.t \
	t/28-connections-of-dead-workers-are-closed.t \
	t/29-a-lower-limit-reaches-running-workers.t \
	t/39-a-thousand-scripts-share-the-places.t \
	t/49-an-answer-needs-its-question.t \
	t/50-files-are-sent-by-descriptor.t \
	t/40-graceful-loses-nothing.t \
	t/51-a-hostile-worker-harms-nobody.t \
	t/41-restart-keeps-idle-workers.t \
	t/42-stop-leaves-nothing.t \
	t/52-trailers-reach-http2.t \
	t/43-a-killed-parent-leaves-nothing.t \
	t/53-cgi-rules-hold-for-cgi-alone.t \
	t/44-each-signal-finds-its-persistd.t \
	t/45-a-rotated-error-log-is-left.t \
	t/46-descriptors-do-not-leak.t \
	t/80-a-silent-persistd-is-replaced.t \
	t/81-a-lost-table-is-made-anew.t \
	t/82-the-other-rows-of-the-life-cycle.t \
	t/63-a-client-that-leaves-is-noticed.t \
	t/64-the-family-of-a-worker-holds-nobody-up.t \
	t/65-half-an-answer-never-ends-well.t \
	t/66-output-comes-in-whole-lines-up-to-a-limit.t \
	t/67-a-cut-response-is-not-cached.t \
	t/70-a-script-is-part-of-a-page.t \
	t/72-a-worker-whose-client-left-lives-on.t \
	t/75-credit-ends-with-its-worker.t \
	t/54-bodies-that-are-not-sent.t \
	t/55-limits-hold-to-the-byte.t \
	t/56-both-directions-at-once.t \
	t/57-clients-leave-in-mid-response.t \
	t/60-the-same-file-runs-three-ways.t \
	t/61-ruby-scripts-do-all-that-the-wire-can.t \
	t/62-owners-give-orders.t \
	t/58-large-bodies-take-no-memory.t \
	t/59-a-pause-is-not-the-clients-fault.t \
	t/71-a-client-that-does-not-read-holds-no-worker.t \
	t/73-a-refused-request-runs-elsewhere.t \
	t/74-an-error-page-has-no-body-to-read.t \
	t/76-heads-follow-the-rules-of-http.t \
	t/77-a-filter-that-fails-is-named.t \
	t/78-a-worker-is-copied.t \
	t/79-a-boot-that-was-killed-is-begun-again.t \
	t/83-a-late-script-is-interrupted.t \
	t/84-one-worker-has-many-requests.t \
	t/85-worn-workers-are-replaced.t \
	t/86-changed-code-is-served.t \
	t/87-a-busy-script-starves-no-other.t \
	t/88-the-queue-keeps-its-bounds.t \
	t/89-chaos-leaves-no-trace.t \
	t/96-no-room-for-the-table-is-told.t \
	t/97-a-request-can-be-traced.t \
	t/as-root.test \
	t/as-root/01-workers-run-as-user.t \
	t/as-root/02-loose-places-are-refused.t \
	t/as-root/03-who-is-another-by-suexec-is-refused.t \
	t/as-root/04-only-owners-give-orders.t \
	t/as-root/05-scripts-see-nothing-of-persistd.t \
	t/as-root/06-no-room-for-the-table-is-told.t \
	t/as-root/07-a-dead-file-system-holds-its-own-scripts-alone.t \
	t/as-root/08-links-count-for-who-makes-them.t \
	t/as-root/80-httpd-of-root-has-workers-of-user.t \
	t/as-root/89-chaos-in-bad-surroundings.t \
	t/as-root/81-what-does-not-even-die-is-left-behind.t \
	t/event.test \
	t/far-pids \
	t/prefork.test \
	t/worker.test
