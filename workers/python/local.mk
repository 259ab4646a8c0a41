# SPDX-License-Identifier: Apache-2.0
# workers/python/: the SDK for Python, persist_worker. pip builds it by setup.py;
# make builds the extension like any other module.

persistpydir = $(pyexecdir)/persist_worker
own_folders += $(persistpydir) $(persistpydir)/__pycache__
persistpy_LTLIBRARIES = workers/python/_core.la
installed_archives += $(persistpydir)/_core.la
persistpy_PYTHON = \
	workers/python/persist_worker/__init__.py \
	workers/python/persist_worker/_app.py \
	workers/python/persist_worker/_app_exec.py \
	workers/python/persist_worker/_app_failures.py \
	workers/python/persist_worker/_app_kind.py \
	workers/python/persist_worker/_app_load.py \
	workers/python/persist_worker/_asgi.py \
	workers/python/persist_worker/_asgi_http.py \
	workers/python/persist_worker/_asgi_lifespan.py \
	workers/python/persist_worker/_asgi_once.py \
	workers/python/persist_worker/_asgi_response.py \
	workers/python/persist_worker/_asgi_run.py \
	workers/python/persist_worker/_asgi_scope.py \
	workers/python/persist_worker/_asgi_server.py \
	workers/python/persist_worker/_async_exc.py \
	workers/python/persist_worker/_backend.py \
	workers/python/persist_worker/_body.py \
	workers/python/persist_worker/_cffi_core.py \
	workers/python/persist_worker/_cgi.py \
	workers/python/persist_worker/_cgi_output.py \
	workers/python/persist_worker/_cgi_process.py \
	workers/python/persist_worker/_clone.py \
	workers/python/persist_worker/_close_time.py \
	workers/python/persist_worker/_current.py \
	workers/python/persist_worker/_deadline.py \
	workers/python/persist_worker/_errors.py \
	workers/python/persist_worker/_failures.py \
	workers/python/persist_worker/_file_part.py \
	workers/python/persist_worker/_headers.py \
	workers/python/persist_worker/_hooks.py \
	workers/python/persist_worker/_interruptible.py \
	workers/python/persist_worker/_iterator.py \
	workers/python/persist_worker/_loaded_files.py \
	workers/python/persist_worker/_loop.py \
	workers/python/persist_worker/_orders.py \
	workers/python/persist_worker/_plain.py \
	workers/python/persist_worker/_plain_output.py \
	workers/python/persist_worker/_process.py \
	workers/python/persist_worker/_request.py \
	workers/python/persist_worker/_resident.py \
	workers/python/persist_worker/_marked.py \
	workers/python/persist_worker/_stdio.py \
	workers/python/persist_worker/_terminal.py \
	workers/python/persist_worker/_traceback.py \
	workers/python/persist_worker/_way.py \
	workers/python/persist_worker/_whole.py \
	workers/python/persist_worker/_wsgi.py \
	workers/python/persist_worker/_wsgi_answer.py \
	workers/python/persist_worker/_wsgi_environ.py \
	workers/python/persist_worker/_wsgi_file.py \
	workers/python/persist_worker/logging.py \
	workers/python/persist_worker/c_api.py
persistpy_DATA = \
	workers/python/persist_worker/_cffi.pyi \
	workers/python/persist_worker/_core.pyi \
	workers/python/persist_worker/py.typed

workers_python__core_la_SOURCES = \
	workers/python/ext/arena.c \
	workers/python/ext/block.c \
	workers/python/ext/environ.c \
	workers/python/ext/errors.c \
	workers/python/ext/exchange.c \
	workers/python/ext/pump.c \
	workers/python/ext/response.c \
	workers/python/ext/scope.c \
	workers/python/ext/sdk.h \
	workers/python/ext/variables.c \
	workers/python/ext/worker.c
workers_python__core_la_CPPFLAGS = \
	$(AM_CPPFLAGS) $(PYTHON_CPPFLAGS) -I$(srcdir)/workers/core
workers_python__core_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
workers_python__core_la_LIBADD = workers/core/libcore.la
workers_python__core_la_LDFLAGS = \
	$(product_ldflags) -module -avoid-version -shared \
	-export-symbols-regex '^PyInit__core$$'

# The back end that cffi makes, for PyPy and, if it has cffi, for CPython. Both are
# of the same source, and stand in the same folder: their names differ.
cffi_source = workers/python/ffi/_cffi.c
cffi_modules =
cffi_cppflags = $(AM_CPPFLAGS) -I$(srcdir)/workers/python/ffi
# no warnings: cffi's code is not ours to mend
cffi_cflags = $(AM_CFLAGS) -fvisibility=hidden -w
cffi_ldflags = \
	$(product_ldflags) -module -avoid-version -shared \
	-export-symbols-regex '__cffi$$'
$(cffi_source): workers/python/ffi/build.py workers/python/ffi/exchange.h \
		workers/core/persist/worker.h
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(CFFI_PYTHON) -B $< \
		$(srcdir)/workers/core $@ >/dev/null && touch $@
CLEANFILES += $(cffi_source)

noinst_LTLIBRARIES += workers/python/ffi/libexchange.la
workers_python_ffi_libexchange_la_SOURCES = \
	workers/python/ffi/calls.c \
	workers/python/ffi/exchange.c \
	workers/python/ffi/exchange.h \
	workers/python/ffi/turn.c \
	workers/python/ffi/turn.h
workers_python_ffi_libexchange_la_LIBADD = workers/core/libcore.la

if PYTHON_CFFI
persistpy_LTLIBRARIES += workers/python/_cffi.abi3.la
installed_archives += $(persistpydir)/_cffi.abi3.la
workers_python__cffi_abi3_la_SOURCES =
nodist_workers_python__cffi_abi3_la_SOURCES = $(cffi_source)
workers_python__cffi_abi3_la_CPPFLAGS = $(cffi_cppflags) $(PYTHON_CPPFLAGS)
workers_python__cffi_abi3_la_CFLAGS = $(cffi_cflags)
workers_python__cffi_abi3_la_LIBADD = workers/python/ffi/libexchange.la
workers_python__cffi_abi3_la_LDFLAGS = $(cffi_ldflags)
cffi_modules += workers/python/persist_worker/_cffi.abi3.so
workers/python/persist_worker/_cffi.abi3.so: | workers/python/_cffi.abi3.la
	$(AM_V_GEN)$(MKDIR_P) $(@D) && rm -f $@ && \
	$(LN_S) ../.libs/_cffi.abi3.so $@
endif

if PYPY_SDK
noinst_LTLIBRARIES += workers/python/_cffi_pypy.la
installed_archives += $(persistpydir)/_cffi$(PYPY_TAG).la
workers_python__cffi_pypy_la_SOURCES =
nodist_workers_python__cffi_pypy_la_SOURCES = $(cffi_source)
workers_python__cffi_pypy_la_CPPFLAGS = $(cffi_cppflags) $(PYPY_CPPFLAGS)
workers_python__cffi_pypy_la_CFLAGS = $(cffi_cflags)
workers_python__cffi_pypy_la_LIBADD = workers/python/ffi/libexchange.la
# with a place, as libtool makes an archive otherwise
workers_python__cffi_pypy_la_LDFLAGS = $(cffi_ldflags) -rpath $(persistpydir)
pypy_module = workers/python/persist_worker/_cffi$(PYPY_TAG).so
cffi_modules += $(pypy_module)
$(pypy_module): | workers/python/_cffi_pypy.la
	$(AM_V_GEN)$(MKDIR_P) $(@D) && rm -f $@ && \
	$(LN_S) ../.libs/_cffi_pypy.so $@
install-exec-local: install-pypy
install-pypy:
	$(MKDIR_P) "$(DESTDIR)$(persistpydir)"
	$(INSTALL_PROGRAM) workers/python/.libs/_cffi_pypy.so \
		"$(DESTDIR)$(persistpydir)/_cffi$(PYPY_TAG).so"
endif

# PyPy does not look where CPython does.
if PYPY_LINK
shared_folders += $(pypydir)
install-exec-local: install-pypy-link
uninstall-local: uninstall-pypy-link
install-pypy-link:
	$(MKDIR_P) "$(DESTDIR)$(pypydir)"
	rm -f "$(DESTDIR)$(pypydir)/persist_worker"
	$(LN_S) $(persistpydir) "$(DESTDIR)$(pypydir)/persist_worker"
uninstall-pypy-link:
	rm -f "$(DESTDIR)$(pypydir)/persist_worker"
endif

# ./run imports the package from the build tree, so the extension and the sources
# must be in one folder. In a build outside of the source tree the sources are
# linked into it. (The link to the extension stays, as for Ruby.)
workers/python/persist_worker/_core.so: | workers/python/_core.la
	$(AM_V_GEN)$(MKDIR_P) $(@D) && rm -f $@ && \
	$(LN_S) ../.libs/_core.so $@
# Once more when there are other sources.
workers/python/linked: workers/python/local.mk | \
    workers/python/persist_worker/_core.so
	$(AM_V_GEN)for file in $(persistpy_PYTHON) $(persistpy_DATA); do \
	  test -e $$file || $(LN_S) $(abs_srcdir)/$$file $$file || exit 1; \
	done
	$(AM_V_at)touch $@
all-local: workers/python/linked $(cffi_modules)

clean-workers-python:
	test $(srcdir) = $(builddir) || \
	  rm -f $(persistpy_PYTHON) $(persistpy_DATA)
clean-local: clean-workers-python

TESTS += \
	workers/python/cffi.test \
	workers/python/pypy.test \
	workers/python/pytest.test
CLEANFILES += \
	workers/python/linked \
	workers/python/persist_worker/_core.so \
	$(cffi_modules)
EXTRA_DIST += \
	workers/python/MANIFEST.in \
	workers/python/cffi.test \
	workers/python/ffi/build.py \
	workers/python/pypy.test \
	workers/python/README.md \
	workers/python/pyproject.toml \
	workers/python/pytest.test \
	workers/python/run.py \
	workers/python/setup.py \
	workers/python/tests/app_folder.py \
	workers/python/tests/asgi_base_pages.py \
	workers/python/tests/asgi_pages.py \
	workers/python/tests/cgi_pages.py \
	workers/python/tests/conftest.py \
	workers/python/tests/test_application.py \
	workers/python/tests/test_arena.py \
	workers/python/tests/test_asgi.py \
	workers/python/tests/test_asgi_life.py \
	workers/python/tests/test_asgi_scope.py \
	workers/python/tests/test_asgi_streams.py \
	workers/python/tests/test_backend.py \
	workers/python/tests/test_cgi.py \
	workers/python/tests/test_cgi_streams.py \
	workers/python/tests/test_check.py \
	workers/python/tests/test_clone.py \
	workers/python/tests/test_deadline.py \
	workers/python/tests/test_exchange.py \
	workers/python/tests/test_failing.py \
	workers/python/tests/test_file_part.py \
	workers/python/tests/test_files.py \
	workers/python/tests/test_iterator.py \
	workers/python/tests/test_logging.py \
	workers/python/tests/test_loop.py \
	workers/python/tests/test_marked.py \
	workers/python/tests/test_names.py \
	workers/python/tests/test_orders.py \
	workers/python/tests/test_request.py \
	workers/python/tests/test_run.py \
	workers/python/tests/test_run_failing.py \
	workers/python/tests/test_traceback.py \
	workers/python/tests/test_ways.py \
	workers/python/tests/test_wsgi.py \
	workers/python/tests/test_wsgi_files.py \
	workers/python/tests/test_wsgi_phrase.py \
	workers/python/tests/test_wsgi_streams.py \
	workers/python/tests/wsgi_pages.py
EXTRA_DIST += $(persistpy_DATA)
