#!/usr/bin/env guile
!#
;; SPDX-License-Identifier: Apache-2.0
;; What a program in Guile leaves to the end of its process. It knows nothing of
;; mod_persist.
(use-modules (ice-9 rdelim))

(define mark (string-append (getenv "MARK") "/" (getenv "HTTP_X_WAY") "/log"))
(define way (getenv "PATH_INFO"))
(define kept #f)

(define (header)
  (display "Content-Type: text/plain\n\nok\n"))

(define (begin-file)
  (set! kept (open-file mark "a"))
  (display "line\n" kept))

(define (wait-for-child pid)
  (format #t "parent ~a\n" (status:exit-val (cdr (waitpid pid)))))

(define (fork-child)
  (force-output)
  (let ((pid (primitive-fork)))
    (if (zero? pid)
        (begin (begin-file) (display "child\n") (exit 3))
        (wait-for-child pid))))

(cond
 ((string=? way "/nothing") (header))
 ((string=? way "/file") (header) (begin-file))
 ((string=? way "/replaces")
  (set-current-output-port (fdopen 1 "w"))
  (header))
 ((string=? way "/exits")
  (header)
  (add-hook! exit-hook (lambda () (display "a hook\n")))
  (begin-file)
  (exit 3))
 ((string=? way "/raises") (header) (begin-file) (error "raised here"))
 ((string=? way "/child") (header) (fork-child))
 ((string=? way "/process")
  (header)
  (display (call-with-input-file "/proc/self/maps" read-line))))
