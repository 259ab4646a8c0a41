;; SPDX-License-Identifier: Apache-2.0
;; part.scm: a part of a regular file that a process without httpd sends itself.
;; It has its own descriptor, so the script may close the file.

(define-module (persist-worker part)
  #:use-module (ice-9 receive)
  #:use-module (persist-worker block)
  #:use-module (persist-worker head)
  #:use-module (persist-worker system)
  #:use-module (rnrs bytevectors)
  #:use-module (srfi srfi-9)
  #:export (open-part part-length part-fields copy-part))

(define PIECE 65536)
(define NS 1000000000)

(define-record-type <part>
  (make-part fd offset length changed)
  part?
  (fd part-fd)
  (offset part-offset)
  (length part-length)
  (changed part-changed)) ; in nanoseconds

;; The rules are those of persist_request_send_file. length -1: up to the end.
(define (check info offset length)
  (case (stat:type info)
    ((regular) #t)
    ((directory) (throw-system EISDIR))
    (else (throw-system ESPIPE)))
  (let ((rest (- (stat:size info) offset)))
    (when (or (negative? offset) (negative? rest) (> length rest)
              (< length -1))
      (throw-system ERANGE))
    (if (negative? length) rest length)))

;; Throws a system-error if the file has no such part.
(define (open-part fd offset length)
  (let* ((info (stat fd))
         (length (check info offset length)))
    (make-part (dup->fdes fd) offset length
               (+ (* NS (stat:mtime info)) (stat:mtimensec info)))))

;; Returns ETag and Last-Modified.
(define (part-fields part)
  (let ((now (gettimeofday)))
    (file-fields (part-offset part) (part-length part) (part-changed part)
                 (+ (* NS (car now)) (* 1000 (cdr now))))))

;; Calls (send pointer size) for each piece, then closes the part. Throws a
;; system-error if the file has become shorter.
(define (copy-part part send)
  (let* ((bytes (make-bytevector PIECE))
         (pointer (address bytes))
         (end (+ (part-offset part) (part-length part))))
    (let loop ((offset (part-offset part)))
      (when (< offset end)
        (receive (count errno)
            (c-pread (part-fd part) pointer (min PIECE (- end offset)) offset)
          (unless (positive? count)
            (throw-system (if (zero? count) ERANGE errno)))
          (send pointer count)
          (loop (+ offset count)))))
    (close-fdes (part-fd part))))
