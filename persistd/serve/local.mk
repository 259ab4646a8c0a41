# SPDX-License-Identifier: Apache-2.0
# persistd/serve/: clients, and the answers to their questions and orders.

noinst_LTLIBRARIES += persistd/serve/libserve.la
persistd_serve_libserve_la_SOURCES = \
	persistd/serve/charts.c \
	persistd/serve/charts.h \
	persistd/serve/client.c \
	persistd/serve/client.h \
	persistd/serve/deadline.c \
	persistd/serve/deadline.h \
	persistd/serve/dispatch.c \
	persistd/serve/dispatch.h \
	persistd/serve/ensure.c \
	persistd/serve/ensure.h \
	persistd/serve/ghosts.c \
	persistd/serve/ghosts.h \
	persistd/serve/order_log.c \
	persistd/serve/order_log.h \
	persistd/serve/orders.c \
	persistd/serve/orders.h \
	persistd/serve/report.c \
	persistd/serve/report.h \
	persistd/serve/report_facts.c \
	persistd/serve/report_facts.h \
	persistd/serve/report_fields.c \
	persistd/serve/report_fields.h \
	persistd/serve/report_json.c \
	persistd/serve/report_json.h \
	persistd/serve/report_log.c \
	persistd/serve/report_log.h \
	persistd/serve/report_metrics.c \
	persistd/serve/report_metrics.h \
	persistd/serve/report_recent.c \
	persistd/serve/report_recent.h \
	persistd/serve/report_record.c \
	persistd/serve/report_record.h \
	persistd/serve/report_text.c \
	persistd/serve/report_text.h \
	persistd/serve/report_words.c \
	persistd/serve/report_words.h \
	persistd/serve/said.c \
	persistd/serve/said.h \
	persistd/serve/status.c \
	persistd/serve/status.h \
	persistd/serve/sweep.c \
	persistd/serve/sweep.h
persistd_serve_libserve_la_CFLAGS = $(persistd_cflags)
persistd_serve_libs = persistd/serve/libserve.la $(persistd_pool_libs)
