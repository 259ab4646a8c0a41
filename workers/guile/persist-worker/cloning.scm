;; SPDX-License-Identifier: Apache-2.0
;; cloning.scm: makes a copy of this process when persistd orders it, between
;; two requests. There must be no second thread then. primitive-fork ends that
;; for finalizers, and Guile starts it again in both processes.

(define-module (persist-worker cloning)
  #:use-module (persist-worker attend)
  #:use-module (persist-worker block)
  #:use-module (persist-worker core)
  #:use-module (persist-worker deadline)
  #:use-module (persist-worker worker)
  #:use-module (srfi srfi-1)
  #:use-module (system foreign)
  #:export (before-fork after-fork tidy-heap make-clone))

(define before '()) ; procedures of the script, the last one first
(define after '())

;; Calls the procedure before a clone is made. It closes what two processes must
;; not share, such as databases. An exception is logged, and no clone is made.
(define (before-fork procedure)
  (check-procedure procedure)
  (set! before (cons procedure before)))

;; Calls the procedure after the fork, in the worker and in the clone, which
;; both go on. It opens again what before-fork has closed.
(define (after-fork procedure)
  (check-procedure procedure)
  (set! after (cons procedure after)))

;; What the set-up has left over goes back to the system: each fork copies a
;; table of all pages.
;; Why: docs/decisions/clones.md
(define tidy-heap
  (let ((here (dynamic-link)))
    (or (false-if-exception
         (pointer->procedure
          void (dynamic-func "GC_gcollect_and_unmap" here) '()))
        gc)))

(define (well? procedure)
  (let ((failure (guarded procedure)))
    (when failure
      (print-failure failure))
    (not failure)))

(define (fork-or-fail good?)
  (or (and good? (false-if-exception (primitive-fork))) -1))

;; Runs in the process between worker and clone. Returns only in the clone.
(define (be-between)
  (case (fork-or-fail #t)
    ((0) (unless (zero? (core-clone worker))
           (primitive-_exit 1))
         (become-owner!))
    ((-1) (primitive-_exit 1))
    (else (primitive-_exit 0))))

;; What the core calls to fork; its argument says whether it may.
(define fork
  (procedure->pointer
   int (lambda (good) (fork-or-fail (not (null-pointer? good)))) '(*)))

;; Returns in the worker and in the clone.
(define (make-clone)
  (let ((good (if (every well? before) (make-pointer 1) %null-pointer)))
    (false-if-exception (force-output (current-output-port)))
    (stop-watching)
    (when (zero? (core-fork worker fork good))
      (be-between))
    (set! *random-state* (random-state-from-platform))
    (for-each well? (reverse after))))
