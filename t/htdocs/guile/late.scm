#!/usr/bin/env guile
!#
;; SPDX-License-Identifier: Apache-2.0

(use-modules (persist-worker))

(define (spin) (spin))

(each-request
 (lambda (request)
   (if (string=? (request-path request) "/spin")
       (spin)
       (respond request 200 '() (number->string (getpid))))))
