import { randomBytes, randomUUID } from 'node:crypto';
import { eventually, type TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { cloudService, cloudTrunk } from '../harness/cloud-service';
import { FakeExotel } from '../fakes/carriers/exotel.mjs';
import { FakePlivo } from '../fakes/carriers/plivo.mjs';
import { FakeTwilio } from '../fakes/carriers/twilio.mjs';
import { HumanCallTests } from '../harness/human-calls';
import { humanReaches } from '../harness/human-sip';
import { compileThreads, type SipAccount, sipAccount } from '../harness/sip-accounts';

compileThreads();

type Fields = Readonly<Record<string, string>>;

/** How a carrier says what became of the counsellor of a human call. */
interface Carrier {
  readonly fake: FakeTwilio | FakePlivo | FakeExotel;
  /** The address of its callbacks, and its id of the call. */
  readonly of: (counsellor: string) => { readonly url: string; readonly id: string } | undefined;
  readonly says: (id: string, status: string) => Fields;
  readonly otherId: string;
  /** Signs for an address; without it the token is the proof. */
  readonly headers?: (url: string, fields: Fields) => Record<string, string>;
}

async function twilio(): Promise<Carrier> {
  const fake = await FakeTwilio.open();
  return {
    fake,
    of: (to) => fake.callsTo(to).map(({ id, callbackUrl }) => ({ id, url: callbackUrl ?? '' }))[0],
    says: (CallSid, CallStatus) => ({ CallSid, CallStatus }),
    otherId: `CA${'2'.repeat(32)}`,
    headers: (url, fields) => ({ 'x-twilio-signature': fake.sign(url, fields) }),
  };
}

async function plivo(): Promise<Carrier> {
  const fake = await FakePlivo.open();
  return {
    fake,
    of: (to) => fake.callsTo(to).map(({ id, urls }) => ({ id, url: urls.hangup_url }))[0],
    says: (RequestUUID, CallStatus) => ({ RequestUUID, CallStatus }),
    otherId: randomUUID(),
    headers: (url, fields) => fake.signed(url, fields),
  };
}

async function exotel(): Promise<Carrier> {
  const fake = await FakeExotel.open();
  return {
    fake,
    of: (to) => fake.callsTo(to).map(({ id, form }) => ({ id, url: form.get('StatusCallback') ?? '' }))[0],
    says: (CallSid, Status) => ({ CallSid, Status, EventType: 'terminal', 'Legs[0][Status]': Status }),
    otherId: 'f'.repeat(32),
  };
}

let service: TestApp;
beforeAll(async () => {
  service = await cloudService();
});
afterAll(() => service.stop());

describe.each([
  ['twilio', twilio],
  ['plivo', plivo],
  ['exotel', exotel],
] as const)('a human call over %s whose counsellor rings', (kind, open) => {
  let carrier: Carrier;
  let account: SipAccount;
  let call: { readonly id: string; readonly url: string; readonly carrierCallId: string };

  beforeAll(async () => {
    carrier = await open();
    const trunk = await cloudTrunk(service, kind, carrier.fake.url);
    account = await sipAccount(service, [trunk.id], { carrier: kind });
    const counsellor = number('1000');
    carrier.fake.will(counsellor, { becomes: 'rings' });
    const tests = new HumanCallTests(service, account);
    const counsellor_id = await tests.counsellor('1000', { mobile_number: counsellor });
    const { id } = await tests.call({ counsellor_id, analyze: false });
    const known = await eventually(() => {
      const found = carrier.of(counsellor);
      return found ? Promise.resolve(found) : Promise.reject(new Error('it is not asked for yet'));
    });
    call = { id, url: known.url.split('#', 1)[0] ?? '', carrierCallId: known.id };
  });
  afterAll(() => carrier.fake.close());

  async function post(url: string, fields: Fields, headers?: Record<string, string>): Promise<number> {
    const isJson = kind === 'exotel';
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        ...(headers ?? carrier.headers?.(url, fields)),
        ...(isJson && { 'content-type': 'application/json' }),
      },
      body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields),
    });
    return answer.status;
  }

  const busy = () => carrier.says(call.carrierCallId, 'busy');
  const isSigned = kind !== 'exotel';

  test.each<[string, number, () => Promise<number>]>([
    ...(isSigned
      ? ([
          ['a forged end', 404, () => post(call.url, busy(), {})],
          [
            'an end that was signed for another address',
            404,
            () => post(call.url, busy(), carrier.headers?.(`${call.url}s`, busy())),
          ],
          [
            'an end whose fields were changed on the way',
            404,
            () => post(call.url, busy(), carrier.headers?.(call.url, { ...busy(), More: '1' })),
          ],
        ] satisfies [string, number, () => Promise<number>][])
      : []),
    [
      'an end at an address with a token that is nobody’s',
      404,
      () => post(call.url.replace(/[\w-]{43}/, randomBytes(32).toString('base64url')), busy()),
    ],
    [
      'an end at the address of another carrier',
      404,
      () => post(call.url.replace(kind, kind === 'twilio' ? 'plivo' : 'twilio'), busy()),
    ],
    ['more than 64 KiB', 404, () => post(call.url, { ...busy(), More: 'x'.repeat(65_536) })],
    ['another method', 405, async () => (await fetch(call.url)).status],
    ['the end of another call', 200, () => post(call.url, carrier.says(carrier.otherId, 'busy'))],
    ['words that nobody knows', 200, () => post(call.url, carrier.says(call.carrierCallId, 'null'))],
    ['no words', 200, () => post(call.url, { More: '1' })],
  ])('stays unchanged by %s: %i', async (_what, status, ask) => {
    expect(await ask()).toBe(status);
    const rows = await service.unitOfWork.rows('SELECT status FROM human_calls WHERE id = $1', [call.id]);
    expect(rows).toEqual([{ status: 'ringing_counsellor' }]);
  });

  test('ends by the carrier’s callback, also a repeated one, and expires its token after 10 minutes', async () => {
    expect(await post(call.url, busy())).toBe(200);
    const before = await humanReaches(service, account, call.id, 'busy');
    expect(before['no_answer_by']).toBe('counsellor');
    // Replayed, and another end after it.
    expect(await post(call.url, busy())).toBe(200);
    expect(await post(call.url, carrier.says(call.carrierCallId, 'completed'))).toBe(200);
    expect(await humanReaches(service, account, call.id, 'busy')).toEqual(before);
    await service.advance(11 * 60_000);
    expect(await post(call.url, busy())).toBe(404);
  });
});
