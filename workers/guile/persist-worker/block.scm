;; SPDX-License-Identifier: Apache-2.0
;; block.scm: strings and headers in the form that the core takes.

(define-module (persist-worker block)
  #:use-module (rnrs bytevectors)
  #:use-module (system foreign)
  #:export (bytes address block headers->block text))

;; Returns what is to be sent as a bytevector: strings in UTF-8.
(define (bytes body)
  (cond
   ((string? body) (string->utf8 body))
   ((bytevector? body) body)
   (else (error "neither a string nor a bytevector:" body))))

(define (address bytes)
  (if (zero? (bytevector-length bytes))
      %null-pointer
      (bytevector->pointer bytes)))

(define (check-string string)
  (cond
   ((not (string? string)) (error "not a string:" string))
   ((string-index string #\nul) (error "a string with a NUL:" string))))

;; Returns the strings, each with a NUL behind it.
(define (block strings)
  (for-each check-string strings)
  (string->utf8
   (string-concatenate (map (lambda (s) (string-append s "\0")) strings))))

;; headers is a list of pairs of strings, (name . value).
(define (headers->block headers)
  (block (apply append
                (map (lambda (pair) (list (car pair) (cdr pair))) headers))))

;; Returns the text at an address, or #f if that is NULL.
(define (text pointer)
  (and (not (null-pointer? pointer)) (pointer->string pointer -1 "UTF-8")))
