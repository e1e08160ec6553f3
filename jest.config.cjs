const { availableParallelism } = require('node:os');

/** Suites of phones, browsers and whole processes, and others that run in real time, end in `.live.spec.ts`. */
const IGNORED = { quick: ['\\.live\\.spec\\.ts$'], live: ['(?<!\\.live)\\.spec\\.ts$'] };

const shared = {
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/harness/environment.cjs',
  runtime: '<rootDir>/test/harness/runtime.cjs',
  transform: { '^.+\\.(t|m?j)sx?$': '@swc/jest' },
  setupFiles: ['reflect-metadata'],
  // `npm test` and `npm run test:live` run one kind, Jest by itself both.
  testPathIgnorePatterns: IGNORED[process.env['TEST_SUITES']] ?? [],
  // The offline speech kit has packages of its own.
  modulePathIgnorePatterns: ['<rootDir>/speech-kit/'],
};

// The time zone of most users: nothing may depend on that of the machine.
process.env['TZ'] ??= 'Asia/Kolkata';
// For the workers: a small young generation is collected all the time.
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=64`.trim();

module.exports = {
  // Nothing is timed by it: on a busy machine a suite lasts five times as long.
  testTimeout: 120_000,
  testSequencer: '<rootDir>/test/harness/sequencer.cjs',
  // Quick suites use the time in which others wait. Those in real time fail where others take the processor from them.
  maxWorkers: availableParallelism() + (process.env['TEST_SUITES'] === 'quick' ? 1 : 0),
  // Some 200 MB are in use all the time; past this, whatever leaks, the next suite gets a new worker.
  workerIdleMemoryLimit: '500MB',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/web/src/**/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'service',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/harness/global-setup.mjs',
      globalTeardown: '<rootDir>/test/harness/global-teardown.mjs',
    },
  ],
};
