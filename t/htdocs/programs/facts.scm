#!/usr/bin/env guile
!#
;; SPDX-License-Identifier: Apache-2.0
;; What a program in Guile finds. It knows nothing of mod_persist.

(use-modules (ice-9 binary-ports)
             ((ice-9 rdelim) #:select (read-line))
             (ice-9 threads)
             (rnrs bytevectors)
             (srfi srfi-1))

(define count 0) ; what one request leaves behind, another would see
(set! count (1+ count))

(define (facts)
  (let ((body (get-bytevector-all (current-input-port))))
    (append
     (sort (environ) string<?)
     (list
      (format #f "arguments ~s" (command-line))
      (format #f "count ~a, in ~a, umask ~a" count (getcwd) (umask))
      (format #f "module ~a" (module-name (current-module)))
      (format #f "file ~a" (current-filename))
      (format #f "auto ~a" %load-should-auto-compile)
      (format #f "ports ~s ~s ~s" (current-input-port) (current-output-port)
              (current-error-port))
      (format #f "encodings ~a ~a" (port-encoding (current-input-port))
              (port-encoding (current-output-port)))
      (format #f "handles ~a ~a" (map fileno (list (current-input-port)
                                                   (current-output-port)
                                                   (current-error-port)))
              (map port-revealed (list (current-input-port)
                                       (current-output-port)
                                       (current-error-port))))
      (format #f "random ~a" (random 1000000))
      (if (eof-object? body)
          "no body"
          (format #f "body ~a ~a" (bytevector-length body)
                  (fold + 0 (bytevector->u8-list body))))))))

(define (say line)
  (display line)
  (newline))

(define (at-the-end)
  (add-hook! exit-hook (lambda () (say "at the end"))))

(display "Content-Type: text/plain\n\n")
(let ((page (or (getenv "PATH_INFO") "/facts")))
  (cond
   ((string=? page "/process")
    (say (format #f "~a ~a" (getpid)
                 (call-with-input-file "/proc/self/maps" read-line)))
    (say (random (expt 2 62) (random-state-from-platform))))
   ((string=? page "/atexit")
    (at-the-end)
    (display "said by exit\n" (current-error-port))
    (exit 3))
   ((string=? page "/raises")
    (at-the-end)
    (error "raised here"))
   ((string=? page "/fork")
    (force-output)
    (let ((pid (primitive-fork)))
      (when (zero? pid)
        (say "child")
        (force-output)
        (primitive-_exit 3))
      (say (format #f "parent ~a" (status:exit-val (cdr (waitpid pid)))))))
   ((string=? page "/thread")
    (sigaction SIGUSR1 (lambda (_) (set! count 0)))
    (kill (getpid) SIGUSR1)
    (while (positive? count) ; Guile handles it in a thread
      (usleep 1000))
    (say "a signal")
    (gc)
    (say (join-thread (call-with-new-thread (lambda () "a thread")))))
   (else (for-each say (facts)))))
