import { randomBytes, randomUUID } from 'node:crypto';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { CloudInboundDriver } from '../harness/cloud-inbound-driver';
import { syncTrunks } from '../harness/cloud-service';
import { callFrom, newNumber } from '../harness/inbound';
import { changeOf } from '../harness/trunks';

const driver = new CloudInboundDriver();

const REJECTED = { plivo: '<Response><Hangup reason="busy"/></Response>', exotel: '{}' };

describe.each(['plivo', 'exotel'] as const)('%s', (kind) => {
  test('rejects a call to an unassigned number, and does not record it', async () => {
    const carrier = driver[kind];
    const from = driver.newCaller();
    const { status, body } = await carrier.fake.callIn(carrier.trunk.inboundUrl, {
      to: newNumber(),
      from,
    });
    expect(status).toBe(200);
    expect(body).toContain(REJECTED[kind]);
    expect(await driver.callsFrom(from)).toEqual([]);
  });

  test('returns 404 for an address with another token or of another carrier', async () => {
    const carrier = driver[kind];
    const { inboundUrl } = carrier.trunk;
    const other = kind === 'plivo' ? 'exotel' : 'plivo';
    for (const url of [
      inboundUrl.replace(/[\w-]{43}/, randomBytes(32).toString('base64url')),
      inboundUrl.replace(`/${kind}/`, `/${other}/`),
      inboundUrl.replace(/inbound$/, 'status'),
    ]) {
      const from = driver.newCaller();
      const refused = await carrier.fake.callIn(url, { to: carrier.called, from });
      expect([404, 405]).toContain(refused.status);
      expect(refused.body).toBe('');
      expect(await driver.callsFrom(from)).toEqual([]);
    }
  });
});

describe('forged callbacks of Plivo', () => {
  const fields = () => ({
    CallUUID: randomUUID(),
    From: driver.newCaller(),
    To: driver.plivo.called,
    Direction: 'inbound',
    CallStatus: 'ringing',
  });
  const post = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(driver.plivo.trunk.inboundUrl, { method: 'POST', body: new URLSearchParams(form), headers });
  const signed = (form: Record<string, string>, url = driver.plivo.trunk.inboundUrl) =>
    driver.plivo.fake.signed(url, form);

  test.each<[string, (form: Record<string, string>) => Promise<Response>]>([
    ['no signature', (form) => post(form)],
    ['the signature of other fields', (form) => post(form, signed({ ...form, From: '+12025550111' }))],
    ['the signature of another address', (form) => post(form, signed(form, 'https://other.example/'))],
    ['another nonce', (form) => post(form, { ...signed(form), 'x-plivo-signature-v3-nonce': '1' })],
    [
      'a signature under another token alone',
      (form) => {
        const { 'x-plivo-signature-ma-v3': _, ...others } = signed(form);
        return post(form, others);
      },
    ],
    [
      'more than 64 KiB, rightly signed',
      (form) => {
        const long = { ...form, Padding: 'x'.repeat(70_000) };
        return post(long, signed(long));
      },
    ],
  ])('return 404 without a body, and change nothing: %s', async (_what, ask) => {
    const form = fields();
    const answer = await ask(form);
    expect([answer.status, await answer.text()]).toEqual([404, '']);
    expect(await driver.callsFrom(form.From)).toEqual([]);
  });
});

test('accepts Exotel from the networks of --allow alone, and refuses POST with 405', async () => {
  const { fake, trunk, account, called } = driver.exotel;
  const allow = async (networks: string[]) => {
    await new TelephonyOperations(driver.service.app).setTrunk(
      trunk.id,
      await changeOf({ allow: networks }),
      false,
    );
    await syncTrunks(driver.service);
  };
  await allow(['192.0.2.0/24']);
  const from = driver.newCaller();
  expect((await fake.callIn(trunk.inboundUrl, { to: called, from })).status).toBe(404);
  expect(await driver.callsFrom(from)).toEqual([]);
  await allow(['192.0.2.0/24', '127.0.0.1/32']);
  expect((await fetch(trunk.inboundUrl, { method: 'POST' })).status).toBe(405);
  const { stream } = await fake.callIn(trunk.inboundUrl, {
    to: called,
    from,
    hangUpAfterMs: 200,
  });
  await stream?.over;
  await callFrom(driver.service, account, from, 'completed');
});
