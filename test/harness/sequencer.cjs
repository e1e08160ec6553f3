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
  'patterns.spec.ts',
  'human-calls-joined.e2e.spec.ts',
  'cloud-transfer-takeover.e2e.spec.ts',
  'cloud-odd-answers.e2e.spec.ts',
  'cloud-transfer.e2e.spec.ts',
  'human-calls-pages.e2e.spec.ts',
  'baresip-talk.spec.ts',
  'agent-editor.e2e.spec.ts',
  'popups.e2e.spec.ts',
  'upload-page.e2e.spec.ts',
  'webhook.e2e.spec.ts',
  'start.spec.ts',
  'pages.e2e.spec.ts',
  'page-behaviour.e2e.spec.ts',
  'human-calls-takeover.e2e.spec.ts',
  'human-calls-ends.e2e.spec.ts',
  'human-calls-states.e2e.spec.ts',
  'management.e2e.spec.ts',
  'inbound-races.e2e.spec.ts',
  'human-calls-endings.e2e.spec.ts',
  'dispatch.e2e.spec.ts',
  'cloud-carriers.e2e.spec.ts',
  'forms.e2e.spec.ts',
  'human-calls-talk.e2e.spec.ts',
  'late-recordings.e2e.spec.ts',
  'batch-pages.e2e.spec.ts',
  'inbound-spoken.e2e.spec.ts',
  'recordings.e2e.spec.ts',
  'while-open.e2e.spec.ts',
  'spoken-failures.e2e.spec.ts',
  'dials.e2e.spec.ts',
  'transfer.e2e.spec.ts',
  'spoken-rules.e2e.spec.ts',
  'retention.e2e.spec.ts',
  'kamailio.spec.ts',
  'embedded-postgres.spec.ts',
  'http.e2e.spec.ts',
  'test-agent.e2e.spec.ts',
  'twilio-processes.e2e.spec.ts',
  'inbound-calls.e2e.spec.ts',
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
