const { basename } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites of phones and browsers: they run in real time, and mostly wait. */
const REAL_TIME = /\/(test\/(console|phone|speech|telephony)|src\/media\/application)\//;

/** These measure regular expressions, which are slow in a worker that has loaded many suites. */
const MEASURING = ['long-texts.spec.ts', 'player.spec.ts', 'corpus.spec.ts', 'patterns.spec.ts'];

/** What takes longest, in that order: one of these begun last would leave the other cores idle. */
const FIRST = [
  'human-calls-joined.e2e.spec.ts',
  'human-calls-states.e2e.spec.ts',
  'start.spec.ts',
  'human-calls-endings.e2e.spec.ts',
  'inbound-races.e2e.spec.ts',
  'dispatch.e2e.spec.ts',
  'calls-credits.e2e.spec.ts',
  'architecture.spec.ts',
  'audit.spec.ts',
  'human-calls-races.e2e.spec.ts',
  'drain.e2e.spec.ts',
  'tenants.e2e.spec.ts',
  'cloud-transfer-takeover.e2e.spec.ts',
  'cloud-odd-answers.e2e.spec.ts',
  'cloud-transfer.e2e.spec.ts',
  'human-calls-pages.e2e.spec.ts',
  'baresip-talk.spec.ts',
  'agent-editor.e2e.spec.ts',
  'popups.e2e.spec.ts',
  'upload-page.e2e.spec.ts',
  'webhook.e2e.spec.ts',
  'pages.e2e.spec.ts',
  'page-behaviour.e2e.spec.ts',
  'human-calls-takeover.e2e.spec.ts',
  'human-calls-ends.e2e.spec.ts',
  'management.e2e.spec.ts',
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

/** Merges two lists so that both last until the end, each in its own order. */
function evenly(one, other) {
  const placed = (list) => list.map((item, at) => ({ item, at: at / list.length }));
  return [...placed(one), ...placed(other)].sort((a, b) => a.at - b.at).map(({ item }) => item);
}

/**
 * The longest suites first; the others as Jest does: as long as they took last time, on a fresh clone by size. All the time
 * some suites wait for phones and browsers while others use the processor.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const at = FIRST.indexOf(basename(path));
      return at < 0 ? FIRST.length : at;
    };
    const sorted = [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
    const measuring = sorted.filter((test) => MEASURING.includes(basename(test.path)));
    const others = sorted.filter((test) => !measuring.includes(test));
    const waiting = others.filter(({ path }) => REAL_TIME.test(path));
    const working = others.filter((test) => !waiting.includes(test));
    return [...measuring, ...evenly(waiting, working)];
  }
};
