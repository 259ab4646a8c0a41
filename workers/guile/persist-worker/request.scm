;; SPDX-License-Identifier: Apache-2.0
;; request.scm: a request to this script. It is over when the handler returns.

(define-module (persist-worker request)
  #:use-module (ice-9 binary-ports)
  #:use-module (ice-9 iconv)
  #:use-module (ice-9 receive)
  #:use-module (persist-worker block)
  #:use-module (persist-worker core)
  #:use-module (persist-worker errors)
  #:use-module (persist-worker worker)
  #:use-module (rnrs bytevectors)
  #:use-module (srfi srfi-9)
  #:use-module (system foreign)
  #:export (make-request close-request! request-pointer
            request-ended? set-request-ended!
            request-after set-request-after!
            request-env request-variable request-bytes
            request-method request-mount request-path request-query
            header-variable request-header request-id
            body-port request-body cancelled? time-left late?
            throw-if-late))

(define PIECE 65536) ; bytes of the body that are read at a time

(define-record-type <request>
  (new-request pointer ended after port body)
  request?
  (pointer kept-pointer keep-pointer!) ; #f: the request is over
  (ended request-ended? set-request-ended!) ; whether it has its response
  (after request-after set-request-after!)  ; procedures, the last one first
  (port kept-port keep-port!)               ; these two are made at first use
  (body kept-body keep-body!))

(define (make-request pointer)
  (new-request pointer #f '() #f #f))

;; Every further use of the request throws an error: the core uses its address
;; for another client's.
(define (close-request! request)
  (keep-pointer! request #f))

;; What the core calls the request. In a process that the script has forked the
;; core refuses to use it.
(define (request-pointer request)
  (or (kept-pointer request) (error "the request is over")))

;; ---- the variables ----

;; A size_t and two addresses, as persist_request_each sets them.
(define (cell cells index)
  (make-pointer (bytevector-uint-ref cells (* index (sizeof '*))
                                     (native-endianness) (sizeof '*))))

;; Returns the CGI variables (RFC 3875, and those of httpd), an alist.
(define (request-env request)
  (let* ((size (sizeof '*))
         (cells (make-bytevector (* 3 size) 0))
         (at (lambda (index) (bytevector->pointer cells (* index size)))))
    (let loop ((env '()))
      (if (zero? (core-each (request-pointer request) (at 0) (at 1) (at 2)))
          (reverse env)
          (loop (acons (text (cell cells 1)) (text (cell cells 2)) env))))))

(define (variable request name)
  (call-with-copies (lambda (name _)
                      (core-variable (request-pointer request) name))
                    (block (list name)) #vu8()))

;; Returns the value of a CGI variable, or #f.
(define (request-variable request name)
  (text (variable request name)))

;; The same as a bytevector, for bytes that are no text in UTF-8.
(define (request-bytes request name)
  (receive (value errno) (variable request name)
    (and (not (null-pointer? value))
         (string->bytevector (pointer->string value -1 "ISO-8859-1")
                             "ISO-8859-1"))))

(define (part name)
  (let ((name (address (block (list name)))))
    (lambda (request)
      (or (text (core-variable (request-pointer request) name)) ""))))

(define request-method (part "REQUEST_METHOD"))
(define request-mount (part "SCRIPT_NAME")) ; the URL's part for the script
(define request-path (part "PATH_INFO"))    ; what follows it
(define request-query (part "QUERY_STRING")) ; with its escapes

;; Returns the name of the CGI variable that a header is in.
(define (header-variable name)
  (let ((upper (string-map (lambda (c) (if (char=? c #\-) #\_ c))
                           (string-upcase name))))
    (if (member upper '("CONTENT_TYPE" "CONTENT_LENGTH"))
        upper
        (string-append "HTTP_" upper))))

;; Returns the value of a header, or #f. Case does not matter.
(define (request-header request name)
  (request-variable request (header-variable name)))

;; The id under which httpd logs the request.
(define (request-id request)
  (text (core-id (request-pointer request))))

;; ---- the body ----

;; The core would let a child process find an empty body.
(define (check-owner)
  (when (child?)
    (error "the request is that of the parent process")))

;; After EINTR asyncs run, such as that of the deadline.
(define (read-some request bytes start count)
  (check-owner)
  (receive (got errno)
      (core-read (request-pointer request)
                 (bytevector->pointer bytes start) count)
    (cond
     ((>= got 0) got)
     ((= errno EINTR) (read-some request bytes start count))
     (else (throw-errno errno)))))

(define (open-body request)
  (let ((port (make-custom-binary-input-port
               "body"
               (lambda (bytes start count)
                 (read-some request bytes start count))
               #f #f #f)))
    (setvbuf port 'block PIECE)
    (keep-port! request port)
    port))

;; A binary port. get-bytevector-some returns what the client has sent by now.
;; The client sends no more than is read.
(define (body-port request)
  (or (kept-port request) (open-body request)))

;; Returns all that is left of the body, a bytevector.
(define (request-body request)
  (unless (kept-body request)
    (let ((all (get-bytevector-all (body-port request))))
      (keep-body! request (if (eof-object? all) #vu8() all))))
  (kept-body request))

;; ---- its time ----

;; Whether the client has gone or the soft deadline has passed.
(define (cancelled? request)
  (not (zero? (core-cancelled (request-pointer request)))))

;; Seconds until the soft deadline; #f if there is none.
(define (time-left request)
  (let ((left (core-time-left (request-pointer request))))
    (and (>= left 0) (/ left 1000.0))))

(define (late? request)
  (core-look worker)
  (not (zero? (core-late (request-pointer request)))))

(define (throw-if-late request)
  (when (late? request)
    (throw-deadline)))
