// Loaded into the service before its own code, with --expose-gc: collects garbage when asked, so that what is kept can be told.
process.on('SIGUSR2', () => globalThis.gc?.());
