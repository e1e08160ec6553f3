import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Carriers } from '../../src/carriers';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { FakePlivo } from '../fakes/carriers/plivo.mjs';
import { eventually } from '../harness/app';
import { CloudInboundDriver } from '../harness/cloud-inbound-driver';
import { syncTrunks } from '../harness/cloud-service';
import { callFrom } from '../harness/inbound';
import { temporaryFolder } from '../harness/temporary-folder';
import { changeOf } from '../harness/trunks';
import { channelsOf, soundsIn } from '../phone/harness/sounds';

const driver = new CloudInboundDriver();
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** How each carrier shows its calls. */
const CARRIERS = {
  plivo: {
    newId: randomUUID,
    anonymous: 'anonymous',
    /** Samples, other than silence, of the audio that a caller gets. */
    loud: (heard: Buffer) => heard.filter((byte) => byte !== 0xff && byte !== 0x7f).length,
  },
  exotel: {
    newId: () => randomBytes(16).toString('hex'),
    anonymous: '',
    loud: (heard: Buffer) =>
      new Int16Array(heard.buffer.slice(heard.byteOffset, heard.byteOffset + heard.length)).filter(
        (sample) => Math.abs(sample) > 500,
      ).length,
  },
};

describe.each(['plivo', 'exotel'] as const)('%s', (kind) => {
  const { newId, anonymous, loud } = CARRIERS[kind];

  test('connects caller and agent, and records both', async () => {
    const carrier = driver[kind];
    const from = driver.newCaller();
    const { stream } = await carrier.fake.callIn(carrier.trunk.inboundUrl, {
      to: carrier.called,
      from,
      speaksAtMs: 800,
      hangUpAfterMs: 2_200,
    });
    expect(await stream?.opened).toBe(101);
    expect(await stream?.over).toBe('here');
    const call = await callFrom(driver.service, carrier.account, from, 'completed');
    expect(call).toMatchObject({
      direction: 'inbound',
      ended_by: 'contact',
      account_number: carrier.called,
      phone_number: from,
    });
    expect(loud(Buffer.concat(stream?.heard ?? []))).toBeGreaterThan(4_000);
    const url = await eventually(async () => {
      const { recording_url } = await driver.service.api(carrier.account).get(`/calls/${call.id}`);
      expect(recording_url).toEqual(expect.any(String));
      return String(recording_url);
    });
    const file = join(folder.path, `${kind}.wav`);
    writeFileSync(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
    const [agent = [], caller = []] = channelsOf(file).map((audio) => soundsIn(audio, 400));
    expect(agent.length).toBeGreaterThan(0);
    // 900 ms, as it was said: one sound, which no piece has torn.
    expect(caller).toHaveLength(1);
    const { fromMs, toMs } = caller[0] ?? { fromMs: 0, toMs: 0 };
    expect(Math.abs(toMs - fromMs - 900)).toBeLessThanOrEqual(150);
  });

  test('creates one call for a repeated request', async () => {
    const carrier = driver[kind];
    const [from, sid] = [driver.newCaller(), newId()];
    const both = await Promise.all(
      [0, 1].map(() =>
        carrier.fake.callIn(carrier.trunk.inboundUrl, {
          to: carrier.called,
          from,
          sid,
          hangUpAfterMs: 300,
        }),
      ),
    );
    expect(both.map(({ body }) => body)).toEqual([both[0]?.body, both[0]?.body]);
    // One socket is the leg's, the other one is refused.
    const opened = await Promise.all(both.map(async ({ stream }) => stream?.opened));
    expect(opened.sort()).toEqual([101, 404]);
    await callFrom(driver.service, carrier.account, from, 'completed');
  });

  test('records a caller without a number as anonymous', async () => {
    const carrier = driver[kind];
    const { stream } = await carrier.fake.callIn(carrier.trunk.inboundUrl, {
      to: carrier.called,
      from: anonymous,
      hangUpAfterMs: 200,
    });
    await stream?.over;
    await callFrom(driver.service, carrier.account, 'anonymous', 'completed');
  });

  // What the end of a drain does to the calls that are left.
  test('fails a call at once when we end it before its audio is connected', async () => {
    const carrier = driver[kind];
    const from = driver.newCaller();
    const calling = carrier.fake.callIn(carrier.trunk.inboundUrl, {
      to: carrier.called,
      from,
      connectMs: 2_000,
    });
    const { id } = await callFrom(driver.service, carrier.account, from, 'dialing');
    // Its response is on the way.
    await sleep(500);
    await driver.service.app.get(Carriers, { strict: false }).find(kind)?.hangUp(`${id}.1`);
    const { status_reason } = await callFrom(driver.service, carrier.account, from, 'failed');
    expect(status_reason).toBe('The service was stopping.');
    const { status, stream } = await calling;
    expect([status, await stream?.opened]).toEqual([200, 404]);
  });
});

test.each([
  ['disabled', { enabled: 'no' }, { enabled: 'yes' }],
  ['given another secret', { authToken: 'another' }, { authToken: FakePlivo.trunk.authToken }],
])('records a hang-up over a trunk that was %s during the call', async (_how, change, back) => {
  const { fake, trunk, account, called } = driver.plivo;
  const set = async (options: Record<string, unknown>) => {
    await new TelephonyOperations(driver.service.app).setTrunk(trunk.id, await changeOf(options), false);
    await syncTrunks(driver.service);
  };
  const [from, later] = [driver.newCaller(), driver.newCaller()];
  const { stream } = await fake.callIn(trunk.inboundUrl, { to: called, from, hangUpAfterMs: 2_300 });
  expect(await stream?.opened).toBe(101);
  await set(change);
  expect((await fake.callIn(trunk.inboundUrl, { to: called, from: later })).status).toBe(404);
  expect(await driver.callsFrom(later)).toEqual([]);
  await stream?.over;
  const call = await callFrom(driver.service, account, from, 'completed');
  expect(call).toMatchObject({ ended_by: 'contact', duration_seconds: expect.closeTo(2, 0) });
  expect(call.status_reason).toBeUndefined();
  await set(back);
});

test('reports that a caller of Exotel left before the audio was connected', async () => {
  const carrier = driver.exotel;
  const [from, sid] = [driver.newCaller(), CARRIERS.exotel.newId()];
  const query = new URLSearchParams({ CallSid: sid, CallFrom: from, CallTo: carrier.called });
  const answer = await fetch(`${carrier.trunk.inboundUrl}?${query.toString()}`);
  expect(await answer.json()).toEqual({
    url: expect.stringMatching(/^ws:\/\/.*\/telephony\/exotel\/.*\/media$/),
  });
  carrier.fake.gone.add(sid);
  await eventually(async () => {
    expect(await driver.callsFrom(from)).toEqual([{ status: 'no_answer' }]);
  });
});
