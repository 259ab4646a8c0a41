#!/usr/bin/env guile
!#
;; SPDX-License-Identifier: Apache-2.0
;; One page for each kind of response; PATH_INFO chooses.

(use-modules (persist-worker))

(define text '(("Content-Type" . "text/plain")))
(define names
  '("GATEWAY_INTERFACE" "REQUEST_METHOD" "PATH_INFO" "QUERY_STRING"
    "CONTENT_TYPE" "HTTP_X_MINE"))

(define (facts r)
  (define (fact name)
    (string-append name "=" (or (assoc-ref (request-env r) name) "")))
  (respond r 200 text
           (string-join
            (append (map fact names)
                    (list (request-method r) (request-path r) (request-query r)
                          (basename (request-mount r))))
            "\n")))

(define (echo r)
  (respond r 200 '(("Content-Type" . "application/octet-stream"))
           (request-body r)))

(define (stream r)
  (start r 200 text)
  (for-each (lambda (number)
              (write-piece r (format #f "line ~a\n" number))
              (flush r))
            '(0 1 2)))

(define (head r)
  (start r 200 text)
  (flush r)
  (let wait ()
    (unless (file-exists? (request-query r))
      (usleep 10000)
      (wait))))

(define (printed r)
  (display "for the error log\n")
  (system "echo and this")
  (respond r 200 text "clean"))

(define (file r)
  (call-with-input-file (car (command-line))
    (lambda (port)
      (start r 200 text)
      (send-file r port 10 100))))

(define (refused r)
  (define names '())
  (define (attempt name call . arguments)
    (catch #t
      (lambda () (apply call r arguments))
      (lambda _ (set! names (cons name names)))))
  (attempt "level" log-line "x" 8)
  (attempt "fraction" start 200.5 text)
  (for-each (lambda (_) (attempt "hint" early-hints text)) (iota 17))
  (start r 200 text)
  (attempt "late" early-hints text)
  (write-piece r (string-join (reverse names))))

(define pages
  `(("/facts" . ,facts)
    ("/echo" . ,echo)
    ("/stream" . ,stream)
    ("/head" . ,head)
    ("/cookies" . ,(lambda (r)
                     (respond r 418
                              `(("Set-Cookie" . "a=1") ("Set-Cookie" . "b=2")
                                ,@text)
                              "twice")))
    ("/away" . ,(lambda (r)
                  (respond r 302 `(("Location" . "/elsewhere") ,@text) "there")))
    ("/nothing" . ,(lambda (r) (respond r 204)))
    ("/large" . ,(lambda (r) (respond r 200 text (make-string 1000000 #\7))))
    ("/printed" . ,printed)
    ("/file" . ,file)
    ("/reset" . ,(lambda (r) (respond r 205 text "never sent")))
    ("/refused" . ,refused)
    ("/silent" . ,(const #f))
    ("/raised" . ,(lambda (r) (error "what a pity")))))

(each-request
 (lambda (request)
   ((assoc-ref pages (request-path request)) request)))
