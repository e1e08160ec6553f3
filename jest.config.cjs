/** Nest 12, the Temporal polyfill and svix are ESM only; Jest runs CommonJS, so they are transformed like our own files. */
const shared = {
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/harness/environment.cjs',
  transform: { '^.+\\.(t|m?j)sx?$': '@swc/jest' },
  transformIgnorePatterns: ['/node_modules/(?!(@nestjs|svix|temporal-polyfill|temporal-utils)/)'],
  setupFiles: ['reflect-metadata'],
};

// For the workers, which load the whole service anew for each suite: a small young generation is collected all the time.
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=64`.trim();

module.exports = {
  testTimeout: 30_000,
  testSequencer: '<rootDir>/test/harness/sequencer.cjs',
  // Half of a suite's time is waiting for sockets and PostgreSQL, so every core takes one; Jest would leave one idle.
  maxWorkers: '100%',
  // A worker's heap grows with its suites, for V8 collects late: past this, the next suite gets a new worker.
  workerIdleMemoryLimit: '600MB',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/src/**/*.spec.ts'],
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
