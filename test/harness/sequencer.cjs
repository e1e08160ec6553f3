const { basename } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * First what measures regular expressions, which are slow in a worker that has loaded many suites; then what takes longest, in
 * that order: one of these begun last would leave the other cores idle.
 */
const FIRST = [
  'long-texts.spec.ts',
  'player.spec.ts',
  'corpus.spec.ts',
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
      const at = FIRST.indexOf(basename(path));
      return at < 0 ? FIRST.length : at;
    };
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};
