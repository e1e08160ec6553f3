import { resolve as pathOf } from 'node:path';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { SipStack } from '../../src/carriers/infrastructure/sip/sip-stack';
import { eventually, TestApp } from '../harness/app';
import { SipDials } from '../harness/sip-dials';
import { makeTrunk } from '../harness/trunks';
import { Registrar } from '../phone/harness/registrar';
import { hangUpAll, Softphone } from '../phone/harness/softphone';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', pathOf(__dirname, '../harness/compile-threads.cjs'));

const HOST = '127.0.0.1';
const DAY = 86_400_000;

let service: TestApp;
let dials: SipDials;
let pbx: Registrar;

beforeAll(async () => {
  service = await TestApp.start({ SIP_HOST: HOST, SIP_PORT: '0', RTP_PORTS: '0', RETENTION_DAYS: '30' });
  dials = new SipDials(service, await service.account());
  pbx = await Registrar.open('acme', 's3cret');
});
afterAll(async () => {
  pbx.close();
  await hangUpAll();
  await service.stop();
});

async function trunk(name: string, given: Record<string, unknown>): Promise<string> {
  const { id } = await makeTrunk(service, 'sip', given, name);
  await eventually(() => {
    expect(service.app.get(SipStack, { strict: false }).trunk(id)).toBeDefined();
    return Promise.resolve();
  });
  return id;
}

const trace = (callId: string) => new TelephonyOperations(service.app).traces.show(callId);

/** Direction and first line of each message. */
const story = async (callId: string) =>
  (await trace(callId)).map(({ direction, text }) => `${direction} ${text.split(/ sip:|\r\n/, 1)[0] ?? ''}`);

test('records a call to the answer of its BYE, and a challenge without its response', async () => {
  const phone = await Softphone.listening(HOST);
  const plain = await trunk('plain', { server: [phone.address] });
  const locked = await trunk('locked', { server: [pbx.address], username: 'acme', password: 's3cret' });

  await dials.dial('spec_1', [plain]);
  await phone.until('answered');
  await phone.stop();
  await dials.ended('spec_1');
  await eventually(async () => {
    expect((await story('spec_1')).at(-1)).toBe('sent SIP/2.0 200 OK');
  });
  expect(await story('spec_1')).toEqual(
    expect.arrayContaining(['sent INVITE', 'received SIP/2.0 200 OK', 'sent ACK', 'received BYE']),
  );
  const [invite] = await trace('spec_1');
  expect(invite).toMatchObject({ direction: 'sent', trunk: 'plain', at: expect.stringMatching(/^2.*Z$/) });
  expect(invite?.text).toMatch(/^INVITE sip:\+919800000001@[^]*\r\n\r\nv=0/);

  await dials.dial('spec_2', [locked]);
  await dials.ended('spec_2');
  const texts = (await trace('spec_2')).map(({ text }) => text).join('\n');
  expect(texts).toContain('WWW-Authenticate: Digest realm=');
  expect(texts).toContain('Authorization: Digest [blanked]');
  expect(texts).not.toMatch(/response="/);
});

test('records all dials of a call in their order, with their trunks', async () => {
  const busy = await Softphone.listening(HOST, '--reject', '503');
  const ids = [
    await trunk('first', { server: [busy.address] }),
    await trunk('second', { server: [busy.address] }),
  ] as const;
  await dials.dial('spec_3', [ids[1]], { attempt: 2 });
  await dials.dial('spec_3', ids, { attempt: 1 });
  const trunks = (await trace('spec_3'))
    .filter(({ text }) => text.startsWith('INVITE'))
    .map((one) => one.trunk);
  expect(trunks).toEqual(['first', 'second', 'second']);
});

test('reports that a call that used no trunk has no trace', async () => {
  await expect(trace('call_x')).rejects.toThrow('No trunk was asked for a call call_x');
});

test('deletes traces after TRACE_DAYS', async () => {
  const rows = () => service.unitOfWork.rows('SELECT FROM call_traces');
  expect(await rows()).not.toEqual([]);
  await service.advance(6 * DAY);
  expect(await rows()).not.toEqual([]);
  await service.advance(1.1 * DAY);
  expect(await rows()).toEqual([]);
  expect(await trace('spec_1')).toEqual([]);
});

test('removes the numbers of legs after RETENTION_DAYS, and preserves their count', async () => {
  const legs = () =>
    service.unitOfWork.rows<{ number: string | null; invite: object | null; status: string | null }>(
      `SELECT coalesce(phone_number, shown_number) AS number, coalesce(sip_invite, sip_dialog) AS invite, last_status AS status
       FROM legs WHERE call_id = 'spec_3' ORDER BY attempt, try`,
    );
  const status = '503 Service Unavailable';
  const kept = { number: '+919800000001', invite: expect.anything(), status };
  expect(await legs()).toEqual([kept, kept, kept]);
  await service.advance(30 * DAY);
  const left = { number: null, invite: null, status: '503' };
  expect(await legs()).toEqual([left, left, left]);
});
