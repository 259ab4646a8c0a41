#!/usr/bin/env guile
!#
;; SPDX-License-Identifier: Apache-2.0
;; Does what a script should not do; PATH_INFO chooses.

(use-modules (persist-worker)
             (ice-9 threads)
             (rnrs bytevectors)
             (srfi srfi-1))

(define text '(("Content-Type" . "text/plain")))
(define again #f)  ; into a handler that has ended
(define resume #f) ; what such a handler has not done
(define outside #f) ; out of the loop

(define (say request . words)
  (respond request 200 text (string-join (map object->string words) " ")))

;; How many of the calls end by an exception that is no crash.
(define-syntax-rule (refusals call ...)
  (count identity
         (list (catch #t (lambda () call #f)
                 (lambda (key . _) key))
               ...)))

(define huge (expt 10 40))

(define (types r)
  (say r
       (refusals
        (respond 'r 200 text "x")
        (respond r "200" text "x")
        (respond r 200.5 text "x")
        (respond r -1 text "x")
        (respond r huge text "x")
        (respond r 99 text "x")
        (respond r 200 'text "x")
        (respond r 200 '("A") "x")
        (respond r 200 '((A . "b")) "x")
        (respond r 200 '(("A" . b)) "x")
        (respond r 200 '(("A" "b")) "x")
        (respond r 200 '(("A" . "b") . "c") "x")
        (respond r 200 '(("A" . "b\rc")) "x")
        (respond r 200 '(("A" . "b\nC: d")) "x")
        (respond r 200 '(("A" . "b\0c")) "x")
        (respond r 200 '(("A\r\nB" . "c")) "x")
        (respond r 200 '(("A:" . "c")) "x")
        (respond r 200 '(("" . "c")) "x")
        (respond r 200 text 42)
        (respond r 200 text #\x)
        (start r 'ok)
        (start r huge)
        (write-piece r "before a start")
        (write-piece r 42)
        (send-file r "name")
        (send-file r (open-input-string "no file"))
        (send-file r (current-error-port) -1)
        (early-hints r '(("A" . "b\nc")))
        (early-hints r 1)
        (log-line r 42)
        (log-line r "x" 'loud)
        (log-line r "x" 8)
        (log-line r "x" -1)
        (log-line r "x" huge)
        (request-header r 42)
        (request-header r "a\0b")
        (request-variable r 'x)
        (request-bytes r 42)
        (request-path 'r)
        (after-response r 42)
        (after-response 'r noop)
        (before-fork 42)
        (after-fork 42)
        (finish r '(("A" . "b\nc")))
        (each-request (lambda (r) #t)))))

(define (fork r in-child)
  (let ((pid (primitive-fork)))
    (if (zero? pid)
        (in-child)
        (say r (status:exit-val (cdr (waitpid pid)))))))

(define (use-in-child r)
  (primitive-_exit
   (refusals (respond r 200 text "child")
             (request-body r)
             (write-piece r "x")
             (finish r))))

(define (abort-inside r)
  (call-with-prompt 'mine
    (lambda () (abort-to-prompt 'mine) (error "as ordered"))
    (lambda (k) (set! resume k) (say r 'aborted))))

(define (leave-in-wind r)
  (dynamic-wind noop
                (lambda () (exit 0))
                (lambda () (say r 'bye))))

(define (spin) (spin))

;; The stack takes all the memory that there is.
(define (nest-deeply)
  (dynamic-wind
    (lambda () (setrlimit 'as 500000000 #f))
    (lambda () (let nest () (1+ (nest))))
    (lambda () (setrlimit 'as #f #f))))

(define (close-ports)
  (for-each close-port (list (current-output-port) (current-error-port)
                             (current-input-port))))

(define pages
  `(("/types" . ,types)
    ("/keep" . ,(lambda (r)
                  (call/cc (lambda (k) (set! again k)))
                  (say r 'kept)))
    ("/again" . ,(lambda (r) (again #t)))
    ("/outside" . ,(lambda (r) (outside #t)))
    ("/abort" . ,abort-inside)
    ("/resume" . ,(lambda (r) (resume)))
    ("/default-prompt" . ,(lambda (r) (abort-to-prompt (default-prompt-tag))))
    ("/symbol" . ,(lambda (r) (raise-exception 'as-ordered)))
    ("/odd" . ,(lambda (r) (throw 'misc-error 1 2 3)))
    ("/deep" . ,(lambda (r) (nest-deeply)))
    ("/after" . ,(lambda (r)
                   (after-response r (lambda () (error "after, as ordered")))
                   (say r 'soon)))
    ("/thread" . ,(lambda (r)
                    (join-thread
                     (call-with-new-thread (lambda () (say r 'thread))))))
    ("/fork" . ,(lambda (r) (fork r (lambda () (use-in-child r)))))
    ("/fork-returns" . ,(lambda (r) (fork r noop)))
    ("/header" . ,(lambda (r)
                    (say r (bytevector->u8-list
                            (request-bytes r "HTTP_X_ODD")))))
    ("/length" . ,(lambda (r) (say r (bytevector-length (request-body r)))))
    ("/print" . ,(lambda (r)
                   (display "printed: \x00 \u03bb\n" (current-error-port))
                   (say r 'printed)))
    ("/encoding" . ,(lambda (r) (say r (fluid-ref %default-port-encoding))))
    ("/letter" . ,(lambda (r) (respond r 200 text "\u03bb")))
    ("/pid" . ,(lambda (r) (say r (getpid))))
    ("/late-wind" . ,(lambda (r)
                       (dynamic-wind noop spin (lambda () (log-line r "wound")))))
    ("/late-caught" . ,(lambda (r)
                         (catch 'deadline-exceeded
                           spin
                           (lambda _ (say r 'caught)))))
    ("/late-sleep" . ,(lambda (r) (sleep 30)))
    ("/close" . ,(lambda (r) (close-ports) (say r 'closed)))
    ("/bye" . ,leave-in-wind)))

(call/cc (lambda (k) (set! outside k)))
(each-request
 (lambda (request)
   ((assoc-ref pages (request-path request)) request)))
