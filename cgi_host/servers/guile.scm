;; SPDX-License-Identifier: Apache-2.0
;; guile.scm SCRIPT: a fork server for a CGI program in Guile 3.0.
;;
;; persist-cgi-host starts it with the interpreter that the script names. It
;; loads the modules of Guile's library that the script uses, compiles the script
;; if it uses no others, and then makes a process for each request by
;; primitive-fork, as fork/fork_interpreter.c describes. There the script runs as
;; the interpreter would run it.

(define-module (persist-fork-server)
  #:use-module (ice-9 binary-ports)
  #:use-module (ice-9 ftw)
  #:use-module (ice-9 match)
  #:use-module (ice-9 receive)
  #:use-module (rnrs bytevectors)
  #:use-module (srfi srfi-1)
  #:use-module (system foreign)
  #:use-module ((system vm loader) #:select (load-thunk-from-memory))
  #:export (forms-of of-library? modules-of plain?))

(define here (dynamic-link))

(define (function name result . arguments)
  (pointer->procedure result (dynamic-func name here) arguments))

;; ---- the process ----

;; The collector marks in threads that can't be ended, unless this variable is
;; set when the process starts. A process that forks has one thread.
(define (mark-in-one-thread)
  (unless (getenv "GC_MARKERS")
    (setenv "GC_MARKERS" "1")
    (close-port (current-load-port)) ; execl would leave it open
    (apply execl "/proc/self/exe" (own-words))))

(define (words-in bytes)
  (drop-right (string-split (bytevector->latin-1 bytes) #\nul) 1))

;; A character for each byte, whatever the locale is.
(define (bytevector->latin-1 bytes)
  (if (zero? (bytevector-length bytes))
      ""
      (pointer->string (bytevector->pointer bytes) (bytevector-length bytes)
                       "ISO-8859-1")))

(define (latin-1->pointer text)
  (string->pointer text "ISO-8859-1"))

(define (as-locale text)
  (pointer->string (latin-1->pointer text)))

(define (own-words)
  (map as-locale
       (words-in (call-with-input-file "/proc/self/cmdline" get-bytevector-all
                                       #:binary #t))))

;; Guile runs finalizers in a thread, if it may.
(define set-finalizer-thread
  (function "scm_set_automatic_finalization_enabled" int int))

;; The system may list a thread for a moment after it was joined.
(define (wait-for-one-thread)
  (let loop ((tries 1000))
    (when (and (positive? tries)
               (> (length (scandir "/proc/self/task")) 3)) ; with . and ..
      (usleep 1000)
      (loop (1- tries)))))

;; ---- the script ----

(define (forms-of port)
  (let loop ((forms '()))
    (let ((form (read port)))
      (if (eof-object? form) (reverse forms) (loop (cons form forms))))))

(define (module-name spec)
  (match spec
    (((? pair? name) . _) name)
    (name name)))

;; The modules that the script uses at its top.
(define (modules-of forms)
  (append-map (match-lambda
                (('use-modules . specs) (map module-name specs))
                (_ '()))
              forms))

(define (file-of name)
  (and (list? name)
       (every symbol? name)
       (%search-load-path (string-join (map symbol->string name) "/"))))

;; Whether the script would load this from Guile's own library.
(define (of-library? name)
  (let ((file (file-of name)))
    (and file (string-prefix? (string-append (%library-dir) "/") file))))

;; What may run code of the script while it is compiled, or take code from
;; elsewhere.
(define others
  '(@ @@ add-to-load-path begin-for-syntax current-reader define-macro
    define-module defmacro eval-when %load-path import include
    include-from-path library load load-from-path primitive-load
    primitive-load-path procedure->macro read-hash-extend resolve-interface
    resolve-module top-level-program use-syntax))

(define (has? form words)
  (match form
    ((first . rest) (or (has? first words) (has? rest words)))
    ((? vector?) (has? (vector->list form) words))
    (_ (memq form words))))

;; The rest of a use that is not at the top.
(define (uses-below? form)
  (match form
    (('use-modules . _) #f)
    (_ (has? form '(use-modules)))))

;; Whether the compiled script is the same whenever it is compiled.
(define (plain? forms)
  (and (every of-library? (modules-of forms))
       (not (has? forms others))
       (not (any uses-below? forms))))

;; What fails here fails again in the script, which may expect it.
(define (load-library forms)
  (unless (has? forms '(add-to-load-path %load-path))
    (for-each (lambda (name)
                (false-if-exception (resolve-interface name)))
              (filter of-library? (modules-of forms)))))

(define (open-script path)
  (let ((port (open-input-file path)))
    (set-port-encoding! port (or (file-encoding port) "UTF-8"))
    port))

(define (read-script path)
  (call-with-port (open-script path) forms-of))

(define (compile-script path)
  (let ((base (resolve-interface '(system base compile))))
    ((module-ref base 'read-and-compile) (open-script path)
     #:from 'scheme #:to 'bytecode #:warning-level 0)))

;; The compiler stays in a process of its own: its memory would be copied for
;; each request. An error is the script's, and comes again for each request.
(define (print-compiled path port)
  (let ((code (with-error-to-port (%make-void-port "w")
                (lambda () (false-if-exception (compile-script path))))))
    (when code
      (put-bytevector port code)
      (force-output port))
    (primitive-_exit (if code 0 1))))

(define (compiled path)
  (let* ((ends (pipe))
         (pid (primitive-fork)))
    (when (zero? pid)
      (print-compiled path (cdr ends)))
    (close-port (cdr ends))
    (let ((code (get-bytevector-all (car ends))))
      (close-port (car ends))
      (and (eqv? 0 (status:exit-val (cdr (waitpid pid))))
           (load-thunk-from-memory code)))))

;; Returns a thunk, or #f if the script is loaded from its file. Either runs all
;; of it.
(define (prepare path)
  (let ((forms (or (false-if-exception (read-script path)) '(load))))
    (load-library forms)
    (and (plain? forms) (compiled path))))

;; ---- a request ----

(define clear-environment (function "clearenv" int))
(define set-variable (function "setenv" int '* '* int))

;; Arguments and variables, two lists of strings with a character for each byte.
(define (read-request place)
  (let* ((port (fdopen place "rb"))
         (words (words-in (get-bytevector-all port))))
    (close-port port)
    (split-at (cdr words) (string->number (car words)))))

(define (split-variable text)
  (let ((equals (string-index text #\=)))
    (and equals
         (cons (substring text 0 equals) (substring text (1+ equals))))))

(define (set-variables! variables)
  (clear-environment)
  (for-each (lambda (pair)
              (set-variable (latin-1->pointer (car pair))
                            (latin-1->pointer (cdr pair)) 1))
            variables))

;; Guile has read these at its start; this process has not.
(define (early? variable)
  (let ((name (car variable)))
    (and (not (equal? variable '("GUILE_AUTO_COMPILE" . "0")))
         (any (lambda (start) (string-prefix? start name))
              '("GC_" "GUILE_" "XDG_CACHE_HOME")))))

(define (execute script arguments)
  (let* ((words (remove (lambda (word) (string=? word "--no-auto-compile"))
                        (own-words)))
         (first (drop-right words 2))) ; without our file and the script
    (apply execl "/proc/self/exe" (append first (cons script arguments)))))

;; Standard input can't be rewound any more.
(define (open-input)
  (let ((port (fdopen 0 "r")))
    (set-port-revealed! port 1)
    (set-current-input-port port)))

;; Makes this process what execve(2) would make of the script.
(define (become! request-place script)
  (receive (arguments texts) (read-request request-place)
    (let ((variables (filter-map split-variable texts))
          (arguments (map as-locale arguments)))
      (set-variables! variables)
      (when (any early? variables)
        (execute script arguments))
      (set! %load-should-auto-compile
            (not (assoc "GUILE_AUTO_COMPILE" variables)))
      (set-program-arguments (cons script arguments))
      (open-input)
      (set-finalizer-thread 1))))

;; Runs the script in the place of what the interpreter was told to run, so that
;; no backtrace shows this file.
(define (run script thunk)
  (let ((expression
         `(begin
            ,(if thunk (list thunk) `(load-in-vicinity (getcwd) ,script))
            (quit))))
    (abort-to-prompt (default-prompt-tag)
                     (lambda (_)
                       (set-current-module (resolve-module '(guile-user)))
                       (primitive-eval expression)))))

(define (serve place script)
  (let ((thunk (prepare script)))
    (close-port (current-load-port)) ; nothing follows in it
    (gc)
    (wait-for-one-thread)
    (setenv "PERSIST_FORK_SERVE" "fork")
    (let loop ()
      (unless (zero? (primitive-fork))
        (loop)))
    (become! place script)
    (run script thunk)))

(match (list (getenv "PERSIST_FORK_FD") (command-line))
  (((? string? place) (_ script))
   (mark-in-one-thread)
   (set-finalizer-thread 0)
   (serve (string->number place) script))
  (_ #f))
