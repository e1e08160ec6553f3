import { Operations } from '../../src/cli/operations';
import { People } from '../../src/accounts';
import { eventually, TestApp } from '../harness/app';
import { callFrom, Callers, openedNumber, rowsOf, AnsweredNumber } from '../harness/inbound';
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

test('answers within a second by the agent of the number, and reports the call as any other', async () => {
  const called = await openedNumber(service);
  const caller = callers.newCaller();
  const { leads } = service.app.get(People, { strict: false });
  await leads.add(called.id, { phoneNumber: caller, name: 'Ravi', externalId: 'crm-7' });
  const beganAt = performance.now();
  const placed = await callers.call(called.phoneNumber, caller);
  const session = await placed.answered;
  const answeredAt = performance.now();
  expect(answeredAt - beganAt).toBeLessThan(1_000);
  expect(placed.provisional.map(({ status }) => status)).toContain(180);
  const talking = await callFrom(service, called, caller, 'in_progress');
  expect(talking).toMatchObject({
    direction: 'inbound',
    phone_number: caller,
    account_number: called.phoneNumber,
    agent_id: called.agentId,
    contact: { name: 'Ravi', external_id: 'crm-7' },
    variables: {},
    metadata: {},
    test: false,
    created_at: expect.any(String),
  });
  expect(talking).not.toHaveProperty('dialed_at');
  const { id } = talking;
  expect(await rowsOf(service, id)).toEqual({
    lines: [{ kind: 'inbound' }],
    dials: [{ kind: 'inbound', attempt: 1, counted: false, open: true }],
    legs: [{ kind: 'inbound', phone_number: caller, shown_number: called.phoneNumber, open: true }],
    reserved: [expect.anything()],
  });
  await service.http(called).post(`/calls/${id}/cancel`).expect(409);
  await eventually(() => {
    expect(speech.said.map(({ input }) => input)).toContain('Welcome, this is Asha.');
    return Promise.resolve();
  });
  await eventually(() => {
    expect(performance.now() - beganAt).toBeGreaterThan(1_500);
    return Promise.resolve();
  });
  const seconds = (performance.now() - answeredAt) / 1_000;
  await session.hangUp();
  const ended = await callFrom(service, called, caller, 'completed');
  expect(ended).toMatchObject({ ended_by: 'contact', recording_url: expect.any(String) });
  expect(Math.abs(Number(ended.duration_seconds) - seconds)).toBeLessThanOrEqual(1.5);
  expect(ended).not.toHaveProperty('answered_by');
  const rest = await rowsOf(service, id);
  expect(rest).toMatchObject({ lines: [], dials: [{ open: false }], legs: [{ open: false }], reserved: [] });
  await isTraced(called, caller, id);
});

/** In the timeline, in the SIP trace and in the list of inbound calls. */
async function isTraced(called: AnsweredNumber, caller: string, id: string): Promise<void> {
  const { data } = await service.api(called).get(`/calls/${id}/timeline`);
  expect(data.map(({ type, message }) => `${type}: ${message}`).slice(0, 4)).toEqual([
    expect.stringMatching(/^accepted: The call came in over trunk t\d+\.$/),
    'line_taken: A line was free and credits are reserved.',
    'ringing: The caller hears ringing.',
    'answered: The agent answered.',
  ]);
  expect(data.map(({ type }) => type)).toEqual(expect.arrayContaining(['media', 'ended']));
  await eventually(async () => {
    const trace = await new Operations(service.app).telephony.traces.show(id);
    expect(trace.map(({ direction, text }) => `${direction} ${text.split('\r\n', 1)[0] ?? ''}`)).toEqual(
      expect.arrayContaining([
        `received INVITE sip:${called.phoneNumber}@aics.example SIP/2.0`,
        'sent SIP/2.0 180 Ringing',
        'sent SIP/2.0 200 OK',
        expect.stringMatching(/^received BYE /),
      ]),
    );
  });
  const listed = await service.api(called).get(`/calls?direction=inbound&phone_number=${caller.slice(1)}`);
  expect(listed.data.map((call) => call.id)).toEqual([id]);
}

test('logs nothing of the callers', () => {
  const all = logged.join('');
  expect(all).toContain('"level"');
  for (const secret of ['+9197', '9197000', '+91224', 'Ravi', 'Asha']) expect(all).not.toContain(secret);
});
