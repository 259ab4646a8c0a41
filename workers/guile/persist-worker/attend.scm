;; SPDX-License-Identifier: Apache-2.0
;; attend.scm: calls a handler for one request, and ends the request, whatever
;; the handler does.

(define-module (persist-worker attend)
  #:use-module (persist-worker deadline)
  #:use-module (persist-worker request)
  #:use-module (persist-worker response)
  #:use-module (persist-worker worker)
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:export (attend guarded print-failure quit-arguments))

(define DEPTH 50) ; frames of a backtrace in the log

(define-record-type <failure>
  (make-failure key arguments text)
  failure?
  (key failure-key)
  (arguments failure-arguments)
  (text failure-text))

;; The exception and where it was thrown.
(define (describe key arguments stack)
  (call-with-output-string
    (lambda (port)
      (when stack
        (display-backtrace stack port #f DEPTH))
      (print-exception port #f key arguments))))

(define (safe-text key arguments stack)
  (catch #t
    (lambda () (describe key arguments stack))
    (lambda _ (string-append "an exception: " (symbol->string key)))))

;; No stack is shown of what is no mistake.
(define (failure-from exception stack)
  (let ((key (exception-kind exception))
        (arguments (exception-args exception)))
    (make-failure key arguments
                  (safe-text key arguments
                             (and (not (memq key '(quit client-gone)))
                                  stack)))))

(define failed (make-prompt-tag "failed"))

;; Leaves the thunk with the exception and where it was thrown. No async, such as
;; that of a deadline, throws another one meanwhile. In here Guile 3.0.8 would
;; not find a catch, so the two are described later.
(define (leave-thunk exception)
  (call-with-blocked-asyncs
   (lambda ()
     (abort-to-prompt failed exception (make-stack #t 3)))))

;; Calls the thunk, in which asyncs, such as handlers of signals, may run and
;; throw; they are blocked elsewhere. Returns #f, or the failure. catch would
;; take three times as long.
(define (call-caught thunk)
  (call-with-prompt failed
    (lambda ()
      (with-exception-handler leave-thunk
        (lambda () (call-with-unblocked-asyncs thunk)))
      #f)
    (lambda (_ exception stack)
      (failure-from exception stack))))

;; On a stack that is full Guile calls no handler of this kind: the barrier ends
;; the thunk.
(define overflow
  (make-failure 'stack-overflow '() "the stack or the memory is full\n"))

;; The same for a thunk of the script's. No continuation leads out of it or,
;; when it has ended, back into it: the loop would go on with a request that is
;; over. To abort to the default prompt ends it.
(define (guarded thunk)
  (let ((result overflow))
    (with-continuation-barrier
     (lambda ()
       (set! result
             (call-caught
              (lambda ()
                (call-with-prompt (default-prompt-tag) thunk (const #f)))))))
    result))

;; The script may have closed the port.
(define (print-failure failure)
  (false-if-exception
   (display (failure-text failure) (current-error-port))))

;; What exit was called with, a list, or #f if the failure is none of exit.
(define (quit-arguments failure)
  (and failure
       (eq? (failure-key failure) 'quit)
       (failure-arguments failure)))

;; ---- a request ----

(define (run request handler)
  (call-watched request
                (lambda ()
                  (guarded (lambda () (handler request))))))

;; exit, and a client that has gone, are no news for the log.
(define (report request failure)
  (unless (memq (failure-key failure) '(quit client-gone))
    (false-if-exception
     (log-line request (failure-text failure) 'error)))
  (unless (and (quit-arguments failure) (request-ended? request))
    (fail request
          (if (eq? (failure-key failure) 'deadline-exceeded) 504 500))))

;; A handler may also end before the exception of its deadline comes, such as
;; by a sleep that was interrupted.
(define (end request failure)
  (cond
   (failure (report request failure))
   ((not (complete? request))
    (log-line request "the script has not answered" 'error)
    (fail request (if (late? request) 504 500)))))

(define (run-after procedure)
  (let ((failure (guarded procedure)))
    (when (and failure (not (quit-arguments failure)))
      (print-failure failure))
    failure))

;; Returns what one of the procedures has called exit with, or #f.
(define (run-all-after request)
  (let ((after (request-after request)))
    (and (pair? after)
         (any quit-arguments (map run-after (reverse after))))))

;; Calls the handler with the request. Returns what it has called exit with, or
;; #f. A process that the handler has forked answers nothing: the request is its
;; parent's.
(define (attend request handler)
  (let ((failure (run request handler)))
    (if (child?)
        (quit-arguments failure)
        (begin
          (end request failure)
          (let ((quit (run-all-after request)))
            (close-request! request)
            (or (quit-arguments failure) quit))))))
