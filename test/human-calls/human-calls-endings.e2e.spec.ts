import { Accounts } from '../../src/accounts';
import { Credits } from '../../src/credits';
import { TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { FINAL, HumanCallTests } from '../harness/human-calls';

let service: TestApp;
let calls: HumanCallTests;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  calls = new HumanCallTests(service, await service.account());
});

const accounts = () => service.app.get(Accounts, { strict: false });
const use = (carrier: string) => accounts().set(calls.account.id, { carrier });

/** What each trial carrier can do (decisions, section 10). */
const CARRIERS = [
  { carrier: 'simulator', hosted: true, updates: 'realtime', names: true, knowsAnswer: true },
  { carrier: 'simulator-final-only', hosted: false, updates: 'final_only', names: true, knowsAnswer: false },
  { carrier: 'simulator-delayed', hosted: false, updates: 'delayed', names: false, knowsAnswer: true },
  { carrier: 'simulator-extension', hosted: false, updates: 'realtime', names: true, knowsAnswer: true },
];

/** The endings of numbers, for each leg: counsellor's, contact's, status, whose phone, reason. */
const ENDINGS: [string, string, string, 'counsellor' | 'contact' | null, RegExp | null][] = [
  ['1000', '0001', 'completed', null, null],
  ['0002', '0001', 'busy', 'counsellor', null],
  ['0003', '0001', 'no_answer', 'counsellor', null],
  ['0004', '0001', 'failed', null, /exist/],
  ['0009', '0001', 'failed', null, /could not/],
  ['0015', '0001', 'failed', null, /too long/],
  ['0013', '0001', 'completed', null, null],
  ['0014', '0001', 'completed', null, null],
  ['0005', '0005', 'completed', null, null],
  ['1000', '0002', 'busy', 'contact', null],
  ['1000', '0003', 'no_answer', 'contact', null],
  ['1000', '0004', 'failed', null, /exist/],
  ['1000', '0009', 'failed', null, /could not/],
  ['1000', '0013', 'completed', null, /connection/],
  ['1000', '0014', 'completed', null, /limit of minutes/],
  ['1000', '0015', 'failed', null, /too long/],
  ['1000', '0008', 'completed', null, null],
];

describe.each(CARRIERS)('$carrier', ({ carrier, hosted, updates, names, knowsAnswer }) =>
  test.each(ENDINGS)(
    'ends with counsellor %s and contact %s: %s',
    async (one, other, status, who, reason) => {
      await use(carrier);
      const counsellor_id = await calls.counsellor(one);
      const made = await calls.call({ counsellor_id, phone_number: number(other) });
      expect(made).toMatchObject({ object: 'human_call', status_updates: updates, idempotent_replay: false });
      const call = await calls.final(made['id']);
      const talked = status === 'completed';
      expect(call).toMatchObject({
        status,
        no_answer_by: names ? who : null,
        dialed_at: expect.any(String),
        ended_at: expect.any(String),
        answered_at: talked && knowsAnswer ? expect.any(String) : null,
        duration_seconds: talked ? expect.any(Number) : null,
        recording_url: talked ? expect.stringContaining('/recordings/hcall_') : null,
        recording_expires_at: talked ? expect.any(String) : null,
        analysis: { status: 'not_requested' },
      });
      if (reason) expect(call['status_reason']).toMatch(reason);
      else expect(call).not.toHaveProperty('status_reason');
      const seconds = call['duration_seconds'] ?? 0;
      const credits = hosted && talked ? Math.max(1, Math.ceil(seconds / 60)) : 0;
      expect(call['cost']).toEqual({
        credits,
        talk_seconds: seconds,
        billed_by: hosted ? 'credits' : 'provider',
      });
      expect(await calls.credits()).toMatchObject({ balance: 1000 - credits, reserved: 0 });
      expect((await calls.charges()).map(({ type, amount, call_id }) => ({ type, amount, call_id }))).toEqual(
        credits > 0 ? [{ type: 'human_call', amount: -credits, call_id: made['id'] }] : [],
      );
      expect(await calls.events(made['id'])).toEqual([]);
      const lines = await service.unitOfWork.rows('SELECT FROM line_use WHERE account_id = $1', [
        calls.account.id,
      ]);
      expect(lines).toHaveLength(0);
    },
  ),
);

describe('credits', () => {
  test('limit the talk to the available minutes', async () => {
    const poor = new HumanCallTests(service, await service.account({ credits: '2.5' }));
    const { id } = await poor.call({ counsellor_id: await poor.counsellor(), phone_number: number('0014') });
    expect(await poor.final(id)).toMatchObject({
      duration_seconds: 120,
      status_reason: expect.stringContaining('credits reserved'),
      cost: { credits: 2, talk_seconds: 120, billed_by: 'credits' },
    });
    expect(await poor.credits()).toMatchObject({ balance: 0.5, reserved: 0 });
  });

  test('hold a call until a top-up when none are left', async () => {
    const poor = new HumanCallTests(service, await service.account({ credits: '1' }));
    await service.unitOfWork.affected('UPDATE credit_accounts SET reserved = 1 WHERE account_id = $1', [
      poor.account.id,
    ]);
    const { id } = await poor.call({ counsellor_id: await poor.counsellor() });
    await service.advance(0);
    expect((await poor.read(id))['status_reason']).toMatch(/credits/);
    await service.app.get(Credits, { strict: false }).topUp(poor.account.id, 10_0000n);
    await poor.reaches(id, ...FINAL);
  });
});

describe('a country closed meanwhile', () => {
  test.each([
    ['contact', '+12025550123', number(), /^The number must be /],
    ['counsellor', number(), '+12025550124', /^The counsellor's number must be /],
  ])('fails a waiting call of its %s', async (_who, phone_number, mobile_number, reason) => {
    await accounts().set(calls.account.id, { lines: 0 });
    const counsellor_id = await calls.counsellor('1000', { mobile_number });
    const { id } = await calls.call({ counsellor_id, phone_number });
    await accounts().set(calls.account.id, { countries: ['IN'], lines: 10 });
    await service.advance(5_000);
    const { status, status_reason } = await calls.final(id);
    expect([status, status_reason]).toEqual(['failed', expect.stringMatching(reason)]);
  });
});
