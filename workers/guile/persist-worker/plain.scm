;; SPDX-License-Identifier: Apache-2.0
;; plain.scm: the one request of a CGI program, by the environment, standard
;; input and standard output. Its functions stand for those of the core: they
;; take the same arguments, and return the same two values, a result and errno.

(define-module (persist-worker plain)
  #:use-module (ice-9 iconv)
  #:use-module (ice-9 receive)
  #:use-module (persist-worker block)
  #:use-module (persist-worker head)
  #:use-module (persist-worker part)
  #:use-module (persist-worker stdio)
  #:use-module (persist-worker system)
  #:use-module (rnrs bytevectors)
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:use-module (system foreign)
  #:export (make-plain plain-failed? plain-function))

(define FAULT 4)         ; PERSIST_FAULT of persist/worker.h
(define INFO_MAX 16)     ; limits of wire/PROTOCOL.md
(define FIELDS_MAX 509)
(define BLOCK_MAX (ash 1 20))

(define-record-type <plain>
  (new-plain owner env left input output head state bodiless)
  plain?
  (owner plain-owner)   ; the process whose request it is
  (env plain-env)       ; pairs of bytevectors, each with a NUL behind it
  (left plain-left set-left!)       ; of the body; #f: its length is unknown
  (input plain-input)
  (output plain-output)
  (head plain-head)                 ; (head status fields) returns the text
  (state plain-state set-state!)    ; new, started (the head is held), open, ended
  (bodiless plain-bodiless set-bodiless!)
  (status plain-status set-status!)
  (fields plain-fields set-fields!)
  (part plain-part set-part!)       ; of a file, held behind the head, or #f
  (informed plain-informed set-informed!) ; interim responses, or #f
  (failed plain-failed? set-failed!))

(define (c-string string)
  (string->bytevector (string-append string "\0") "ISO-8859-1"))

(define (c-pair pair)
  (cons (c-string (car pair)) (c-string (cdr pair))))

(define (digits? string)
  (and (not (string-null? string)) (string-every char-set:digit string)))

(define (body-length env)
  (let ((length (assoc-ref env "CONTENT_LENGTH")))
    (cond
     ((and length (digits? length)) (string->number length))
     ((assoc-ref env "HTTP_TRANSFER_ENCODING") #f)
     (else 0))))

;; Takes standard input, or the file with the path data, for the request, and
;; standard output for the response. env is an alist of strings with a character
;; for each byte. Throws a system-error.
(define* (make-plain env #:key data
                     (head (lambda (status fields)
                             (make-head "Status: " status fields))))
  (receive (input output) (take-stdio data)
    (new-plain (getpid) (map c-pair env) (body-length env) input output head
               'new (equal? (assoc-ref env "REQUEST_METHOD") "HEAD"))))

;; ---- the request ----

(define (value plain name)
  (let ((value (assoc-ref (plain-env plain) (c-string name))))
    (if value (address value) %null-pointer)))

(define (plain-variable plain name)
  (values (value plain (pointer->string name -1 "ISO-8859-1")) 0))

(define nobody (c-string "-"))

(define (plain-id plain)
  (let ((id (value plain "UNIQUE_ID")))
    (values (if (null-pointer? id) (address nobody) id) 0)))

(define (cell pointer)
  (pointer->bytevector pointer (sizeof '*)))

(define (cell-set! pointer number)
  (bytevector-uint-set! (cell pointer) 0 number (native-endianness)
                        (sizeof '*)))

(define (plain-each plain place name value)
  (let* ((index (bytevector-uint-ref (cell place) 0 (native-endianness)
                                     (sizeof '*)))
         (rest (drop (plain-env plain) index)))
    (if (null? rest)
        (values 0 0)
        (begin
          (cell-set! place (1+ index))
          (cell-set! name (pointer-address (address (caar rest))))
          (cell-set! value (pointer-address (address (cdar rest))))
          (values 1 0)))))

;; Reads up to CONTENT_LENGTH, or without it up to the end.
(define (plain-read plain buffer count)
  (let* ((left (plain-left plain))
         (want (if left (min left count) count)))
    (if (zero? want)
        (values 0 0)
        (receive (got errno) (c-read (plain-input plain) buffer want)
          (cond
           ((negative? got) (values -1 (if (= errno EINTR) EINTR EIO)))
           ((and left (zero? got)) (values -1 EIO))
           (else
            (when left
              (set-left! plain (- left got)))
            (values got 0)))))))

;; ---- the response ----

;; (operation plain step ...) returns what the core does: 0, or -1 and errno.
(define-syntax-rule (operation plain step ...)
  (catch 'system-error
    (lambda ()
      (unless (= (getpid) (plain-owner plain))
        (throw-system EPERM))
      step ...
      (values 0 0))
    (lambda failure
      (values -1 (system-error-errno failure)))))

(define (expect-new plain)
  (unless (eq? (plain-state plain) 'new)
    (throw-system EALREADY)))

(define (expect-begun plain)
  (case (plain-state plain)
    ((new) (throw-system EINVAL))
    ((ended) (throw-system EALREADY))))

;; The reverse of block.
(define (strings pointer size)
  (if (zero? size)
      '()
      (string-split (pointer->string pointer (1- size) "ISO-8859-1") #\nul)))

(define (checked-fields pointer size)
  (let* ((strings (strings pointer size))
         (fields (strings->fields strings)))
    (cond
     ((or (> size BLOCK_MAX) (> (length strings) (* 2 FIELDS_MAX)))
      (throw-system E2BIG))
     ((not fields) (throw-system EINVAL))
     (else fields))))

(define (begin! plain status head head-size)
  (expect-new plain)
  (unless (status? status)
    (throw-system EINVAL))
  (set-fields! plain (checked-fields head head-size))
  (set-status! plain status)
  (set-state! plain 'started)
  (when (bodiless-status? status)
    (set-bodiless! plain #t)))

(define (put-body plain pointer size)
  (unless (plain-bodiless plain)
    (put (plain-output plain) pointer size)))

;; Sends the head, and the part of a file behind it, if they are held.
(define (release! plain)
  (when (eq? (plain-state plain) 'started)
    (set-state! plain 'open)
    (let ((head (string->bytevector
                 ((plain-head plain) (plain-status plain) (plain-fields plain))
                 "ISO-8859-1")))
      (put (plain-output plain) (address head) (bytevector-length head))))
  (let ((part (plain-part plain)))
    (set-part! plain #f)
    (when part
      (copy-part part (lambda (pointer size) (put-body plain pointer size))))))

;; Under CGI no other program does.
(define (add-length! plain size)
  (set-fields! plain (add-length (plain-fields plain) (plain-status plain)
                                 size)))

;; The held part of a file is all of the body.
(define (announce! plain part)
  (add-length! plain (part-length part))
  (when (= (plain-status plain) 200)
    (set-fields! plain (fold (lambda (field fields)
                               (add-field fields (car field) (cdr field)))
                             (plain-fields plain) (part-fields part)))))

;; The server sees the end of the response when no process has the descriptors.
(define (end! plain)
  (set-state! plain 'ended)
  (set-left! plain 0)
  (close-fdes (plain-input plain))
  (close-fdes (plain-output plain)))

(define (plain-respond plain status head head-size body body-size flags)
  (operation plain
             (begin! plain status head head-size)
             (set-failed! plain (logtest flags FAULT))
             (add-length! plain body-size)
             (release! plain)
             (put-body plain body body-size)
             (end! plain)))

(define (plain-start plain status head head-size flags)
  (operation plain (begin! plain status head head-size)))

(define (plain-write plain pointer size)
  (operation plain
             (expect-begun plain)
             (release! plain)
             (put-body plain pointer size)))

(define (plain-send-file plain fd offset length)
  (operation plain
             (expect-begun plain)
             (let ((part (open-part fd offset length)))
               (when (or (plain-part plain) (eq? (plain-state plain) 'open))
                 (release! plain))
               (set-part! plain part))))

(define (plain-flush plain)
  (operation plain (release! plain)))

(define (plain-finish plain trailers size flags)
  (operation plain
             (expect-begun plain)
             (checked-fields trailers size) ; no CGI program can send them
             (when (and (plain-part plain) (eq? (plain-state plain) 'started))
               (announce! plain (plain-part plain)))
             (release! plain)
             (end! plain)))

;; A CGI program can only end, and report the failure by its exit status.
(define (plain-abort plain flags)
  (set-failed! plain #t)
  (operation plain
             (expect-begun plain)
             (set-part! plain #f)
             (end! plain)))

;; A CGI program has no way to send it, but what a worker refuses is refused.
(define (plain-info plain status head head-size)
  (operation plain
             (expect-new plain)
             (checked-fields head head-size)
             (set-informed! plain (1+ (or (plain-informed plain) 0)))
             (when (> (plain-informed plain) INFO_MAX)
               (throw-system ERANGE))))

(define (plain-log plain level pointer size)
  (operation plain
             (put 2 pointer size)
             (put 2 (address #vu8(10)) 1)))

;; ---- for core.scm ----

(define functions
  `(("worker_look" . ,(const 0))
    ("request_id" . ,plain-id)
    ("request_variable" . ,plain-variable)
    ("request_each" . ,plain-each)
    ("request_time_left" . ,(const -1))
    ("request_cancelled" . ,(const 0))
    ("request_late" . ,(const 0))
    ("request_read" . ,plain-read)
    ("request_info" . ,plain-info)
    ("request_respond" . ,plain-respond)
    ("request_start" . ,plain-start)
    ("request_write" . ,plain-write)
    ("request_send_file" . ,plain-send-file)
    ("request_flush" . ,plain-flush)
    ("request_finish_trailers" . ,plain-finish)
    ("request_abort" . ,plain-abort)
    ("request_log" . ,plain-log)))

;; Returns the function that stands for this one of the core, or #f: only a
;; worker needs it.
(define (plain-function name)
  (assoc-ref functions name))
