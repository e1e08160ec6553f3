import { randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import { eventually, type TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { cloudService, twilioTrunk } from '../harness/cloud-service';
import { FakeTwilio, type TwilioCall } from '../fakes/carriers/twilio.mjs';
import { compileThreads, queueCall, reaches, type SipAccount, sipAccount } from '../harness/sip-accounts';

compileThreads();

let service: TestApp;
let twilio: FakeTwilio;
let account: SipAccount;
const logged: string[] = [];

beforeAll(async () => {
  twilio = await FakeTwilio.open();
  service = await cloudService({ LOG_LEVEL: 'debug' }, (line) => logged.push(line));
  const trunk = await twilioTrunk(service, twilio.url);
  account = await sipAccount(service, [trunk.id], { carrier: 'twilio' });
});
afterAll(async () => {
  await service.stop();
  await twilio.close();
});

describe('a ringing call over Twilio', () => {
  let ringing: { readonly id: string; readonly call: TwilioCall };
  let statusUrl: string;
  let mediaUrl: string;

  const post = async (url: string, fields: Record<string, string>, signature?: string) => {
    const headers = { 'x-twilio-signature': signature ?? twilio.sign(url, fields) };
    const { status } = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) });
    return status;
  };
  const statusOf = async () => {
    const [row] = await service.unitOfWork.rows('SELECT status FROM calls WHERE id = $1', [ringing.id]);
    return row;
  };

  beforeAll(async () => {
    const phone = number('0001');
    twilio.will(phone, { becomes: 'rings' });
    const id = await queueCall(service, account, phone);
    const call = await eventually(() => {
      const [asked] = twilio.callsTo(phone);
      return asked ? Promise.resolve(asked) : Promise.reject(new Error('it is not asked for yet'));
    });
    ringing = { id, call };
    statusUrl = (ringing.call.form.get('StatusCallback') ?? '').split('#', 1)[0] ?? '';
    mediaUrl = /url="([^"]+)"/.exec(ringing.call.form.get('Twiml') ?? '')?.[1] ?? '';
    await eventually(async () => {
      expect(await service.api(account).get(`/calls/${ringing.id}/timeline`)).toMatchObject({
        data: expect.arrayContaining([expect.objectContaining({ type: 'ringing' })]) as unknown,
      });
    });
  });

  test('stores only a hash of its token', async () => {
    const [row] = await service.unitOfWork.rows<{ text: string }>(
      'SELECT row_to_json(l)::text AS text FROM legs l WHERE call_id = $1',
      [ringing.id],
    );
    const [token = ''] = /[\w-]{43}/.exec(statusUrl) ?? [];
    expect(token).toHaveLength(43);
    expect(row?.text).not.toContain(token);
    expect(logged.join('')).not.toContain(token);
  });

  test.each<[string, number, () => Promise<number>]>([
    [
      'a forged end',
      404,
      () =>
        post(
          statusUrl,
          { CallSid: ringing.call.id, CallStatus: 'completed' },
          'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        ),
    ],
    [
      'an end that was signed for another address',
      404,
      () => {
        const fields = { CallSid: ringing.call.id, CallStatus: 'completed' };
        return post(statusUrl, fields, twilio.sign(mediaUrl, fields));
      },
    ],
    [
      'the end of another call',
      200,
      () => post(statusUrl, { CallSid: `CA${'2'.repeat(32)}`, CallStatus: 'completed' }),
    ],
    ['words that nobody knows', 200, () => post(statusUrl, { CallSid: ringing.call.id, CallStatus: 'null' })],
    [
      'a token that is nobody’s',
      404,
      () => {
        const url = statusUrl.replace(/[\w-]{43}/, randomBytes(32).toString('base64url'));
        return post(url, { CallSid: ringing.call.id, CallStatus: 'completed' });
      },
    ],
  ])('stays unchanged by %s: %i', async (_what, status, ask) => {
    expect([await ask(), await statusOf()]).toEqual([status, { status: 'dialing' }]);
  });

  test('is connected by a signed socket, and by no forged one', async () => {
    const opened = (signature: string) =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(mediaUrl, { headers: { 'x-twilio-signature': signature } });
        socket.on('error', () => undefined);
        socket.on('open', () => resolve(101));
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      });
    expect(await opened('')).toBe(404);
    expect(await opened(twilio.sign(mediaUrl.replace('ws:', 'http:'), {}))).toBe(404);
    expect(await statusOf()).toEqual({ status: 'dialing' });
    expect(await opened(twilio.sign(mediaUrl, {}))).toBe(101);
    expect(await opened(twilio.sign(mediaUrl, {}))).toBe(404);
  });

  test('ends by the carrier’s callback, and expires its token after 10 minutes', async () => {
    const fields = { CallSid: ringing.call.id, CallStatus: 'completed' };
    expect(await post(statusUrl, fields)).toBe(200);
    await reaches(service, account, ringing.id, 'completed');
    expect(await post(statusUrl, fields)).toBe(200);
    await service.advance(11 * 60_000);
    expect(await post(statusUrl, fields)).toBe(404);
  });
});
