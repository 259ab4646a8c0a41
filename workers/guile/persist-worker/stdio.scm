;; SPDX-License-Identifier: Apache-2.0
;; stdio.scm: standard input and output of a process that has one request.

(define-module (persist-worker stdio)
  #:use-module (persist-worker system)
  #:use-module (system foreign)
  #:export (take-stdio))

;; A client that has gone is an error of a write. A handler that does nothing,
;; unlike SIG_IGN, does not pass to programs that the script starts. It is one in
;; C, because Guile would start a thread for its own.
(define (survive-pipes)
  (c-signal SIGPIPE (dynamic-func "abs" (dynamic-link))))

(define (close-on-exec fd)
  (fcntl fd F_SETFD FD_CLOEXEC)
  fd)

(define (open-input path)
  (close-on-exec (open-fdes path O_RDONLY)))

;; Returns two descriptors: standard input, or the file with the path data, for
;; the request, and standard output for the response. What the script or its
;; child processes print goes to standard error from now on, as in a worker.
;; Throws a system-error.
(define (take-stdio data)
  (let* ((null (open-input "/dev/null"))
         (input (if data (open-input data) (close-on-exec (dup->fdes 0))))
         (output (close-on-exec (dup->fdes 1))))
    (survive-pipes)
    (dup2 null 0)
    (close-fdes null)
    (dup2 2 1)
    (values input output)))
