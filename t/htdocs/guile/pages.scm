#!/usr/bin/env guile
!#
;; SPDX-License-Identifier: Apache-2.0
;; A page for each thing that a script can do; PATH_INFO chooses.

(use-modules (persist-worker))

(define text '(("Content-Type" . "text/plain")))
(define count 0)
(define kept #f)

(define (who request)
  (set! count (1+ count))
  (respond request 200 text (format #f "~a ~a" (getpid) count)))

(define pages
  `(("/who" . ,who)
    ("/echo" . ,(lambda (r) (respond r 200 text (request-body r))))
    ("/raise" . ,(lambda (r) (error "as ordered" 42)))
    ("/silent" . ,(lambda (r) #t))
    ("/header" . ,(lambda (r) (respond r 200 '(("X-Bad" . "a\nb")) "x")))
    ("/mine" . ,(lambda (r) (respond r 200 text (request-header r "X-Mine"))))
    ("/keep" . ,(lambda (r) (set! kept r) (respond r 200 text "kept")))
    ("/kept" . ,(lambda (r) (respond kept 200 text "to another client")))
    ("/exit" . ,(lambda (r) (respond r 200 text "bye") (exit 0)))))

(each-request
 (lambda (request)
   ((assoc-ref pages (request-path request)) request)))
