import { createSocket } from 'node:dgram';
import { resolve as pathOf } from 'node:path';
import { eventually, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { queueCall, reaches, sipAccount, sipTrunk } from '../harness/sip-accounts';
import { SipDials } from '../harness/sip-dials';
import { changeOf, makeTrunk } from '../harness/trunks';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { hangUpAll, Softphone } from '../phone/harness/softphone';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', pathOf(__dirname, '../harness/compile-threads.cjs'));

const HOST = '127.0.0.1';

let service: TestApp;

beforeAll(async () => {
  service = await TestApp.start({ SIP_HOST: HOST, SIP_PORT: '0', RTP_PORTS: '0' });
});
afterAll(async () => {
  await hangUpAll();
  await service.stop();
});

const ready = async () => {
  const response = await fetch(`${service.origin}/health/ready`);
  return { code: response.status, telephony: ((await response.json()) as { telephony?: string }).telephony };
};

/** The figures as Prometheus reads them: name with labels → value. */
async function figures(): Promise<Record<string, number>> {
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('aics_'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** A trunk whose server cannot be found is reported until it is removed. */
async function expectTrunkDown(): Promise<void> {
  const { id } = await makeTrunk(service, 'sip', { server: ['no-such-name.invalid'] }, 'dead');
  await eventually(async () => {
    expect(await ready()).toEqual({ code: 200, telephony: `1 of 2 trunks is down: ${id}` });
  });
  expect(await figures()).toMatchObject({
    'aics_trunk_up{trunk="mumbai-1"}': 1,
    'aics_trunk_up{trunk="dead"}': 0,
    'aics_trunk_channels{trunk="mumbai-1"}': 0,
  });
  await new TelephonyOperations(service.app).trunks.remove(id);
}

/** A call over the trunk is counted while it lasts, and its packets are when it is over. */
async function expectCallCounted(phone: Softphone, trunkId: string): Promise<void> {
  const dials = new SipDials(service, await service.account());
  await dials.dial('spec_1', [trunkId]);
  await phone.until('answered');
  expect(await figures()).toMatchObject({
    'aics_trunk_channels{trunk="mumbai-1"}': 1,
    'aics_legs{kind="contact"}': 1,
    'aics_legs{kind="inbound"}': 0,
  });
  await dials.ended('spec_1');
  // The end is told before its transaction has committed.
  const after = await eventually(async () => {
    const found = await figures();
    expect(found).toMatchObject({
      'aics_trunk_channels{trunk="mumbai-1"}': 0,
      'aics_legs{kind="contact"}': 0,
      'aics_sip_responses_total{trunk="mumbai-1",method="INVITE",status="200"}': 1,
    });
    return found;
  });
  expect(after['aics_rtp_packets_total{direction="sent"}']).toBeGreaterThan(20);
  expect(after['aics_rtp_packets_total{direction="received"}']).toBeGreaterThan(20);
  const late = after['aics_media_late_seconds_count'] ?? 0;
  expect(late).toBeGreaterThan(20);
  expect(after['aics_media_late_seconds_bucket{le="+Inf"}']).toBe(late);
  expect(after['aics_media_late_seconds_bucket{le="0.2"}']).toBeLessThanOrEqual(late);
}

test('lists trunks in the probe when there are any, and never fails it for them', async () => {
  expect(await ready()).toEqual({ code: 200, telephony: undefined });
  expect(await figures()).toMatchObject({
    aics_media_processes: 1,
    aics_recordings_waiting: 0,
    aics_media_late_seconds_count: 0,
    'aics_rtp_packets_total{direction="sent"}': 0,
  });

  const phone = await Softphone.listening(HOST, '--hang-up-after', '1');
  const up = await makeTrunk(service, 'sip', { server: [phone.address] }, 'mumbai-1');
  const off = await makeTrunk(service, 'sip', { enabled: 'no' });
  await eventually(async () => {
    expect(await ready()).toEqual({ code: 200, telephony: 'ok' });
    expect(await figures()).toMatchObject({ 'aics_trunk_up{trunk="mumbai-1"}': 1 });
  });

  await expectTrunkDown();
  const commands = new TelephonyOperations(service.app);
  await commands.trunks.remove(off.id);
  await eventually(async () => {
    expect(await ready()).toEqual({ code: 200, telephony: 'ok' });
  });
  expect(await figures()).not.toHaveProperty('aics_trunk_up{trunk="dead"}');

  await expectCallCounted(phone, up.id);

  await commands.setTrunk(up.id, await changeOf({ enabled: 'no' }), false);
  await eventually(async () => {
    expect(await figures()).not.toHaveProperty('aics_trunk_up{trunk="mumbai-1"}');
  });
  expect((await ready()).telephony).toBe('ok');
});

test('counts dropped packets by their reason', async () => {
  const phone = await Softphone.listening(HOST);
  await makeTrunk(service, 'sip', { server: [phone.address], allow: '192.0.2.1' });
  const port = await eventually(async () => {
    const [row] = await service.unitOfWork.rows<{ address: string }>(
      `SELECT sip_address AS address FROM media_processes WHERE sip_address NOT LIKE '%:0'`,
    );
    expect(row).toBeDefined();
    return Number(row?.address.split(':')[1]);
  });
  const stranger = createSocket('udp4');
  const via = `Via: SIP/2.0/UDP ${HOST}:9;branch=z9hG4bKx`;
  const rest = 'From: <sip:a@b>;tag=1\r\nTo: <sip:b@b>\r\nCall-ID: x\r\nCSeq: 1 OPTIONS\r\nMax-Forwards: 70';
  stranger.send(`OPTIONS sip:x@${HOST} SIP/2.0\r\n${via}\r\n${rest}\r\n\r\n`, port, HOST);
  await eventually(async () => {
    expect(await figures()).toMatchObject({ 'aics_sip_dropped_total{reason="unknown_source"}': 1 });
  });
  stranger.close();
});

test('measures how long a call waited for its channel', async () => {
  const phone = await Softphone.listening(HOST, '--reject', '486');
  const trunk = await sipTrunk(service, phone.address, { enabled: 'no' });
  const account = await sipAccount(service, [trunk]);
  const id = await queueCall(service, account, number('0001'));
  await service.advance(70_000);
  await new TelephonyOperations(service.app).setTrunk(trunk, await changeOf({ enabled: 'yes' }), false);
  await reaches(service, account, id, 'busy');
  const after = await figures();
  expect(after).toMatchObject({
    aics_channel_wait_seconds_count: 1,
    'aics_channel_wait_seconds_bucket{le="60"}': 0,
    'aics_channel_wait_seconds_bucket{le="+Inf"}': 1,
  });
  expect(after['aics_channel_wait_seconds_sum']).toBeGreaterThanOrEqual(70);
});
