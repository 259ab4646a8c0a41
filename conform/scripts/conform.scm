;; SPDX-License-Identifier: Apache-2.0
;; The script under test of persist-conform, for the Guile SDK.

(use-modules (persist-worker)
             (ice-9 binary-ports)
             (ice-9 popen)
             (ice-9 rdelim)
             (rnrs bytevectors))

(define plain '(("Content-Type" . "text/plain")))

(define (hello request)
  (respond request 200 plain "hello"))

;; A value may be bytes that are no text.
(define (env request)
  (respond request 200 plain
           (call-with-output-bytevector
            (lambda (port)
              (for-each
               (lambda (name)
                 (put-bytevector port (string->utf8 (string-append name "=")))
                 (put-bytevector port (request-bytes request name))
                 (put-u8 port 10))
               (map car (request-env request)))))))

(define (echo request)
  (respond request 200 plain (request-body request)))

;; A signal of the SDK's may end usleep early. It returns what is left.
(define (pause milliseconds)
  (let loop ((left (* 1000 milliseconds)))
    (when (positive? left)
      (loop (usleep left)))))

(define (slept request)
  (do ((left (string->number (request-query request)) (- left 10)))
      ((<= left 0))
    (pause 10))
  (respond request 200 plain "slept"))

(define (failing request)
  (error "as ordered"))

(define (fork request)
  (let ((pid (primitive-fork)))
    (when (zero? pid)
      (sleep 30)
      (primitive-_exit 0))
    (respond request 200 plain (number->string pid))))

(define (execute request)
  (let* ((pipe (open-input-pipe "sleep 30 >/dev/null & echo $!"))
         (pid (read-line pipe)))
    (close-pipe pipe)
    (respond request 200 plain pid)))

(define (leave request)
  (respond request 200 plain "bye")
  (exit 0))

(define (stream request)
  (start request 200 plain)
  (let loop ()
    (let ((piece (get-bytevector-some (body-port request))))
      (unless (eof-object? piece)
        (write-piece request piece)
        (flush request)
        (loop)))))

(define (send-x request)
  (write-piece request "x")
  (flush request))

(define (slow request)
  (start request 200 plain)
  (do ((count 0 (1+ count)))
      ((= count 3000))
    (send-x request)
    (pause 10)))

(define (abort request)
  (start request 200 plain)
  (send-x request)
  (error "as ordered"))

(define (hints request)
  (do ((count (string->number (request-query request)) (1- count)))
      ((zero? count))
    (early-hints request '(("Link" . "</x.css>; rel=preload"))))
  (respond request 200 plain "hinted"))

(define (after request)
  (after-response request (lambda () (pause 300)))
  (respond request 200 plain "soon"))

(define (file request)
  (start request 200 plain)
  (call-with-input-file (request-query request)
    (lambda (port) (send-file request port))))

(define (missing request)
  (respond request 404 plain "there is no such page\n"))

(define pages
  `(("/hello" . ,hello) ("/env" . ,env) ("/echo" . ,echo) ("/sleep" . ,slept)
    ("/error" . ,failing) ("/fork" . ,fork) ("/exec" . ,execute)
    ("/exit" . ,leave) ("/stream" . ,stream) ("/slow" . ,slow)
    ("/abort" . ,abort) ("/hints" . ,hints) ("/after" . ,after)
    ("/file" . ,file)))

(each-request
 (lambda (request)
   ((or (assoc-ref pages (request-path request)) missing) request))
 #:clones #t)
