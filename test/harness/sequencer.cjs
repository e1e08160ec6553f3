const { basename } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** They run in real time, and mostly wait. */
const REAL_TIME = /\.live\.spec\.ts$/;

/** These measure regular expressions, which are slow in a worker that has loaded many suites. */
const MEASURING = ['long-texts.spec.ts', 'player.spec.ts', 'corpus.spec.ts', 'patterns.spec.ts'];

/** What takes longest, in that order: one of these begun last would leave the other cores idle. */
const FIRST = [
  'human-calls-bridged.live.spec.ts',
  'human-calls-bridged-cancel.live.spec.ts',
  'human-calls-states.live.spec.ts',
  'human-calls-dead-worker.live.spec.ts',
  'start.live.spec.ts',
  'inbound-races.live.spec.ts',
  'dispatch.live.spec.ts',
  'calls-credits.live.spec.ts',
  'human-calls-races.live.spec.ts',
  'drain.live.spec.ts',
  'cloud-transfer-takeover.live.spec.ts',
  'cloud-malformed-responses.live.spec.ts',
  'cloud-transfer.live.spec.ts',
  'human-calls-pages.live.spec.ts',
  'my-calls-pages.live.spec.ts',
  'baresip-talk.live.spec.ts',
  'agent-editor.live.spec.ts',
  'popups.live.spec.ts',
  'upload-page.live.spec.ts',
  'upload-packs.live.spec.ts',
  'webhook.live.spec.ts',
  'pages.live.spec.ts',
  'page-behaviour.live.spec.ts',
  'human-calls-takeover.live.spec.ts',
  'human-calls-ends.live.spec.ts',
  'management.live.spec.ts',
  'cloud-carriers.live.spec.ts',
  'forms.live.spec.ts',
  'human-calls-talk.live.spec.ts',
  'late-recordings.live.spec.ts',
  'late-recordings-failures.live.spec.ts',
  'batch-pages.live.spec.ts',
  'inbound-spoken.live.spec.ts',
  'while-open.live.spec.ts',
  'spoken-failures.live.spec.ts',
  'dials.live.spec.ts',
  'transfer.live.spec.ts',
  'spoken-rules.live.spec.ts',
  'kamailio.live.spec.ts',
  'embedded-postgres.live.spec.ts',
  'test-agent.live.spec.ts',
  'twilio-processes.live.spec.ts',
  'inbound-calls.live.spec.ts',
  'human-calls-endings.e2e.spec.ts',
  'recordings.e2e.spec.ts',
  'audit.spec.ts',
  'queues.e2e.spec.ts',
  'architecture.spec.ts',
  'tenants.e2e.spec.ts',
  'counsellors-mail.e2e.spec.ts',
  'retention.e2e.spec.ts',
  'webhook-attempts.e2e.spec.ts',
  'large-requests.e2e.spec.ts',
  'batch-preview.e2e.spec.ts',
  'agents-limits.e2e.spec.ts',
  'agents-races.e2e.spec.ts',
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
