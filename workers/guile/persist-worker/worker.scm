;; SPDX-License-Identifier: Apache-2.0
;; worker.scm: this process as a worker. It is one from here on, if persistd has
;; started it.

(define-module (persist-worker worker)
  #:use-module (ice-9 binary-ports)
  #:use-module (ice-9 receive)
  #:use-module (persist-worker block)
  #:use-module (persist-worker core)
  #:use-module (persist-worker system)
  #:use-module (rnrs bytevectors)
  #:use-module (system foreign)
  #:export (sdk worker child? become-owner! interrupt-wait))

;; Shown in status pages.
(define sdk (string-append "guile 0.1.0, Guile " (version)))

(define (own-words)
  (let ((line (utf8->string (call-with-input-file "/proc/self/cmdline"
                              get-bytevector-all #:binary #t))))
    (string-split (string-drop-right line 1) #\nul)))

;; The garbage collector marks in several threads, which can't be ended, and a
;; process that is to be copied must have one. Only its environment can say so:
;; the program starts anew, in the same process.
(define (mark-in-one-thread)
  (unless (getenv "GC_MARKERS")
    (setenv "GC_MARKERS" "1")
    (apply execl (readlink "/proc/self/exe") (own-words))))

(define (open)
  (receive (worker errno)
      (core-open (address (block (list sdk))) PERSIST_INTERRUPTIBLE)
    (if (null-pointer? worker)
        (error "this process can't be a worker:" (strerror errno))
        worker)))

;; The worker of the core, or #f.
(define worker
  (and (getenv "PERSIST_WORKER")
       (begin (mark-in-one-thread) (open))))

(define owner (getpid))

;; Whether the script has forked this process: it is no worker then.
(define (child?)
  (not (= owner (getpid))))

(define (become-owner!)
  (set! owner (getpid)))

;; Ends a wait of the core in the thread that has opened the worker.
(define (interrupt-wait)
  (c-write (core-interrupt-fd worker) (address #vu8(1)) 1))
