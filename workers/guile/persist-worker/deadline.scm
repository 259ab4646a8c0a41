;; SPDX-License-Identifier: Apache-2.0
;; deadline.scm: throws deadline-exceeded in a handler whose request is late. A
;; thread looks ten times a second while such a handler runs. It starts with the
;; first request that has a soft deadline. It is not done by a signal, because
;; Guile can't end the thread that sigaction starts, and a process with two
;; threads can't be copied.

(define-module (persist-worker deadline)
  #:use-module (ice-9 threads)
  #:use-module (persist-worker core)
  #:use-module (persist-worker errors)
  #:use-module (persist-worker request)
  #:use-module (persist-worker worker)
  #:use-module (rnrs bytevectors)
  #:use-module (system foreign)
  #:export (stop-watching call-watched))

(define TICK 100000) ; microseconds

;; The mutex guards these, and keeps the request from being given back while
;; the thread looks at it. The loop takes it while asyncs are blocked: none
;; leaves it locked.
(define mutex (make-mutex))
(define news (make-condition-variable))
(define running #f) ; the request whose handler runs
(define late #f)    ; the same, when its deadline has passed
(define dozing? #f)
(define ending? #f)

(define watcher #f) ; the thread, or #f
(define folder #f)  ; its place below /proc
(define main (current-thread))

;; ---- in the handler's thread ----

(define (on-late)
  (when (and late (not (child?)))
    (set! late #f)
    (throw-deadline)))

(define (set-running! request)
  (with-mutex mutex
    (set! running request)
    (set! late #f)
    (when dozing?
      (signal-condition-variable news))))

;; Calls the thunk, which does not throw, as the handler of the request.
(define (call-watched request thunk)
  (if (time-left request)
      (begin
        (unless watcher
          (start-watching))
        (set-running! request)
        (let ((result (thunk)))
          (unless (child?)
            (set-running! #f))
          result))
      (thunk)))

;; ---- in the thread that watches, with the mutex ----

;; Ends the handler's wait for the body, too.
(define (interrupt)
  (set! late running)
  (set! running #f)
  (system-async-mark on-late main)
  (interrupt-wait))

(define (next-tick)
  (let* ((now (gettimeofday))
         (then (+ (cdr now) TICK)))
    (cons (+ (car now) (quotient then 1000000)) (remainder then 1000000))))

(define (wait)
  (if running
      (wait-condition-variable news mutex (next-tick))
      (begin
        (set! dozing? #t)
        (wait-condition-variable news mutex)
        (set! dozing? #f))))

(define (watch)
  (unless ending?
    (wait)
    (when (and running (late? running))
      (interrupt))
    (watch)))

;; ---- the thread ----

(define (start-watching)
  (set! ending? #f)
  (set! watcher
        (call-with-new-thread
         (lambda ()
           (set! folder
                 (string-append "/proc/" (readlink "/proc/thread-self")))
           (with-mutex mutex
             (watch))))))

;; Returns when the system has no such thread any more; that is a little later
;; than Guile says.
(define (end-watcher)
  (with-mutex mutex
    (set! ending? #t)
    (signal-condition-variable news))
  (join-thread watcher)
  (set! watcher #f)
  (let loop ((tries 1000))
    (when (and (positive? tries) (file-exists? folder))
      (usleep 100)
      (loop (1- tries)))))

;; Leaves this process with one thread.
(define (stop-watching)
  (when watcher
    (end-watcher)))
