#!/usr/bin/env guile
!#
;; SPDX-License-Identifier: Apache-2.0
;; word-path.scm: the shortest way from one word to another of the same length,
;; where each step changes one letter: /cold/warm answers cold cord word ward
;; warm. To read the words and to find the neighbours of each takes seconds;
;; that is done once, before the loop. A request then only walks the graph.
;;
;; PERSIST_WORDS names a list of words, one a line; without it, Debian's.

(use-modules (persist-worker)
             (ice-9 rdelim)
             (srfi srfi-1))

(define words-file (or (getenv "PERSIST_WORDS") "/usr/share/dict/words"))

(define (plain? word)
  (and (not (string-null? word))
       (string-every (lambda (c) (char<=? #\a c #\z)) word)))

(define (read-words path)
  (call-with-input-file path
    (lambda (port)
      (let loop ((words '()))
        (let ((line (read-line port)))
          (cond
           ((eof-object? line) words)
           ((plain? line) (loop (cons line words)))
           (else (loop words))))))))

;; ---- the graph: a table of words and their neighbours ----

;; cat: ?at c?t ca?
(define (patterns word)
  (map (lambda (place)
         (string-append (substring word 0 place) "?"
                        (substring word (1+ place))))
       (iota (string-length word))))

;; A table of patterns and the words that fit them.
(define (fitting words)
  (let ((table (make-hash-table)))
    (for-each
     (lambda (word)
       (for-each
        (lambda (pattern)
          (hash-set! table pattern
                     (cons word (hash-ref table pattern '()))))
        (patterns word)))
     words)
    table))

(define (make-graph words)
  (let ((fits (fitting words))
        (graph (make-hash-table)))
    (for-each
     (lambda (word)
       (hash-set! graph word
                  (append-map (lambda (pattern)
                                (delete word (hash-ref fits pattern)))
                              (patterns word))))
     words)
    graph))

;; ---- the way ----

;; Returns the words that are reached from these for the first time, and notes
;; from where.
(define (spread graph words came-from)
  (append-map
   (lambda (word)
     (let ((new (remove (lambda (next) (hash-ref came-from next))
                        (hash-ref graph word '()))))
       (for-each (lambda (next) (hash-set! came-from next word)) new)
       new))
   words))

(define (trace came-from word way)
  (let ((before (hash-ref came-from word)))
    (if (eq? before 'start)
        (cons word way)
        (trace came-from before (cons word way)))))

;; Returns the words of a shortest way, or #f.
(define (find-way graph from to)
  (let ((came-from (make-hash-table)))
    (hash-set! came-from from 'start)
    (let loop ((words (list from)))
      (cond
       ((null? words) #f)
       ((hash-ref came-from to) (trace came-from to '()))
       (else (loop (spread graph words came-from)))))))

;; ---- the requests ----

(define graph (make-graph (read-words words-file)))

(define plain '(("Content-Type" . "text/plain; charset=utf-8")))

(define (answer request from to)
  (let* ((begun (get-internal-real-time))
         (way (find-way graph from to))
         (took (- (get-internal-real-time) begun)))
    (respond request (if way 200 404) plain
             (string-append
              (if way (string-join way " ") "there is no way") "\n"
              "found in "
              (number->string (quotient (* took 1000000)
                                        internal-time-units-per-second))
              " microseconds\n"))))

(each-request
 (lambda (request)
   (let ((words (string-split (string-downcase (request-path request)) #\/)))
     (if (= (length words) 3)
         (answer request (second words) (third words))
         (respond request 400 plain "ask for /FROM/TO, like /cold/warm\n"))))
 #:clones #t)
