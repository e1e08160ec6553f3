// A worker thread, such as one that makes a recording, is preloaded alike, and has no carriers.
if (require('node:worker_threads').isMainThread) require('./remote-carrier.cjs');
