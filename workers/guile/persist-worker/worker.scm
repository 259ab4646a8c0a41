;; SPDX-License-Identifier: Apache-2.0
;; worker.scm: this process as a worker. It is one from here on, if persistd has
;; started it.

(define-module (persist-worker worker)
  #:use-module (ice-9 receive)
  #:use-module (persist-worker block)
  #:use-module (persist-worker core)
  #:use-module (system foreign)
  #:export (worker child?))

;; Shown in status pages.
(define sdk (string-append "guile 0.1.0, Guile " (version)))

(define (open)
  (receive (worker errno)
      (core-open (address (block (list sdk))) PERSIST_INTERRUPTIBLE)
    (if (null-pointer? worker)
        (error "this process can't be a worker:" (strerror errno))
        worker)))

;; The worker of the core, or #f.
(define worker
  (and (getenv "PERSIST_WORKER") (open)))

(define owner (getpid))

;; Whether the script has forked this process: it is no worker then.
(define (child?)
  (not (= owner (getpid))))
