import { audit } from '../../src/cli/audit/audit';
import { TestApp } from '../harness/app';
import { connect, humanReaches, type PhoneScript, ScriptedPhones } from '../harness/human-sip';
import { compileThreads, type SipAccount, sipAccount, sipTrunk } from '../harness/sip-accounts';

compileThreads();

let service: TestApp;
let phones: ScriptedPhones;
let account: SipAccount;

beforeAll(async () => {
  service = await TestApp.start();
  phones = await ScriptedPhones.open();
  account = await sipAccount(service, [await sipTrunk(service, phones.address, { channels: '60' })]);
}, 120_000);
afterAll(async () => {
  await service.stop();
  await phones.close();
});

/** Not a whole second: durations are rounded down. */
const TALK_MS = 2_400;
const answers: PhoneScript = (phone) => {
  phone.answer();
};
const rings: PhoneScript = (phone) => {
  phone.ring();
};
const hangsUp: PhoneScript = (phone) => {
  phone.answer(100, TALK_MS);
};
const refuses =
  (status: number, cause?: number): PhoneScript =>
  (phone) => {
    phone.ring().refuse(status, cause);
  };
const refusesAtOnce =
  (status: number, cause?: number): PhoneScript =>
  (phone) => {
    phone.refuse(status, cause);
  };

const LEFT = 'The counsellor hung up before the contact answered.';
const NO_CAPACITY = 'The carrier refused: 503, it has no capacity right now';

const ENDS: readonly [string, PhoneScript, PhoneScript, object][] = [
  ['the counsellor is busy', refuses(486), rings, { status: 'busy', no_answer_by: 'counsellor' }],
  [
    'the counsellor does not answer',
    refuses(480, 19),
    rings,
    { status: 'no_answer', no_answer_by: 'counsellor' },
  ],
  [
    'the counsellor declines',
    refuses(603),
    rings,
    { status: 'busy', no_answer_by: 'counsellor', status_reason: 'The call was declined.' },
  ],
  [
    'there is no such counsellor',
    refusesAtOnce(404, 1),
    rings,
    {
      ...{ status: 'failed', no_answer_by: null },
      status_reason: "The counsellor's phone does not exist or cannot be reached.",
    },
  ],
  [
    'no trunk takes the counsellor',
    refusesAtOnce(503),
    rings,
    { status: 'failed', status_reason: NO_CAPACITY },
  ],
  ['the contact is busy', answers, refuses(486), { status: 'busy', no_answer_by: 'contact' }],
  [
    'the contact does not answer',
    answers,
    refuses(480, 19),
    { status: 'no_answer', no_answer_by: 'contact' },
  ],
  [
    'the contact is switched off',
    answers,
    refuses(480, 20),
    {
      ...{ status: 'no_answer', no_answer_by: 'contact' },
      status_reason: 'The phone is switched off or out of reach.',
    },
  ],
  [
    'there is no such contact',
    answers,
    refusesAtOnce(404, 1),
    {
      status: 'failed',
      no_answer_by: null,
      status_reason: 'The number does not exist or cannot be reached.',
    },
  ],
  [
    'no trunk takes the contact',
    answers,
    refusesAtOnce(503),
    { status: 'failed', status_reason: NO_CAPACITY },
  ],
  [
    'the counsellor hangs up while the contact rings',
    (phone) => {
      phone.answer(100, 600);
    },
    rings,
    { status: 'failed', no_answer_by: null, status_reason: LEFT },
  ],
  [
    'they talk, and the counsellor hangs up',
    (phone) => {
      phone.answer(100, TALK_MS + 100);
    },
    (phone) => {
      phone.answer(0);
    },
    { status: 'completed', no_answer_by: null },
  ],
  ['they talk, and the contact hangs up', answers, hangsUp, { status: 'completed', no_answer_by: null }],
];

test.concurrent.each(ENDS)(
  '%s',
  async (_, counsellor, contact, expected) => {
    const asked = await connect(service, account, phones, { counsellor, contact }, { analyze: false });
    const { status } = expected as { status: string };
    const call = await humanReaches(service, account, asked.id, status);
    expect(call).toMatchObject({ ...expected, status_updates: 'realtime' });
    const hasTalked = status === 'completed';
    expect(call['cost']).toMatchObject({ credits: 0, billed_by: 'provider' });
    expect(call['answered_at'] === null).toBe(!hasTalked);
    expect(call['recording_url'] === null).toBe(!hasTalked);
    if (hasTalked) {
      const [one, other] = [await phones.phone(asked.counsellor), await phones.phone(asked.contact)];
      const talkMs = Math.min(one.endedAt ?? Infinity, other.endedAt ?? Infinity) - Number(other.answeredAt);
      expect(Math.abs(Number(call['duration_seconds']) - talkMs / 1_000)).toBeLessThanOrEqual(1);
      expect([one.endedBy, other.endedBy].sort()).toEqual(['them', 'us']);
      expect(Math.abs(Number(one.endedAt) - Number(other.endedAt))).toBeLessThan(1_000);
    } else {
      expect(call).toMatchObject({ duration_seconds: null, answered_at: null });
    }
    const legs = await service.unitOfWork.rows(
      `SELECT kind, try, ended_at IS NOT NULL AS ended FROM legs WHERE call_id = $1 ORDER BY kind`,
      [asked.id],
    );
    expect(legs).toEqual([
      { kind: 'contact', try: 1, ended: true },
      { kind: 'counsellor', try: 1, ended: true },
    ]);
  },
  40_000,
);

test('the audit finds nothing wrong with them', async () => {
  const scope = {
    ...{ accountId: account.id, from: new Date(0), to: new Date(service.clock.nowMs() + 60_000) },
    now: service.clock.now(),
  };
  const { checks } = await audit(service.unitOfWork, scope, () => true);
  expect(checks.filter(({ failures }) => failures.length > 0)).toEqual([]);
});
