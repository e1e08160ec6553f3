import { randomBytes } from 'node:crypto';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { eventually, type TestAccount, type TestApp } from '../harness/app';
import { cloudService, syncTrunks, twilioTrunk } from '../harness/cloud-service';
import { ACCOUNT_SID, FakeTwilio } from '../fakes/carriers/twilio.mjs';
import { answeredByAgent, callFrom, newNumber } from '../harness/inbound';
import { compileThreads } from '../harness/sip-accounts';
import { changeOf } from '../harness/trunks';

compileThreads();

const REJECT = '<Response><Reject reason="busy"/></Response>';

let service: TestApp;
let twilio: FakeTwilio;
let trunk: { id: string; inboundUrl: string };
let account: TestAccount;
let called: string;
let callers = 0;

const newCaller = () => `+9198100${String(++callers).padStart(5, '0')}`;

beforeAll(async () => {
  twilio = await FakeTwilio.open();
  service = await cloudService();
  trunk = await twilioTrunk(service, twilio.url);
  account = await service.account();
  called = (await answeredByAgent(service, account, trunk.id)).phoneNumber;
});
afterAll(async () => {
  await service.stop();
  await twilio.close();
});

const callsFrom = (caller: string) =>
  service.unitOfWork.rows('SELECT status FROM calls WHERE phone_number = $1', [caller]);

test('answers a caller, who receives the agent and hangs up', async () => {
  const from = newCaller();
  const { stream } = await twilio.callIn(trunk.inboundUrl, { to: called, from, hangUpAfterMs: 1_500 });
  expect(await stream?.opened).toBe(101);
  expect(await stream?.over).toBe('here');
  const call = await callFrom(service, account, from, 'completed');
  expect(call).toMatchObject({
    direction: 'inbound',
    ended_by: 'contact',
    account_number: called,
    phone_number: from,
  });
  // µ-law of a tone, not silence: the opening line.
  const loud = Buffer.concat(stream?.heard ?? []).filter((byte) => byte !== 0xff && byte !== 0x7f);
  expect(loud.length).toBeGreaterThan(4_000);
  await eventually(async () => {
    const shown = await service.api(account).get(`/calls/${call.id}`);
    expect(shown.recording_url).toEqual(expect.any(String));
  });
});

test('creates one call for a repeated request', async () => {
  const from = newCaller();
  const sid = `CA${randomBytes(16).toString('hex')}`;
  const both = await Promise.all(
    [0, 1].map(() => twilio.callIn(trunk.inboundUrl, { to: called, from, sid, hangUpAfterMs: 300 })),
  );
  expect(both.map(({ body }) => body)).toEqual([both[0]?.body, both[0]?.body]);
  // One socket is the leg's, the other one is refused.
  const opened = await Promise.all(both.map(async ({ stream }) => stream?.opened));
  expect(opened.sort()).toEqual([101, 404]);
  await callFrom(service, account, from, 'completed');
});

test('records a caller without a number as anonymous', async () => {
  const { stream } = await twilio.callIn(trunk.inboundUrl, {
    to: called,
    from: '+266696687',
    hangUpAfterMs: 200,
  });
  await stream?.over;
  await callFrom(service, account, 'anonymous', 'completed');
});

test('reports that a caller left before the audio was connected', async () => {
  const from = newCaller();
  const fields = { CallSid: `CA${'1'.repeat(32)}`, From: from, To: called, Direction: 'inbound' };
  const answer = await fetch(trunk.inboundUrl, {
    method: 'POST',
    headers: { 'x-twilio-signature': twilio.sign(trunk.inboundUrl, fields) },
    body: new URLSearchParams(fields),
  });
  const answeredAt = performance.now();
  twilio.gone.add(fields.CallSid);
  twilio.late.add(fields.CallSid);
  expect(await answer.text()).toContain('<Connect><Stream url="ws://');
  await eventually(async () => {
    expect(await callsFrom(from)).toEqual([{ status: 'no_answer' }]);
  });
  // By the second look-up, not by the limit of 10 s.
  expect(performance.now() - answeredAt).toBeLessThan(9_000);
});

test('rejects a call to an unassigned number, and does not record it', async () => {
  const from = newCaller();
  const { body } = await twilio.callIn(trunk.inboundUrl, { to: newNumber(), from });
  expect(body).toContain(REJECT);
  expect(await callsFrom(from)).toEqual([]);
});

test('records a refused call with the reason when the agent is disabled', async () => {
  const { phoneNumber, agentId } = await answeredByAgent(service, account, trunk.id, { name: 'Off' });
  await service.api(account).patch(`/agents/${agentId}`, { enabled: false });
  const from = newCaller();
  const { body } = await twilio.callIn(trunk.inboundUrl, { to: phoneNumber, from });
  expect(body).toContain(REJECT);
  expect(await callFrom(service, account, from, 'failed')).toMatchObject({
    status_reason: 'The agent is turned off.',
  });
});

describe('forged requests of Twilio', () => {
  const fields = () => ({
    CallSid: `CA${randomBytes(16).toString('hex')}`,
    AccountSid: ACCOUNT_SID,
    From: newCaller(),
    To: called,
    Direction: 'inbound',
    CallStatus: 'ringing',
  });
  const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form), headers });
  const otherToken = () => trunk.inboundUrl.replace(/[\w-]{43}/, randomBytes(32).toString('base64url'));

  test.each<[string, number, (form: Record<string, string>) => Promise<Response>]>([
    ['no signature', 404, (form) => post(trunk.inboundUrl, form)],
    [
      'the signature of other fields',
      404,
      (form) =>
        post(trunk.inboundUrl, form, {
          'x-twilio-signature': twilio.sign(trunk.inboundUrl, { ...form, From: '+12025550111' }),
        }),
    ],
    [
      'another token, rightly signed',
      404,
      (form) => {
        const url = otherToken();
        return post(url, form, { 'x-twilio-signature': twilio.sign(url, form) });
      },
    ],
    [
      'an address of another carrier',
      404,
      (form) => {
        const url = trunk.inboundUrl.replace('/twilio/', '/plivo/');
        return post(url, form, { 'x-twilio-signature': twilio.sign(url, form) });
      },
    ],
    [
      'more than 64 KiB, rightly signed',
      404,
      (form) => {
        const long = { ...form, Padding: 'x'.repeat(70_000) };
        return post(trunk.inboundUrl, long, {
          'x-twilio-signature': twilio.sign(trunk.inboundUrl, long),
        });
      },
    ],
    ['another method', 405, () => fetch(trunk.inboundUrl)],
    ['another path', 404, () => fetch(new URL('/telephony/twilio', trunk.inboundUrl), { method: 'POST' })],
    ['a socket asked for by GET', 405, () => fetch(trunk.inboundUrl.replace(/inbound$/, 'media'))],
  ])('return 404 and change nothing: %s: %i', async (_what, status, ask) => {
    const form = fields();
    const answer = await ask(form);
    expect([answer.status, await answer.text()]).toEqual([status, '']);
    expect(await callsFrom(form.From)).toEqual([]);
  });

  test('are counted', async () => {
    const metrics = await (await fetch(`${service.origin}/metrics`)).text();
    expect(metrics).toMatch(/aics_callbacks_refused_total\{kind="twilio"\} [1-9]/);
  });
});

test('rejects the old address after a new token', async () => {
  const operator = new TelephonyOperations(service.app);
  const old = trunk.inboundUrl;
  const changed = await operator.setTrunk(trunk.id, await changeOf({}), true);
  await syncTrunks(service);
  expect(changed.inbound_url).not.toBe(old);
  const from = newCaller();
  expect((await twilio.callIn(old, { to: called, from })).status).toBe(404);
  const { stream } = await twilio.callIn(changed.inbound_url ?? '', { to: called, from, hangUpAfterMs: 200 });
  await stream?.over;
  await callFrom(service, account, from, 'completed');
});
