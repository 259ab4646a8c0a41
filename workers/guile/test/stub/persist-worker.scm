;; SPDX-License-Identifier: Apache-2.0
;; persist-worker.scm: in the place of the SDK, for tests of scripts without
;; httpd: each-request calls the handler with the paths of the command line, and
;; respond prints.

(define-module (persist-worker)
  #:export (each-request request-path respond))

(define (request-path request) request)

(define (respond request status headers body)
  (format #t "~a ~a" status body))

(define* (each-request handler #:key clones)
  (for-each handler (cdr (command-line))))
