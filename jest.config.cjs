const { availableParallelism } = require('node:os');

/** Nest 12, the Temporal polyfill and svix are ESM only; Jest runs CommonJS, so they are transformed like our own files. */
const shared = {
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/harness/environment.cjs',
  transform: { '^.+\\.(t|m?j)sx?$': '@swc/jest' },
  transformIgnorePatterns: ['/node_modules/(?!(@nestjs|svix|temporal-polyfill|temporal-utils)/)'],
  setupFiles: ['reflect-metadata'],
  // The offline speech kit has packages of its own.
  modulePathIgnorePatterns: ['<rootDir>/speech-kit/'],
};

// For the workers, which load the whole service anew for each suite: a small young generation is collected all the time.
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=64`.trim();

module.exports = {
  testTimeout: 30_000,
  testSequencer: '<rootDir>/test/harness/sequencer.cjs',
  // Half of a suite's time is waiting for sockets and PostgreSQL, so two cores take three; Jest would leave one idle.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // A worker's heap grows with its suites, for V8 collects late, and after some 16 MB of machine code V8 no longer optimizes
  // regular expressions, which slows what comes next ten times. So past this, the next suite gets a new worker.
  workerIdleMemoryLimit: '250MB',
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
