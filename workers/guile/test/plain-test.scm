;; SPDX-License-Identifier: Apache-2.0
;; plain-test.scm: the heads that a script sends itself, what a command line
;; asks for, and which files are watched, as TAP.

(use-modules (persist-worker files)
             (persist-worker head)
             (persist-worker terminal))

(define count 0)

(define (ok good name)
  (set! count (1+ count))
  (format #t "~a ~a - ~a\n" (if good "ok" "not ok") count name))

;; ---- heads ----

(ok (equal? (make-head "Status: " 404 '(("A" . "b") ("Connection" . "close")))
            "Status: 404 Not Found\r\nA: b\r\n\r\n")
    "a head has no fields of the connection")
(ok (equal? (make-head "HTTP/1.1 " 299 '()) "HTTP/1.1 299\r\n\r\n")
    "and no reason where there is none")
(ok (equal? (strings->fields '("A" "1" "B" "")) '(("A" . "1") ("B" . "")))
    "names and values become pairs")
(ok (not (or (strings->fields '("A:" "1")) (strings->fields '("" "1"))
             (strings->fields '("\xe9" "1"))))
    "a name that is no token is refused")
(ok (not (or (strings->fields '("A" "b\nC: d")) (strings->fields '("A" "\r"))
             (strings->fields '("A" "1" "B" "\x7f"))))
    "and a value with a control character")
(ok (strings->fields '("A" "b\tc \xe9")) "but not one with a tab")
(ok (and (status? 200) (status? 599) (not (status? 199)) (not (status? 600))
         (not (status? 200.0)) (not (status? "200")))
    "a status is a whole number from 200 to 599")
(ok (equal? (add-field '(("a" . "1")) "A" "2") '(("a" . "1")))
    "a field is not added twice")
(ok (equal? (file-fields 10 255 (* 86400 1000000000) (* 90000 1000000000))
            '(("ETag" . "\"a-ff-4e94914f0000\"")
              ("Last-Modified" . "Fri, 02 Jan 1970 00:00:00 GMT")))
    "a file has validators")
(ok (string-prefix? "W/" (cdar (file-fields 0 1 1600000000000000000
                                            1600000000500000000)))
    "a weak one when it has just changed")
(ok (null? (file-fields 0 1 0 1600000000000000000))
    "and none without a time")

;; ---- command lines ----

(define (variables . words)
  (asked-variables (words->asked words) "/srv/app.scm"))

(define (asks? words . expected)
  (let ((found (apply variables words)))
    (and-map (lambda (pair) (equal? (assoc-ref found (car pair)) (cdr pair)))
             expected)))

(ok (asks? '("--get" "/a%20b%c3%a9%zz?x=%20")
           '("PATH_INFO" . "/a b\xc3\xa9%zz") '("QUERY_STRING" . "x=%20")
           '("REQUEST_METHOD" . "GET") '("SCRIPT_NAME" . "/app.scm")
           '("REQUEST_URI" . "/app.scm/a%20b%c3%a9%zz?x=%20"))
    "a path and a query")
(ok (asks? '("?q") '("PATH_INFO" . #f) '("QUERY_STRING" . "q"))
    "a query alone")
(ok (asks? '("--method" "PUT" "/" "--data" "/dev/null")
           '("REQUEST_METHOD" . "PUT") '("CONTENT_LENGTH" . #f)
           '("HTTP_TRANSFER_ENCODING" . "chunked"))
    "a body whose length is unknown")
(ok (asks? '("/" "--header" "x-mine: a" "--header" "X-Mine:b"
             "--header" "Content-Type: text/css" "--data" "/dev/null")
           '("HTTP_X_MINE" . "a, b") '("CONTENT_TYPE" . "text/css"))
    "headers, of which one comes twice")

(define (refused? . words)
  (catch 'quit
    (lambda ()
      (with-error-to-port (%make-void-port "w")
        (lambda () (words->asked words)))
      #f)
    (lambda (key status) (= status 1))))

(ok (and (refused?) (refused? "--get") (refused? "--nothing" "/")
         (refused? "/a" "/b") (refused? "x") (refused? "/" "--header" "x"))
    "others are refused")

;; ---- files ----

(module-define-submodule! (resolve-module '() #f) 'odd 7)
(ok (and-map string? (loaded-files)) "what stands below a module may be none")
(format #t "1..~a\n" count)
