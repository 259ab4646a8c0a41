;; SPDX-License-Identifier: Apache-2.0
;; block-test.scm: headers and bodies in the form of the core, as TAP.

(use-modules (persist-worker block)
             (rnrs bytevectors))

(define count 0)

(define (ok good name)
  (set! count (1+ count))
  (format #t "~a ~a - ~a\n" (if good "ok" "not ok") count name))

(define (refused? thunk)
  (catch 'misc-error
    (lambda () (thunk) #f)
    (lambda _ #t)))

(ok (equal? (utf8->string (headers->block '(("A" . "1") ("B" . "ü"))))
            (string-join '("A" "1" "B" "ü" "") "\0"))
    "headers become a block")
(ok (equal? (headers->block '()) #vu8()) "and no headers an empty one")
(let* ((value (string #\1))
       (headers (list (cons "A" value)))
       (sent? (lambda (text)
                (equal? (utf8->string (headers->block headers))
                        (string-append "A\0" text "\0")))))
  (ok (and (sent? "1") (sent? "1")) "the same headers twice are the same")
  (string-set! value 0 #\2)
  (ok (sent? "2") "the string of a value may change")
  (set-cdr! (car headers) "3")
  (ok (sent? "3") "and so may the list"))
(ok (refused? (lambda () (headers->block '(("A" . "1\0B")))))
    "a NUL in a value is refused")
(ok (refused? (lambda () (headers->block '(("A" . 1)))))
    "and a value that is no string")
(ok (equal? (bytes "ü") #vu8(195 188)) "a string is sent in UTF-8")
(ok (equal? (bytes #vu8(255)) #vu8(255)) "a bytevector as it is")
(ok (refused? (lambda () (bytes 'x))) "anything else is refused")
(format #t "1..~a\n" count)
