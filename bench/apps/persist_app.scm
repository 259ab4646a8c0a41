#!/usr/bin/env guile
!#
;; SPDX-License-Identifier: Apache-2.0
;; persist_app.scm: the worker of mod_persist in Guile.

(use-modules (persist-worker))

(define text '(("Content-Type" . "text/plain")))

(define (missing request)
  (respond request 404 text "there is no such work\n"))

(define (hello request)
  (respond request 200 text "hello\n"))

(each-request
 (lambda (request)
   (if (string-null? (request-path request))
       (hello request)
       (missing request))))
