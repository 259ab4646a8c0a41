;; SPDX-License-Identifier: Apache-2.0
;; head.scm: the head of a response that the script sends itself, and the rules
;; that the core has for it. Pure. Names and values are strings with a character
;; for each byte.

(define-module (persist-worker head)
  #:use-module (srfi srfi-1)
  #:export (strings->fields status? bodiless-status? add-field make-head
            add-length file-fields))

(define token
  (char-set-union (string->char-set "!#$%&'*+-.^_`|~")
                  (char-set-intersection char-set:letter+digit
                                         char-set:ascii)))
(define forbidden ; in a value
  (char-set-delete (char-set-union (ucs-range->char-set 0 32)
                                   (char-set #\delete))
                   #\tab))

;; What httpd removes from the response of a worker.
(define dropped
  '("connection" "keep-alive" "te" "trailer" "transfer-encoding" "upgrade"
    "status"))

(define reasons
  '((200 . "OK") (201 . "Created") (202 . "Accepted") (204 . "No Content")
    (206 . "Partial Content") (301 . "Moved Permanently") (302 . "Found")
    (303 . "See Other") (304 . "Not Modified") (307 . "Temporary Redirect")
    (308 . "Permanent Redirect") (400 . "Bad Request") (401 . "Unauthorized")
    (403 . "Forbidden") (404 . "Not Found") (405 . "Method Not Allowed")
    (409 . "Conflict") (410 . "Gone") (412 . "Precondition Failed")
    (413 . "Request Entity Too Large") (415 . "Unsupported Media Type")
    (422 . "Unprocessable Entity") (429 . "Too Many Requests")
    (500 . "Internal Server Error") (501 . "Not Implemented")
    (502 . "Bad Gateway") (503 . "Service Unavailable")
    (504 . "Gateway Timeout")))

(define (status? thing)
  (and (exact-integer? thing) (<= 200 thing 599)))

(define (bodiless-status? status)
  (memv status '(204 205 304)))

(define (field? name value)
  (and (not (string-null? name))
       (string-every token name)
       (not (string-index value forbidden))))

;; Returns the names and values, in turn, as pairs, or #f if HTTP does not allow
;; one of them.
(define (strings->fields strings)
  (if (null? strings)
      '()
      (let ((name (car strings)) (value (cadr strings))
            (rest (strings->fields (cddr strings))))
        (and rest (field? name value) (acons name value rest)))))

(define (has? fields name)
  (find (lambda (field) (string-ci=? (car field) name)) fields))

;; Returns the fields with one more, unless they have it already.
(define (add-field fields name value)
  (if (has? fields name)
      fields
      (append fields (list (cons name value)))))

;; Adds the length of the body, if the status allows one.
(define (add-length fields status size)
  (if (bodiless-status? status)
      fields
      (add-field fields "Content-Length" (number->string size))))

(define (field-line field)
  (string-append (car field) ": " (cdr field) "\r\n"))

;; Returns the head as text. start is what stands before the status: "Status: "
;; for a server that runs CGI programs.
(define (make-head start status fields)
  (let ((reason (assv-ref reasons status)))
    (string-append
     start (number->string status) (if reason " " "") (or reason "") "\r\n"
     (string-concatenate
      (map field-line
           (remove (lambda (field) (member (string-downcase (car field)) dropped))
                   fields)))
     "\r\n")))

;; ---- a file that is all of the body ----

(define (two number)
  (string-pad (number->string number) 2 #\0))

;; As RFC 9110, 5.6.7 has it. date->string would use the script's locale.
(define (http-date seconds)
  (let ((tm (gmtime seconds))
        (name (lambda (names index)
                (substring names (* 3 index) (* 3 (1+ index))))))
    (string-append
     (name "SunMonTueWedThuFriSat" (tm:wday tm)) ", " (two (tm:mday tm)) " "
     (name "JanFebMarAprMayJunJulAugSepOctNovDec" (tm:mon tm)) " "
     (number->string (+ 1900 (tm:year tm))) " "
     (two (tm:hour tm)) ":" (two (tm:min tm)) ":" (two (tm:sec tm)) " GMT")))

(define NS 1000000000)

;; Returns ETag and Last-Modified for a part of a file. changed and now are in
;; nanoseconds. The values are those of workers/core/pw_validators.c.
(define (file-fields offset length changed now)
  (if (< changed NS)
      '()
      `(("ETag" . ,(string-append
                    (if (> (- now changed) NS) "" "W/")
                    "\"" (number->string offset 16)
                    "-" (number->string length 16)
                    "-" (number->string (modulo changed (expt 2 64)) 16) "\""))
        ("Last-Modified" . ,(http-date (quotient (min now changed) NS))))))
