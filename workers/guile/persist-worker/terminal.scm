;; SPDX-License-Identifier: Apache-2.0
;; terminal.scm: the script was started from a terminal: its arguments become the
;; variables of a CGI program's request.

(define-module (persist-worker terminal)
  #:use-module (ice-9 iconv)
  #:use-module (ice-9 match)
  #:use-module (persist-worker head)
  #:use-module (persist-worker plain)
  #:use-module ((persist-worker request) #:select (header-variable))
  #:use-module (persist-worker worker)
  #:use-module (rnrs bytevectors)
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:export (terminal-request words->asked asked-variables))

(define FORM "application/x-www-form-urlencoded")
(define ORDERS '("status" "pid" "start" "stop" "restart" "reload" "drain"))

;; What the command line asks for.
(define-record-type <asked>
  (make-asked method path data include? headers)
  asked?
  (method asked-method set-method!)
  (path asked-path set-path!)
  (data asked-data set-data!)         ; a file, "-" for standard input, or #f
  (include? asked-include? set-include!)
  (headers asked-headers set-headers!)) ; an alist of variables

(define (usage message)
  (let ((name (car (command-line))))
    (format (current-error-port) "~a
usage: ~a --get '/PATH?QUERY'
   or: ~a ~a
    --get PATH          print the body of the response
    --head PATH         print the head only
    --post PATH         with standard input as the body
    --method M PATH     any other method
    --data FILE         the request's body; - is stdin
    --header 'N: V'     a header of the request
    -i, --include       print the head, too
    --check             print the SDK's version, once loaded
" message name name (string-join ORDERS "|")))
  (exit 1))

;; ./app.scm stop: a script calls persistctl for itself.
(define (become-persistctl order arguments)
  (let* ((named (or (getenv "PERSISTCTL") ""))
         (program (if (string-null? named) "persistctl" named)))
    (catch 'system-error
      (lambda ()
        (apply execlp program program order (script) arguments))
      (lambda failure
        (usage (string-append
                program ": " (strerror (system-error-errno failure))
                "; it comes with mod_persist, and PATH or PERSISTCTL has to"
                " lead to it"))))))

;; ---- the command line ----

(define (add-header! asked text)
  (let* ((colon (or (string-index text #\:)
                    (usage (string-append "no header: " text))))
         (name (header-variable (string-trim-both (substring text 0 colon))))
         (value (string-trim-both (substring text (1+ colon))))
         (headers (asked-headers asked))
         (before (assoc-ref headers name)))
    (set-headers! asked
                  (acons name
                         (if before (string-append before ", " value) value)
                         (alist-delete name headers)))))

(define (ask! asked method path)
  (set-method! asked method)
  (set-path! asked path))

(define (show-version)
  (format #t "persist_worker for ~a\n" sdk)
  (exit 0))

(define (read-words words asked)
  (match words
    (() asked)
    (("--get" path . rest)
     (ask! asked "GET" path)
     (read-words rest asked))
    (("--head" path . rest)
     (ask! asked "HEAD" path)
     (set-include! asked #t)
     (read-words rest asked))
    (("--post" path . rest)
     (ask! asked "POST" path)
     (set-data! asked (or (asked-data asked) "-"))
     (read-words rest asked))
    (("--method" method . rest)
     (set-method! asked method)
     (read-words rest asked))
    (("--data" file . rest)
     (set-data! asked file)
     (read-words rest asked))
    (("--header" text . rest)
     (add-header! asked text)
     (read-words rest asked))
    (((or "-i" "--include") . rest)
     (set-include! asked #t)
     (read-words rest asked))
    (("--check" . rest) (show-version))
    (((and word (or "--get" "--head" "--post" "--method" "--data" "--header")))
     (usage (string-append word " needs an argument")))
    ((word . rest)
     (when (or (asked-path asked) (string-prefix? "-" word))
       (usage (string-append "no such option: " word)))
     (set-path! asked word)
     (read-words rest asked))))

;; Returns what the words ask for, or prints how to ask and exits.
(define (words->asked words)
  (let* ((asked (read-words words (make-asked "GET" #f #f #f '())))
         (path (asked-path asked)))
    (unless (and path (or (string-null? path)
                          (memv (string-ref path 0) '(#\/ #\?))))
      (usage "the PATH of a request is missing"))
    asked))

;; ---- the variables ----

(define (script)
  (canonicalize-path (car (command-line))))

;; A character for each byte.
(define (latin-1 text)
  (bytevector->string (string->utf8 text) "ISO-8859-1"))

(define (hexadecimal a b)
  (let ((text (string a b)))
    (and (string-every char-set:hex-digit text)
         (string->number text 16))))

(define (decode characters)
  (match characters
    ((#\% a b . rest)
     (let ((code (hexadecimal a b)))
       (if code
           (cons (integer->char code) (decode rest))
           (cons #\% (decode (cdr characters))))))
    ((c . rest) (cons c (decode rest)))
    (() '())))

(define (decoded path)
  (list->string (decode (string->list (latin-1 path)))))

;; The length of what is not a regular file is unknown, as for a chunked body.
(define (body-variables data)
  (if data
      (let ((info (if (string=? data "-") (stat 0) (stat data))))
        `(("CONTENT_TYPE" . ,FORM)
          ,(if (eq? (stat:type info) 'regular)
               (cons "CONTENT_LENGTH" (number->string (stat:size info)))
               '("HTTP_TRANSFER_ENCODING" . "chunked"))))
      '()))

(define (path-variables path name)
  (let* ((mark (or (string-index path #\?) (string-length path)))
         (info (substring path 0 mark)))
    `(("SCRIPT_NAME" . ,name)
      ("REQUEST_URI" . ,(latin-1 (string-append name path)))
      ("QUERY_STRING" . ,(latin-1 (substring path (min (1+ mark)
                                                       (string-length path)))))
      ,@(if (string-null? info) '() `(("PATH_INFO" . ,(decoded info)))))))

;; Returns the CGI variables, an alist of strings with a character for each byte.
;; Throws a system-error if there is no such file for the body.
(define (asked-variables asked script)
  (append
   (map (lambda (pair) (cons (car pair) (latin-1 (cdr pair))))
        (asked-headers asked))
   (body-variables (asked-data asked))
   (path-variables (asked-path asked)
                   (string-append "/" (latin-1 (basename script))))
   `(("GATEWAY_INTERFACE" . "CGI/1.1") ("SERVER_PROTOCOL" . "HTTP/1.1")
     ("SERVER_SOFTWARE" . "persist_worker") ("SERVER_NAME" . "localhost")
     ("SERVER_PORT" . "80") ("REMOTE_ADDR" . "127.0.0.1")
     ("REQUEST_SCHEME" . "http") ("HTTP_HOST" . "localhost")
     ("DOCUMENT_ROOT" . ,(latin-1 (dirname script)))
     ("SCRIPT_FILENAME" . ,(latin-1 script))
     ("REQUEST_METHOD" . ,(asked-method asked)))))

;; Prints the body, and the HTTP head before it if that is asked for.
(define (answer asked)
  (make-plain (asked-variables asked (script))
              #:data (and (not (equal? (asked-data asked) "-"))
                          (or (asked-data asked) "/dev/null"))
              #:head (if (asked-include? asked)
                         (lambda (status fields)
                           (make-head "HTTP/1.1 " status fields))
                         (const ""))))

;; Returns the request of the command line. Orders are ignored if the environment
;; is that of a request: a query without "=" becomes the arguments of a CGI
;; program (RFC 3875, 4.4), and any client can send one.
(define (terminal-request)
  (match (cdr (command-line))
    (((? (lambda (word) (member word ORDERS)) order) . arguments)
     (=> next)
     (if (or (getenv "REQUEST_METHOD") (getenv "QUERY_STRING"))
         (next)
         (become-persistctl order arguments)))
    (words
     (catch 'system-error
       (lambda () (answer (words->asked words)))
       (lambda failure
         (usage (strerror (system-error-errno failure))))))))
