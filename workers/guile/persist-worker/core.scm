;; SPDX-License-Identifier: Apache-2.0
;; core.scm: the functions of persist/worker.h that the SDK calls, by the
;; foreign functions of Guile. Each returns two values: its result, and errno. In
;; a process that is no worker, those of a request are in plain.scm.

(define-module (persist-worker core)
  #:use-module (persist-worker plain)
  #:use-module (system foreign)
  #:export (PERSIST_INTERRUPTIBLE PERSIST_AFTER PERSIST_FAULT))

(define PERSIST_INTERRUPTIBLE 1)
(define PERSIST_AFTER 2)
(define PERSIST_FAULT 4)

;; What the environment names, or else what the loader finds.
(define library-name
  (or (getenv "PERSIST_WORKER_LIBRARY") "libpersist-worker"))

(define (missing . reason)
  (error
   (string-append
    "the library " library-name " of mod_persist can't be loaded. "
    "LD_LIBRARY_PATH or PERSIST_WORKER_LIBRARY may lead to it:")
   reason))

;; Only a worker needs it; #f elsewhere.
(define library
  (and (getenv "PERSIST_WORKER")
       (catch #t (lambda () (dynamic-link library-name)) missing)))

(define (function name result . arguments)
  (if library
      (pointer->procedure
       result (dynamic-func (string-append "persist_" name) library) arguments
       #:return-errno? #t)
      (plain-function name)))

;; ---- the worker ----

(define-public core-open (function "worker_open" '* '* unsigned-int))
(define-public core-ready
  (function "worker_ready" int '* unsigned-int '* size_t))
(define-public core-clones (function "worker_clones" int '* unsigned-int '*))
(define-public core-fork (function "worker_fork_by" int '* '* '*))
(define-public core-clone (function "worker_clone" int '*))
(define-public core-interrupt-fd (function "worker_interrupt_fd" int '*))
(define-public core-look (function "worker_look" void '*))
(define-public core-next (function "worker_next" '* '* '*))
(define-public core-leave (function "worker_leave" void '* '*))

;; ---- the request ----

(define-public core-id (function "request_id" '* '*))
(define-public core-variable (function "request_variable" '* '* '*))
(define-public core-each (function "request_each" int '* '* '* '*))
(define-public core-time-left (function "request_time_left" long '*))
(define-public core-cancelled (function "request_cancelled" int '*))
(define-public core-late (function "request_late" int '*))
(define-public core-read (function "request_read" long '* '* size_t))

;; ---- the response ----

(define-public core-info
  (function "request_info" int '* unsigned-int '* size_t))
(define-public core-respond
  (function "request_respond"
            int '* unsigned-int '* size_t '* size_t unsigned-int))
(define-public core-start
  (function "request_start" int '* unsigned-int '* size_t unsigned-int))
(define-public core-write (function "request_write" int '* '* size_t))
(define-public core-send-file
  (function "request_send_file" int '* int int64 int64))
(define-public core-flush (function "request_flush" int '*))
(define-public core-finish
  (function "request_finish_trailers" int '* '* size_t unsigned-int))
(define-public core-abort (function "request_abort" int '* unsigned-int))
(define-public core-log
  (function "request_log" int '* unsigned-int '* size_t))
