;; SPDX-License-Identifier: Apache-2.0
;; errors.scm: errno of the core as exceptions. Those that a script may want to
;; tell apart have keys of their own, for catch:
;;
;;   client-gone        the client no longer waits. A script need not catch it:
;;                      the request just ends
;;   body-broken        the client's body was cut off, or is too long
;;   deadline-exceeded  the soft deadline (PersistRequestTimeout) has passed

(define-module (persist-worker errors)
  #:use-module (ice-9 receive)
  #:use-module (persist-worker worker)
  #:export (checked throw-errno throw-deadline))

(define (throw-key key text)
  (scm-error key #f text '() #f))

;; Without it a log would show the list of arguments.
(define (print-error port key arguments default)
  (format port "~a: ~a" key (cadr arguments)))

(for-each (lambda (key) (set-exception-printer! key print-error))
          '(client-gone body-broken deadline-exceeded))

(define (throw-deadline)
  (throw-key 'deadline-exceeded "the request has taken too long"))

(define texts
  `((,EALREADY . "the response has been started before")
    (,EINVAL . "HTTP does not allow this status or header, or not now")
    (,E2BIG . "more headers than the 509 that a response may have")))

(define (throw-errno errno)
  (cond
   ((child?) (error "the request is that of the parent process"))
   ;; The connection to the client is closed in both cases.
   ((memv errno (list EPIPE EPROTO))
    (throw-key 'client-gone "the client has gone"))
   ((= errno EIO) (throw-key 'body-broken "the client's body is cut off"))
   (else (error (or (assv-ref texts errno) (strerror errno))))))

;; (checked (core-... ...)) returns the first value of the call, or throws what
;; errno says if that is negative.
(define-syntax-rule (checked call)
  (receive (result errno) call
    (if (negative? result) (throw-errno errno) result)))
