;; SPDX-License-Identifier: Apache-2.0
;; guile_server.scm SERVER: the decisions of the fork server of Guile, as TAP.

(load (cadr (command-line)))
(use-modules (persist-fork-server))

(define count 0)

(define (ok good name)
  (set! count (1+ count))
  (format #t "~a ~a - ~a\n" (if good "ok" "not ok") count name))

(define (forms text)
  (call-with-input-string text forms-of))

(for-each
 (lambda (text)
   (ok (plain? (forms text)) (string-append "before: " text)))
 '("(display 1)"
   ""
   "(use-modules (srfi srfi-1) ((ice-9 match) #:select (match)))"
   "(use-modules (web uri)) (define (load-page) (uri? 1))"
   "(define-syntax-rule (twice x) (begin x x)) (twice (display 1))"
   "(display \"(load)\") ; (load \"part.scm\")"))

(for-each
 (lambda (text)
   (ok (not (plain? (forms text)))
       (string-append "for each request: " text)))
 '("(use-modules (mine))"
   "(use-modules (srfi srfi-1) ((mine) #:prefix m:))"
   "(use-modules (srfi 1 no))"
   "(use-modules mine)"
   "(let () (use-modules (srfi srfi-1)) 1)"
   "(load \"part.scm\")"
   "(if #t (begin (include \"part.scm\")))"
   "(add-to-load-path \"lib\") (use-modules (srfi srfi-1))"
   "(set! %load-path '())"
   "(eval-when (expand load eval) (display 1))"
   "(define-module (mine))"
   "(display (@ (mine) number))"
   "(define x #((load \"part.scm\")))"
   "(import (rnrs))"))

(ok (equal? (modules-of
             (forms "(use-modules (a) ((b c) #:select (d))) (use-modules (e))"))
            '((a) (b c) (e)))
    "the modules that a script uses")
(ok (and (of-library? '(ice-9 match)) (not (of-library? '(persist-worker))))
    "only those of the library are loaded")
(format #t "1..~a\n" count)
