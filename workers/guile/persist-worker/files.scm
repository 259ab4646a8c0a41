;; SPDX-License-Identifier: Apache-2.0
;; files.scm: the files of the script's own code, which persistd watches for
;; changes. Those of the system, and of this package, are left out.

(define-module (persist-worker files)
  #:use-module (srfi srfi-1)
  #:export (loaded-files))

(define (absolute path)
  (and path (false-if-exception (canonicalize-path path))))

(define here
  (let ((path (absolute (search-path %load-path "persist-worker/files.scm"))))
    (and path (dirname path))))

(define (foreign? path)
  (or (string-prefix? "/usr/" path)
      (string=? path (string-append here ".scm"))
      (string=? (dirname path) here)))

(define (modules-below module)
  (cons module
        (append-map modules-below
                    (filter module?
                            (hash-map->list (lambda (name module) module)
                                            (module-submodules module))))))

(define (module-path module)
  (let ((name (module-filename module)))
    (and (string? name) (absolute (search-path %load-path name)))))

;; Returns the absolute paths of the script and of the modules that it has
;; loaded, the script first.
(define (loaded-files)
  (let ((modules (filter-map module-path
                             (modules-below (resolve-module '() #f)))))
    (filter identity
            (cons* (absolute (car (command-line)))
                   (getenv "PERSIST_ENV_FILE")
                   (delete-duplicates (remove foreign? modules))))))
