// Loaded into each thread of the service before its own code, with --expose-gc: collects garbage when the process gets SIGUSR2,
// so that it can be told what is kept.
const { BroadcastChannel, isMainThread } = require('node:worker_threads');

const channel = new BroadcastChannel('collect');
channel.unref();
if (isMainThread) {
  process.on('SIGUSR2', () => {
    channel.postMessage(null);
    globalThis.gc?.();
  });
} else {
  channel.onmessage = () => globalThis.gc?.();
}
