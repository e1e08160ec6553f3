import { audit } from '../../src/cli/audit/audit';
import { eventually, type TestApp } from '../harness/app';
import { cloudService } from '../harness/cloud-service';
import { humanReaches, type HumanSipCall } from '../harness/human-sip';
import {
  type CarrierName,
  connectTwo,
  type Doing,
  humanStage,
  type HumanStage,
} from '../harness/human-stages';
import { compileThreads } from '../harness/sip-accounts';

compileThreads();

/** Not a whole second: durations are rounded down. */
const TALK_MS = 2_400;
const LEFT = 'The counsellor hung up before the contact answered.';
const NOWHERE = 'The number does not exist or cannot be reached.';
const ANSWERS: Doing = { is: 'answering' };
const RINGS: Doing = { is: 'ringing' };
const HANGS_UP: Doing = { is: 'answering', hangsUpAfterMs: TALK_MS };

interface Case {
  readonly counsellor: Doing;
  readonly contact: Doing;
  readonly expected: Readonly<Record<string, unknown>> & { readonly status: string };
  /** The carriers that say so; without it all. */
  readonly over?: readonly CarrierName[];
}

const WEB = ['twilio', 'plivo', 'exotel'] as const;
const completed = { status: 'completed', no_answer_by: null };

const CASES: Readonly<Record<string, Case>> = {
  'the counsellor is busy': {
    counsellor: { is: 'busy' },
    contact: RINGS,
    expected: { status: 'busy', no_answer_by: 'counsellor' },
  },
  'the counsellor does not answer': {
    counsellor: { is: 'silent' },
    contact: RINGS,
    expected: { status: 'no_answer', no_answer_by: 'counsellor' },
  },
  'the counsellor declines': {
    counsellor: { is: 'declining' },
    contact: RINGS,
    over: ['sip', 'plivo'],
    expected: { status: 'busy', no_answer_by: 'counsellor', status_reason: 'The call was declined.' },
  },
  'there is no such counsellor': {
    counsellor: { is: 'nowhere' },
    contact: RINGS,
    over: ['sip', 'twilio', 'plivo'],
    expected: {
      status: 'failed',
      no_answer_by: null,
      status_reason: "The counsellor's phone does not exist or cannot be reached.",
    },
  },
  'no trunk takes the counsellor': {
    counsellor: { is: 'full' },
    contact: RINGS,
    expected: {
      status: 'failed',
      status_reason: expect.stringMatching(
        /^The carrier refused: (503|429), it has no capacity right now$/,
      ) as string,
    },
  },
  'the contact is busy': {
    counsellor: ANSWERS,
    contact: { is: 'busy' },
    expected: { status: 'busy', no_answer_by: 'contact' },
  },
  'the contact does not answer': {
    counsellor: ANSWERS,
    contact: { is: 'silent' },
    expected: { status: 'no_answer', no_answer_by: 'contact' },
  },
  'the contact is switched off': {
    counsellor: ANSWERS,
    contact: { is: 'off' },
    over: ['sip'],
    expected: {
      status: 'no_answer',
      no_answer_by: 'contact',
      status_reason: 'The phone is switched off or out of reach.',
    },
  },
  'there is no such contact': {
    counsellor: ANSWERS,
    contact: { is: 'nowhere' },
    over: ['sip'],
    expected: { status: 'failed', no_answer_by: null, status_reason: NOWHERE },
  },
  'no trunk takes the contact': {
    counsellor: ANSWERS,
    contact: { is: 'full' },
    over: ['sip'],
    expected: { status: 'failed', status_reason: 'The carrier refused: 503, it has no capacity right now' },
  },
  'the contact cannot be rung': {
    counsellor: ANSWERS,
    contact: { is: 'failing' },
    over: WEB,
    expected: {
      status: 'failed',
      status_reason: expect.stringMatching(
        /^The carrier could not place the call \((488|failed)\)\.$/,
      ) as string,
    },
  },
  'the counsellor hangs up while the contact rings': {
    counsellor: { is: 'answering', hangsUpAfterMs: 600 },
    contact: RINGS,
    expected: { status: 'failed', no_answer_by: null, status_reason: LEFT },
  },
  'they talk, and the counsellor hangs up': {
    counsellor: { is: 'answering', hangsUpAfterMs: TALK_MS + 100 },
    contact: { ...ANSWERS, ringMs: 50 },
    expected: completed,
  },
  'they talk, and the contact hangs up': { counsellor: ANSWERS, contact: HANGS_UP, expected: completed },
  'each callback comes twice': {
    counsellor: { ...ANSWERS, weather: { doubled: true } },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'callbacks overtake each other': {
    counsellor: { ...ANSWERS, weather: { delays: [300, 0, 500, 100] } },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'callbacks are late': {
    counsellor: { ...ANSWERS, weather: { delays: [3_000] } },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'no callback arrives: it is looked up': {
    counsellor: { ...ANSWERS, weather: { lost: true } },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'no callback arrives, and the contact is busy': {
    counsellor: { ...ANSWERS, weather: { lost: true } },
    contact: { is: 'busy' },
    over: WEB,
    expected: { status: 'busy', no_answer_by: 'contact' },
  },
  'callbacks come before the answer to the request': {
    counsellor: { ...ANSWERS, answerMs: 1_000 },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'the answer to the request is lost': {
    counsellor: { ...ANSWERS, answerLost: true },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'the answer is 503, although the call was made': {
    counsellor: { ...ANSWERS, answerStatus: 503 },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'the answer takes 30 s, and no callback arrives': {
    counsellor: { ...ANSWERS, answerMs: 30_000, weather: { lost: true } },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'the answer is lost, and all callbacks: it is looked for': {
    counsellor: { ...ANSWERS, answerLost: true, weather: { lost: true } },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'the carrier does not say whose phone did not pick up': {
    counsellor: { ...ANSWERS, unnamed: true },
    contact: { is: 'silent' },
    over: ['exotel'],
    expected: { status: 'no_answer', no_answer_by: null },
  },
};

let service: TestApp;
const stages = new Map<CarrierName, HumanStage>();
const asked = new Map<string, Promise<HumanSipCall>>();

beforeAll(async () => {
  service = await cloudService();
  for (const kind of ['sip', ...WEB] as const) {
    const stage = await humanStage(service, kind);
    stages.set(kind, stage);
    // All at once: one service and one carrier for many calls.
    for (const [name, { counsellor, contact, over }] of Object.entries(CASES)) {
      if (!over || over.includes(kind)) {
        asked.set(`${kind} ${name}`, connectTwo(service, stage, { counsellor, contact }));
      }
    }
  }
}, 120_000);
afterAll(async () => {
  await service.stop();
  for (const stage of stages.values()) await stage.close();
});

describe.each(['sip', ...WEB] as const)('%s', (kind) => {
  const mine = Object.entries(CASES).filter(([, { over }]) => !over || over.includes(kind));
  const isOurs = kind === 'sip';

  test.each(mine)(
    '%s',
    async (name, { expected, counsellor: first }) => {
      const stage = stages.get(kind)!;
      const { id, counsellor, contact } = await asked.get(`${kind} ${name}`)!;
      const call = await humanReaches(service, stage.account, id, expected.status, 50_000);
      const status_updates = kind === 'exotel' ? 'final_only' : 'realtime';
      expect(call).toMatchObject({ ...expected, status_updates });
      const hasTalked = expected.status === 'completed';
      expect(call['cost']).toMatchObject({ credits: 0, billed_by: 'provider' });
      expect(call['answered_at'] === null).toBe(!hasTalked);
      if (hasTalked) {
        const talkMs = await stage.talked(counsellor, contact);
        // Callbacks come a little late.
        const most = isOurs ? 1 : 1.5;
        expect(Math.abs(Number(call['duration_seconds']) - talkMs / 1_000)).toBeLessThanOrEqual(most);
      } else expect(call).toMatchObject({ duration_seconds: null, answered_at: null, recording_url: null });
      // Asked once, whatever was lost.
      expect(stage.rung(counsellor)).toBe(
        !isOurs && (first.is === 'full' || (first.is === 'nowhere' && kind === 'twilio')) ? 0 : 1,
      );
      await eventually(async () => {
        if (hasTalked) {
          expect([(await stage.phone(counsellor)).isOver, (await stage.phone(contact)).isOver]).toEqual([
            true,
            true,
          ]);
        }
        const legs = await service.unitOfWork.rows(
          `SELECT kind, try, ended_at IS NOT NULL AS ended FROM legs WHERE call_id = $1 ORDER BY kind`,
          [id],
        );
        expect(legs).toEqual([
          { kind: 'contact', try: 1, ended: true },
          { kind: 'counsellor', try: 1, ended: true },
        ]);
      });
      // A carrier hands its recording out later.
      const [row] = await service.unitOfWork.rows('SELECT recording FROM human_calls WHERE id = $1', [id]);
      expect(row).toEqual({ recording: hasTalked ? (isOurs ? 'stored' : 'awaited') : null });
    },
    60_000,
  );

  test('the audit finds nothing wrong with them', async () => {
    const { account } = stages.get(kind)!;
    const scope = {
      accountId: account.id,
      from: new Date(0),
      to: new Date(service.clock.nowMs() + 60_000),
      now: service.clock.now(),
    };
    const { checks } = await audit(service.unitOfWork, scope, () => true);
    expect(checks.filter(({ failures }) => failures.length > 0)).toEqual([]);
  });
});
