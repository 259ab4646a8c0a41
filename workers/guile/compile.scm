;; SPDX-License-Identifier: Apache-2.0
;; compile.scm SOURCE OUTPUT: compiles a module of the SDK, for make. Debian has
;; guild, which does the same, in another package than Guile.

(use-modules (ice-9 match)
             (system base compile))

(match (command-line)
  ((_ source output)
   (compile-file source #:output-file output)))
