;; SPDX-License-Identifier: Apache-2.0
;; response.scm: the response to a request: respond, or start, write-piece and
;; finish. They throw an error if HTTP does not allow the status or a header;
;; then nothing has been sent.

(define-module (persist-worker response)
  #:use-module (ice-9 receive)
  #:use-module (persist-worker block)
  #:use-module (persist-worker core)
  #:use-module (persist-worker errors)
  #:use-module (persist-worker head)
  #:use-module (persist-worker request)
  #:use-module (rnrs bytevectors)
  #:use-module (system foreign)
  #:export (respond start write-piece flush send-file finish early-hints
            log-line after-response fail complete?))

(define FRAME (ash 256 10)) ; of a body: wire/PROTOCOL.md
(define SORRY "The server met an error and could not answer.\n")
(define PLAIN '(("Content-Type" . "text/plain")))

(define levels
  '((emergency . 0) (alert . 1) (critical . 2) (error . 3)
    (warning . 4) (notice . 5) (info . 6) (debug . 7)))

;; Returns the number of a level, which is that or a name.
(define (level-number level)
  (cond
   ((assq-ref levels level))
   ((memv level (iota 8)) level)
   (else (error "no level for a log:" level))))

;; The flags of an end of the response.
(define (ending request)
  (if (null? (request-after request)) 0 PERSIST_AFTER))

;; httpd finds the length of a body in one frame itself.
(define (headers-for status headers size)
  (if (> size FRAME)
      (add-length headers status size)
      headers))

(define (respond-with request status headers body flags)
  (let* ((body (bytes body))
         (body-size (bytevector-length body))
         (head (headers->block (headers-for status headers body-size)))
         (head-size (bytevector-length head)))
    (call-with-copies
     (lambda (head body)
       (core-respond (request-pointer request) status
                     head head-size body body-size flags))
     head body)))

;; Sends the whole response. headers is an alist of strings, in which a name may
;; come several times; body is a string, sent in UTF-8, or a bytevector.
(define* (respond request status #:optional (headers '()) (body ""))
  (checked (respond-with request status headers body (ending request)))
  (set-request-ended! request #t))

;; Starts a response whose body is sent by write-piece.
(define* (start request status #:optional (headers '()))
  (let* ((head (headers->block headers))
         (size (bytevector-length head)))
    (checked (call-with-copies
              (lambda (head _)
                (core-start (request-pointer request) status head size 0))
              head #vu8()))))

;; Sends a piece of the body at once, a string or a bytevector.
(define (write-piece request piece)
  (let* ((piece (bytes piece))
         (size (bytevector-length piece)))
    (checked (call-with-copies
              (lambda (piece _)
                (core-write (request-pointer request) piece size))
              piece #vu8()))))

;; Sends what is held back: the head, or a part of a file. Throws client-gone
;; if the client has gone.
(define (flush request)
  (checked (core-flush (request-pointer request)))
  (when (cancelled? request)
    (throw-if-late request)
    (throw-errno EPIPE)))

;; Sends a part of a regular file as a piece of the body: length bytes from
;; offset on, or all up to its end. port is open for reading; it may be closed
;; afterwards, but the file must not get shorter before the client has it.
;; httpd reads the file. If it is all of the body, httpd serves ranges of it,
;; and a 200 gets ETag and Last-Modified.
(define* (send-file request port #:optional (offset 0) length)
  (checked (core-send-file (request-pointer request) (fileno port)
                           offset (or length -1))))

;; Ends a response that was started, as the end of the handler does. Only
;; clients of HTTP/2 get the trailers.
(define* (finish request #:optional (trailers '()))
  (let ((block (headers->block trailers)))
    (checked (core-finish (request-pointer request)
                          (address block) (bytevector-length block)
                          (ending request)))
    (set-request-ended! request #t)))

;; Sends an interim response, 103 (RFC 8297), before the response. httpd takes
;; 16 for a request.
(define (early-hints request headers)
  (let ((head (headers->block headers)))
    (checked (core-info (request-pointer request) 103
                        (address head) (bytevector-length head)))))

;; Writes to httpd's error log, under this request's id. level is a name of RFC
;; 5424, emergency ... warning ... debug, or its number, 0 ... 7.
(define* (log-line request line #:optional (level 'warning))
  (let ((line (bytes line)))
    (checked (core-log (request-pointer request)
                       (level-number level)
                       (address line) (bytevector-length line)))))

;; Calls the procedure when the client has its response, or if it will get none.
;; The worker takes no other request before it has returned.
(define (after-response request procedure)
  (check-procedure procedure)
  (when (request-ended? request)
    (error "the response has ended"))
  (set-request-after! request (cons procedure (request-after request))))

;; ---- the end of a handler ----

;; The handler has failed: its answer is this status, or the client's stream is
;; aborted.
(define (fail request status)
  (let ((flags (ending request)))
    (when (negative? (respond-with request status PLAIN SORRY
                                   (logior flags PERSIST_FAULT)))
      (core-abort (request-pointer request) flags))
    (set-request-ended! request #t)))

;; Ends the response, if that is open. Whether there is one.
(define (complete? request)
  (or (request-ended? request)
      (receive (result errno)
          (core-finish (request-pointer request) %null-pointer 0
                       (ending request))
        (or (zero? result) (not (= errno EINVAL))))))
