;; SPDX-License-Identifier: Apache-2.0
;; block.scm: strings and headers in the form that the core takes.

(define-module (persist-worker block)
  #:use-module (ice-9 atomic)
  #:use-module (ice-9 receive)
  #:use-module (rnrs bytevectors)
  #:use-module ((srfi srfi-1) #:select (fold-right))
  #:use-module (system foreign)
  #:export (bytes address behind call-with-copies block headers->block text
            check-procedure))

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

(define (behind pointer count)
  (make-pointer (+ (pointer-address pointer) count)))

;; ---- memory that the core may read ----

;; An address of a bytevector costs a microsecond, and work of the collector for
;; each. So there is a room that is used again. What runs meanwhile, such as a
;; handler of a signal or a thread of the script's, finds none and makes another.
(define SIZE 16384)
(define spare (make-atomic-box #f)) ; the bytevector and its pointer, or #f

(define (take-room)
  (or (atomic-box-swap! spare #f)
      (let ((bytes (make-bytevector SIZE)))
        (cons bytes (address bytes)))))

(define (copy-and-call procedure head body room)
  (let ((size (bytevector-length head)))
    (bytevector-copy! head 0 (car room) 0 size)
    (bytevector-copy! body 0 (car room) size (bytevector-length body))
    (receive (result errno) (procedure (cdr room) (behind (cdr room) size))
      (atomic-box-set! spare room)
      (values result errno))))

;; Calls the procedure with the addresses of two bytevectors, or of copies. They
;; hold until it returns, which it does with the two values of a function of the
;; core.
(define (call-with-copies procedure head body)
  (if (> (+ (bytevector-length head) (bytevector-length body)) SIZE)
      (procedure (address head) (address body))
      (copy-and-call procedure head body (take-room))))

;; ---- strings and headers ----

(define (check-string string)
  (cond
   ((not (string? string)) (error "not a string:" string))
   ((string-index string #\nul) (error "a string with a NUL:" string))))

;; For those that are called later, where nobody would see who was wrong.
(define (check-procedure thing)
  (unless (procedure? thing)
    (error "not a procedure:" thing)))

;; Returns the strings, each with a NUL behind it.
(define (block strings)
  (for-each check-string strings)
  (string->utf8 (string-join strings "\0" 'suffix)))

(define (join-headers headers)
  (block (fold-right (lambda (pair rest)
                       (cons* (car pair) (cdr pair) rest))
                     '() headers)))

;; A copy, because the script may change its own list, or a string in it.
(define (copy-headers headers)
  (map (lambda (pair)
         (cons (string-copy (car pair)) (string-copy (cdr pair))))
       headers))

;; equal? would compare strings as arrays, one letter after the other, in 2,000
;; instructions for each of them.
(define (same? string kept)
  (and (string? string) (string=? string kept)))

;; kept are pairs of strings; headers may be anything.
(define (same-headers? headers kept)
  (if (and (pair? headers) (pair? (car headers)) (pair? kept))
      (and (same? (caar headers) (caar kept))
           (same? (cdar headers) (cdar kept))
           (same-headers? (cdr headers) (cdr kept)))
      (and (null? headers) (null? kept))))

;; The last headers and their block: a script's responses mostly have the same.
(define kept (cons '() #vu8()))

;; headers is a list of pairs of strings, (name . value).
(define (headers->block headers)
  (let ((last kept))
    (if (same-headers? headers (car last))
        (cdr last)
        (let ((block (join-headers headers)))
          (set! kept (cons (copy-headers headers) block))
          block))))

;; Returns the text at an address, or #f if that is NULL.
(define (text pointer)
  (and (not (null-pointer? pointer)) (pointer->string pointer -1 "UTF-8")))
