import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { TestApp } from '../harness/app';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk } from '../harness/sip-accounts';
import { Baresip } from './harness/baresip';
import { describeWith } from './harness/foreign';
import { freePort } from '../harness/free-port';
import { Kamailio } from './harness/kamailio';
import { channelsOf, tonesIn, tonesOf, writeMono } from './harness/sounds';

compileThreads();

const PASSWORD = 'correct-horse';
const NUMBER = '+919812345670';

describeWith(['kamailio', 'rtpengine', 'baresip'], 'a call to baresip behind Kamailio with rtpengine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aics-real-call-'));
  let service: TestApp;
  let trunk: Kamailio;
  let phone: Baresip;

  beforeAll(async () => {
    // baresip hangs up at the end of its file.
    const says = Int16Array.from([...tonesOf([1_200, 1_300]), ...new Int16Array(2 * 8_000)]);
    writeMono(join(folder, 'says.wav'), says);
    service = await TestApp.start();
    trunk = await Kamailio.start(join(folder, 'kamailio'), PASSWORD);
    mkdirSync(join(folder, 'phone'));
    phone = new Baresip({
      folder: join(folder, 'phone'),
      port: await freePort(),
      says: join(folder, 'says.wav'),
      account: `<sip:${NUMBER}@${trunk.address}>;auth_user=${NUMBER};auth_pass=${PASSWORD};regint=60`,
    });
    await phone.until(/200 OK|registered successfully/i);
  });
  afterAll(async () => {
    await service.stop();
    await phone.stop();
    await trunk.stop();
    rmSync(folder, { recursive: true });
  });

  test('rings baresip by trunk test and cancels the call, and reports a wrong password', async () => {
    const options = { username: '100', callerId: '+918040000001', enabled: 'no' };
    const commands = new TelephonyOperations(service.app);
    const right = await sipTrunk(service, trunk.address, { ...options, password: PASSWORD });
    const well = await commands.trunkTests.test(right, NUMBER);
    expect(well.checks.map(({ name, ok }) => [name, ok])).toEqual([
      ['resolve', true],
      ['connect', true],
      ['options', true],
      ['register', true],
      ['invite', true],
    ]);
    const wrong = await sipTrunk(service, trunk.address, { ...options, password: 'wr0ng' });
    const { ok, checks } = await commands.trunkTests.test(wrong, NUMBER);
    expect(ok).toBe(false);
    const failed = checks.filter((check) => !check.ok);
    expect(failed.map(({ name }) => name)).toEqual(['register', 'invite']);
    for (const { message } of failed) expect(message).toContain('--password');
    expect(JSON.stringify(checks)).not.toContain(NUMBER.slice(-8));
  });

  test('rings baresip by POST /calls, with states, duration, recording and charge as the phone saw them', async () => {
    const id = await sipTrunk(service, trunk.address, {
      username: '100',
      password: PASSWORD,
      callerId: '+918040000001',
    });
    const account = await sipAccount(service, [id]);
    const callId = await queueCall(service, account, NUMBER);
    const call = await reaches(service, account, callId, 'completed', 40_000);
    await phone.until(/terminated \(duration: (\d+) sec/);
    const seconds = Number(/terminated \(duration: (\d+) sec/.exec(phone.output)?.[1]);
    expect(Math.abs((call.duration_seconds ?? NaN) - seconds)).toBeLessThanOrEqual(1);
    expect(call).toMatchObject({ ended_by: 'contact', account_number: '+918040000001' });
    const { data } = await service.api(account).get(`/calls/${callId}/timeline`);
    const types = data.map(({ type }) => type);
    for (const type of ['carrier_asked', 'trunk', 'ringing', 'answered', 'media', 'ended'])
      expect(types).toContain(type);

    const recording = join(folder, 'recording.wav');
    const response = await fetch(String(call.recording_url));
    writeFileSync(recording, Buffer.from(await response.arrayBuffer()));
    const [, contact] = channelsOf(recording);
    expect(tonesIn(contact!)).toEqual([1_200, 1_300]);
    expect(Math.abs(contact!.length / 8_000 - seconds)).toBeLessThanOrEqual(1);

    const { data: entries } = await service.api(account).get('/credits/transactions');
    expect(entries.filter(({ type }) => type === 'ai_call')).toHaveLength(1);

    const trace = await new TelephonyOperations(service.app).traces.show(callId);
    const text = trace.map((message) => message.text).join('\n');
    for (const word of ['INVITE sip:', 'Proxy-Authorization: Digest [blanked]', 'BYE sip:']) {
      expect(text).toContain(word);
    }
  });
});
