# SPDX-License-Identifier: Apache-2.0
# workers/node/: the SDK for Node.js, persist-worker, in plain JavaScript.

nodemodulesdir = $(prefix)/share/nodejs
persistnodedir = $(nodemodulesdir)/persist-worker
own_folders += $(persistnodedir)
dist_persistnode_DATA = \
	workers/node/persist-worker/connection.js \
	workers/node/persist-worker/each_request.js \
	workers/node/persist-worker/end.js \
	workers/node/persist-worker/exchange.js \
	workers/node/persist-worker/frame.js \
	workers/node/persist-worker/http.js \
	workers/node/persist-worker/index.js \
	workers/node/persist-worker/package.json \
	workers/node/persist-worker/request.js \
	workers/node/persist-worker/worker.js

TESTS += workers/node/node.test
EXTRA_DIST += \
	workers/node/README.md \
	workers/node/node.test \
	workers/node/test/frame.js \
	workers/node/test/http.js \
	workers/node/test/player.js \
	workers/node/test/run.js \
	workers/node/test/worker.js
