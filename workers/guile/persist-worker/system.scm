;; SPDX-License-Identifier: Apache-2.0
;; system.scm: functions of the C library that Guile has not, or not without a
;; port.

(define-module (persist-worker system)
  #:use-module (ice-9 receive)
  #:use-module (persist-worker block)
  #:use-module (system foreign)
  #:export (c-read c-pread c-write c-signal throw-system put environment))

(define (function name result . arguments)
  (pointer->procedure result (dynamic-func name (dynamic-link)) arguments
                      #:return-errno? #t))

(define c-read (function "read" ssize_t int '* size_t))
(define c-pread (function "pread" ssize_t int '* size_t int64))
(define c-write (function "write" ssize_t int '* size_t))
(define c-signal (function "signal" '* int '*))

(define (throw-system errno)
  (throw 'system-error #f "~A" (list (strerror errno)) (list errno)))

;; Writes all bytes to the descriptor, or throws a system-error.
(define (put fd pointer size)
  (unless (zero? size)
    (receive (count errno) (c-write fd pointer size)
      (cond
       ((>= count 0) (put fd (behind pointer count) (- size count)))
       ((= errno EINTR) (put fd pointer size))
       (else (throw-system errno))))))

;; ---- the environment ----

(define (split line)
  (let ((equals (string-index line #\=)))
    (and equals
         (cons (substring line 0 equals) (substring line (1+ equals))))))

;; Returns all variables, an alist of strings with a character for each byte.
;; getenv would decode them by the locale.
(define (environment)
  (let loop ((at (dereference-pointer
                  (dynamic-pointer "environ" (dynamic-link)))))
    (let ((line (dereference-pointer at)))
      (if (null-pointer? line)
          '()
          (let ((pair (split (pointer->string line -1 "ISO-8859-1")))
                (rest (loop (behind at (sizeof '*)))))
            (if pair (cons pair rest) rest))))))
