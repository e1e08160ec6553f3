/** Nest 12, the Temporal polyfill and svix are ESM only; Jest runs CommonJS, so they are transformed like our own files. */
const shared = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: { '^.+\\.(t|m?j)sx?$': '@swc/jest' },
  transformIgnorePatterns: ['/node_modules/(?!(@nestjs|svix|temporal-polyfill|temporal-utils)/)'],
  setupFiles: ['reflect-metadata'],
};

module.exports = {
  testTimeout: 30_000,
  // Half of a suite's time is waiting for sockets and PostgreSQL, so every core takes one; Jest would leave one idle.
  maxWorkers: '100%',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/src/**/*.spec.ts'],
      testPathIgnorePatterns: ['\\.db\\.spec\\.ts$'],
    },
    {
      ...shared,
      displayName: 'service',
      testMatch: ['<rootDir>/src/**/*.db.spec.ts', '<rootDir>/test/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/harness/global-setup.mjs',
      globalTeardown: '<rootDir>/test/harness/global-teardown.mjs',
    },
  ],
};
