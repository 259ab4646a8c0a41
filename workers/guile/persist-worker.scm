;; SPDX-License-Identifier: Apache-2.0
;; persist-worker.scm: scripts that stay resident behind Apache httpd
;; (mod_persist), for Guile 3.0.
;;
;;   (use-modules (persist-worker))
;;
;;   (each-request
;;    (lambda (request)
;;      (respond request 200 '(("Content-Type" . "text/plain")) "hello")))
;;
;; Use this module before others: it takes over the socket that persistd has
;; left open in the process. The same file also runs as a CGI program, and from a
;; terminal: ./app.scm --get '/path?x=1'

(define-module (persist-worker)
  #:use-module (ice-9 receive)
  #:use-module (persist-worker attend)
  #:use-module (persist-worker block)
  #:use-module (persist-worker cloning)
  #:use-module (persist-worker core)
  #:use-module (persist-worker errors)
  #:use-module (persist-worker files)
  #:use-module (persist-worker plain)
  #:use-module (persist-worker request)
  #:use-module (persist-worker response)
  #:use-module (persist-worker system)
  #:use-module (persist-worker worker)
  #:use-module (rnrs bytevectors)
  #:use-module (system foreign)
  #:re-export (before-fork after-fork
               request-env request-variable request-bytes
               request-method request-mount request-path request-query
               request-header request-id
               body-port request-body cancelled? time-left
               respond start write-piece flush send-file finish early-hints
               log-line after-response)
  #:export (each-request))

(define entered? #f)
(define taken %null-pointer) ; the request that was taken last

;; clones is #f, #t for at once, or a number of requests.
(define (ready clones)
  (let ((files (block (loaded-files))))
    (checked (core-ready worker 1 (address files) (bytevector-length files)))
    (when clones
      (checked (core-clones worker (if (eq? clones #t) 0 clones)
                            %null-pointer))
      (tidy-heap))))

;; Waits for the next request; the one before is over then. Returns #f when the
;; worker must end.
(define (take)
  (receive (pointer errno) (core-next worker taken)
    (set! taken pointer)
    (cond
     ((not (null-pointer? pointer)) (make-request pointer))
     ((zero? errno) #f)
     ((= errno EINTR) (run-asyncs) (take))
     ((= errno ECHILD) (make-clone) (take))
     (else (throw-errno errno)))))

;; The script may have handlers of signals, too.
(define (run-asyncs)
  (call-with-unblocked-asyncs noop))

(define (leave arguments)
  (unless (child?)
    (core-leave worker taken))
  (apply exit arguments))

;; In a process that the script has forked the core has no worker, and no
;; further request.
(define (serve handler)
  (let ((request (take)))
    (when request
      (let ((arguments (attend request handler)))
        (if arguments
            (leave arguments)
            (serve handler))))))

;; Lines printed by mistake go to the log at once.
(define (print-lines)
  (setvbuf (current-output-port) 'line)
  (setvbuf (current-error-port) 'line))

(define (serve-worker handler clones)
  (print-lines)
  (call-with-blocked-asyncs
   (lambda ()
     (ready clones)
     (serve handler))))

;; Only a script that is started from a terminal loads the module for that.
(define (terminal-request)
  ((module-ref (resolve-interface '(persist-worker terminal))
               'terminal-request)))

(define (plain-request)
  (if (getenv "GATEWAY_INTERFACE")
      (make-plain (environment))
      (terminal-request)))

;; The process ends after its only request.
(define (serve-plain handler)
  (let ((plain (plain-request)))
    (print-lines)
    (let ((arguments (call-with-blocked-asyncs
                      (lambda () (attend (make-request plain) handler)))))
      (cond
       (arguments (apply exit arguments))
       ((and (plain-failed? plain) (not (child?))) (exit 1))))))

;; Answers requests until the worker must end: calls (handler request) for each.
;; An exception ends its request (500, or the client's stream is aborted) and is
;; logged with its backtrace. exit ends the worker. A process that persistd has
;; not started answers the one request of its environment, or of its arguments.
;;
;; clones: with #t, further workers of the script may be copies of this process.
;; They are ready at once and share most of their memory. With a number, only
;; after this process has served so many requests.
(define* (each-request handler #:key (clones #f))
  (when entered?
    (error "the loop has been entered before"))
  (set! entered? #t)
  (if worker
      (serve-worker handler clones)
      (serve-plain handler)))
