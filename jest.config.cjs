const { availableParallelism } = require('node:os');

const shared = {
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/harness/environment.cjs',
  runtime: '<rootDir>/test/harness/runtime.cjs',
  transform: { '^.+\\.(t|m?j)sx?$': '@swc/jest' },
  setupFiles: ['reflect-metadata'],
  // The offline speech kit has packages of its own.
  modulePathIgnorePatterns: ['<rootDir>/speech-kit/'],
};

// For the workers: a small young generation is collected all the time.
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=64`.trim();

module.exports = {
  testTimeout: 30_000,
  testSequencer: '<rootDir>/test/harness/sequencer.cjs',
  // Half of a worker's time is spent waiting for what phones and browsers do. With many more workers than cores, connections
  // wait too long now and then.
  maxWorkers: availableParallelism() + 1,
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
