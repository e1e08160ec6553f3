import { Operations } from '../../src/cli/operations';
import { eventually, TestApp } from '../harness/app';
import { callFrom, Callers, newNumber, openedNumber, rowsOf } from '../harness/inbound';
import { compileThreads } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';

compileThreads();

let service: TestApp;
let speech: SpeechServer;
let callers: Callers;
const logged: string[] = [];

beforeAll(async () => {
  speech = await SpeechServer.start();
  service = await TestApp.start({ ...speech.environment, LOG_LEVEL: 'debug' }, undefined, (line) =>
    logged.push(line),
  );
  callers = await Callers.open(service);
});
afterAll(async () => {
  await callers.close();
  await service.stop();
  speech.close();
});

const refusals = async (reason: string): Promise<number> => {
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  return Number(new RegExp(`aics_inbound_refused_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
};

const OFF = { enabled: false };
const OUTBOUND = { direction: 'outbound' };
const VOICELESS = { tts_model: 'google', voice: 'Kore' };

describe('refused calls that are recorded', () => {
  test.each([
    ['no line is free', 486, 'busy', 'All lines were in use.', { account: { lines: 0 } }, null],
    [
      'no credits are left',
      480,
      'failed',
      'Not enough credits to answer.',
      { account: { credits: '0' } },
      null,
    ],
    [
      'no credits are left for an agent that is off',
      480,
      'failed',
      'Not enough credits to answer.',
      { account: { credits: '0' } },
      OFF,
    ],
    ['the agent is off', 480, 'failed', 'The agent is turned off.', {}, OFF],
    ['the agent only places calls', 480, 'failed', 'The agent only places calls.', {}, OUTBOUND],
    ['the agent cannot talk', 480, 'failed', 'The TTS engine google has no key.', {}, VOICELESS],
  ] as const)('end as reported when %s: %i, %s', async (_, status, becomes, reason, given, change) => {
    const called = await openedNumber(service, given);
    const caller = callers.newCaller();
    if (change) {
      const path = `/agents/${called.agentId}`;
      const { body } = await service.http(called).get(path);
      await service
        .http(called)
        .patch(path)
        .send({ ...change, version: body.version })
        .expect(200);
    }
    const placed = await callers.call(called.phoneNumber, caller);
    expect(await placed.failed).toMatchObject({ kind: 'refused', status, rang: false });
    const call = await callFrom(service, called, caller, becomes);
    expect(call).toMatchObject({ status_reason: reason, direction: 'inbound', ended_at: expect.any(String) });
    for (const absent of ['dialed_at', 'duration_seconds', 'ended_by'])
      expect(call).not.toHaveProperty(absent);
    expect(await rowsOf(service, call.id)).toEqual({
      lines: [],
      dials: [{ kind: 'inbound', attempt: 1, counted: false, open: false }],
      legs: [],
      reserved: [],
    });
    const events = await service.unitOfWork.rows('SELECT type FROM webhook_events WHERE call_id = $1', [
      call.id,
    ]);
    expect(events).toEqual([{ type: 'call.not_connected' }]);
    const { data } = await service.api(called).get(`/calls/${call.id}/timeline`);
    expect(data.map(({ type }) => type)).toEqual(['accepted', 'ended', 'event_made']);
  });

  test('are busy when no channel of the trunk is free: 486', async () => {
    const called = await openedNumber(service, { trunk: { channels: '1' } });
    const first = await (await callers.call(called.phoneNumber, callers.newCaller())).answered;
    const caller = callers.newCaller();
    const placed = await callers.call(called.phoneNumber, caller);
    expect(await placed.failed).toMatchObject({ kind: 'refused', status: 486 });
    expect(await callFrom(service, called, caller, 'busy')).toMatchObject({
      status_reason: 'The service had no room for the call.',
    });
    await first.hangUp();
  });

  test('fail when the agent’s voice is not ready in 3 s: 480', async () => {
    const called = await openedNumber(service, {
      agent: { opening_line: 'Nobody hears this one.' },
    });
    const caller = callers.newCaller();
    speech.refusals.push('silent', 'silent');
    const beganAt = performance.now();
    const placed = await callers.call(called.phoneNumber, caller);
    expect(await placed.failed).toMatchObject({ kind: 'refused', status: 480, rang: true });
    expect(Math.abs(performance.now() - beganAt - 3_000)).toBeLessThan(1_000);
    const call = await callFrom(service, called, caller, 'failed');
    expect(call).toMatchObject({ status_reason: 'The agent was not ready in time.' });
    expect(await rowsOf(service, call.id)).toMatchObject({
      lines: [],
      legs: [{ open: false }],
      reserved: [],
    });
    speech.refusals.length = 0;
  });

  test('are no_answer when the caller gives up first: 487', async () => {
    const called = await openedNumber(service, { agent: { opening_line: 'Too late for that.' } });
    const caller = callers.newCaller();
    speech.refusals.push('silent', 'silent');
    const placed = await callers.call(called.phoneNumber, caller);
    await eventually(() => {
      expect(placed.provisional.map(({ status }) => status)).toContain(180);
      return Promise.resolve();
    });
    placed.call.cancel();
    expect(await placed.failed).toMatchObject({ kind: 'canceled', answered: false });
    const call = await callFrom(service, called, caller, 'no_answer');
    expect(call).toMatchObject({ status_reason: 'The caller hung up before the agent answered.' });
    expect(await rowsOf(service, call.id)).toMatchObject({
      lines: [],
      legs: [{ open: false }],
      reserved: [],
    });
    expect(callers.responses(487)).toHaveLength(1);
    speech.refusals.length = 0;
  });
});

describe('refused calls that are not recorded', () => {
  const recorded = async (caller: string) =>
    (await service.unitOfWork.rows('SELECT FROM calls WHERE phone_number = $1', [caller])).length;

  test.each([
    ['to a number that nobody has', () => Promise.resolve(newNumber()), 'unknown_number'],
    ['to a number without an agent', () => silentNumber(), 'no_agent'],
    ['to a number that is none', () => Promise.resolve('help.me'), 'unknown_number'],
    ['to a number of another trunk', () => foreignNumber(), 'unknown_number'],
  ])('get 404 when %s', async (_, make, reason) => {
    await openedNumber(service);
    const [called, before, caller] = [await make(), await refusals(reason), callers.newCaller()];
    const placed = await callers.call(called, caller);
    expect(await placed.failed).toMatchObject({ kind: 'refused', status: 404 });
    expect(await recorded(caller)).toBe(0);
    expect(await refusals(reason)).toBe(before + 1);
  });

  async function silentNumber(): Promise<string> {
    const { phoneNumber } = await openedNumber(service);
    await new Operations(service.app).telephony.setNumber(phoneNumber, { agentId: null });
    return phoneNumber;
  }

  async function foreignNumber(): Promise<string> {
    return (await openedNumber(service, { trunk: { allow: ['192.0.2.0/24'] } })).phoneNumber;
  }

  test('get 503 with Retry-After: 5 beyond --inbound-per-second', async () => {
    const called = await openedNumber(service, { trunk: { inboundPerSecond: '1' }, account: { lines: 0 } });
    const [first, second] = [callers.newCaller(), callers.newCaller()];
    expect(await (await callers.call(called.phoneNumber, first)).failed).toMatchObject({ status: 486 });
    expect(await (await callers.call(called.phoneNumber, second)).failed).toMatchObject({ status: 503 });
    expect([await recorded(first), await recorded(second)]).toEqual([1, 0]);
    expect(callers.responses(503)[0]).toMatch(/\r\nretry-after: 5\r\n/i);
    expect(await refusals('rate')).toBe(1);
  });
});

test('logs nothing of the callers', () => {
  const all = logged.join('');
  expect(all).toContain('"level"');
  for (const secret of ['+9197', '9197000', '+91224', 'Ravi', 'Asha']) expect(all).not.toContain(secret);
});
