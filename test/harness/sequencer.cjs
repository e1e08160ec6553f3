const { basename } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes longest, in that order: one of these begun last would leave the other cores idle. */
const LONGEST = [
  'start.spec.ts',
  'agents-races.e2e.spec.ts',
  'dispatch.e2e.spec.ts',
  'human-calls-states.e2e.spec.ts',
  'human-calls-races.e2e.spec.ts',
  'recordings.e2e.spec.ts',
  'retention.e2e.spec.ts',
  'batch-preview.e2e.spec.ts',
  'calls-races.e2e.spec.ts',
  'human-calls-endings.e2e.spec.ts',
  'tenants.e2e.spec.ts',
  'contact-erase.e2e.spec.ts',
  'clients.e2e.spec.ts',
  'agents-limits.e2e.spec.ts',
  'audit.spec.ts',
  'embedded-postgres.spec.ts',
];

/** Begins with the longest suites; the others as Jest does: as long as they took last time, on a fresh clone by size. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const at = LONGEST.indexOf(basename(path));
      return at < 0 ? LONGEST.length : at;
    };
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};
