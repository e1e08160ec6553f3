const asyncHooks = require('node:async_hooks');
const perfHooks = require('node:perf_hooks');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/**
 * What prom-client starts for each service lives as long as the process, and keeps the service that it was started for. So
 * the suites of a worker share one monitor of the event loop's delay, which Node never frees, and observers of the garbage
 * collector end with their suite.
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

/**
 * Before Node 24 each storage that was ever used costs every promise of the process, until it is disabled. Jest makes one for
 * each suite, and each service its own: after fifty suites, promises would take most of the time. A storage that is used again
 * enables itself.
 */
const storages = new Set();
const { AsyncLocalStorage } = asyncHooks;
asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
  run(...args) {
    storages.add(this);
    return super.run(...args);
  }

  enterWith(...args) {
    storages.add(this);
    super.enterWith(...args);
  }
};

/** V8 collects late: without this a worker would soon reach workerIdleMemoryLimit, and the next has to load all again. */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const MUCH_HEAP = 300 * 1024 ** 2;

/** What Jest notes about one suite: its hooks, `jest.setTimeout`, `jest.retryTimes`. */
const isOfSuite = (key) => typeof key === 'symbol' && /^[A-Z_]+$/.test(key.description ?? '');

const descriptors = (object) => new Map(Object.entries(Object.getOwnPropertyDescriptors(object)));

/** Gives globals the values that they had before a suite. */
function restoreGlobals(before) {
  const now = descriptors(globalThis);
  for (const [key, then] of before) {
    if (now.get(key)?.value !== then.value) Object.defineProperty(globalThis, key, then);
  }
  for (const key of Object.getOwnPropertySymbols(globalThis)) if (isOfSuite(key)) delete globalThis[key];
}

/** Gives `process.env` the variables that it had before a suite, and no others. */
function restoreVariables(before) {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}

/**
 * Suites run in the worker's own realm, one after another, so that they can share what is loaded (see runtime.cjs). What a
 * suite changes in globals and variables is undone after it; globals that packages add when they are loaded stay.
 */
module.exports = class {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #globals = descriptors(globalThis);
  #variables = { ...process.env };
  #exit = process.exit;
  #exitCode = process.exitCode;

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    for (const observer of observers) observer.disconnect();
    observers.clear();
    for (const storage of storages) storage.disable();
    storages.clear();
    this.fakeTimersModern.dispose();
    this.fakeTimersModern = null;
    restoreGlobals(this.#globals);
    restoreVariables(this.#variables);
    process.exit = this.#exit;
    process.exitCode = this.#exitCode;
    if (process.memoryUsage().heapUsed > MUCH_HEAP) collectGarbage();
  }

  /** A driver prints what its browser shows. */
  async handleTestEvent({ name }) {
    if (name === 'test_fn_failure') await globalThis.onTestFailure?.();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest checks whether there is one; nothing is compiled for it. */
  getVmContext() {
    return {};
  }
};
