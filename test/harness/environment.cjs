const perfHooks = require('node:perf_hooks');
const { TestEnvironment } = require('jest-environment-node');

/**
 * What prom-client starts for each service lives as long as the process, and keeps the suite that it was started in: its
 * modules and its service, some 30 MB. So the suites of a worker share one monitor of the event loop's delay, which Node
 * never frees, and observers of the garbage collector end with their suite.
 */
const monitor = perfHooks.monitorEventLoopDelay({ resolution: 10 });
perfHooks.monitorEventLoopDelay = () => monitor;

const observers = new Set();
const { PerformanceObserver } = perfHooks;
perfHooks.PerformanceObserver = class extends PerformanceObserver {
  constructor(callback) {
    super(callback);
    observers.add(this);
  }
};

module.exports = class extends TestEnvironment {
  async teardown() {
    for (const observer of observers) observer.disconnect();
    observers.clear();
    await super.teardown();
  }
};
