# The shared table. libslots knows neither httpd nor APR; the block in APR's
# shared memory is a library of its own.

noinst_LTLIBRARIES += slots/libslots.la slots/libslots_shm.la

slots_libslots_la_SOURCES = \
	slots/slots_claim.c \
	slots/slots_claim.h \
	slots/slots_futex.h \
	slots/slots_futex_linux.c \
	slots/slots_futex_poll.c \
	slots/slots_layout.h \
	slots/slots_names.c \
	slots/slots_names.h \
	slots/slots_owners.c \
	slots/slots_owners.h \
	slots/slots_pool.c \
	slots/slots_private.h \
	slots/slots_queue.c \
	slots/slots_queue.h \
	slots/slots_slot.c \
	slots/slots_stats.c \
	slots/slots_stats.h \
	slots/slots_sweep.c \
	slots/slots_table.c \
	slots/slots_table.h \
	slots/slots_unit.h

slots_libslots_shm_la_SOURCES = \
	slots/slots_shm.c \
	slots/slots_shm.h
slots_libslots_shm_la_CFLAGS = $(AM_CFLAGS) $(APR_CFLAGS)
slots_libslots_shm_la_LIBADD = slots/libslots.la $(APR_LIBS)
