import { eventually } from '../harness/app';
import { loudness } from '../harness/audio-files';
import type { FakeTwilio } from '../fakes/carriers/twilio.mjs';
import { compileThreads } from '../harness/sip-accounts';
import {
  ASKS,
  HELPS,
  KINDS,
  RECORDED,
  type TransferScript,
  TransferDriver,
} from '../harness/transfer-driver';

compileThreads();

const driver = new TransferDriver();

beforeAll(() => driver.open());
afterAll(() => driver.close());

const TAKEN = ['A person is asked to take the call.', 'A person took the call.'];

for (const kind of KINDS) {
  test.concurrent.each<[string, TransferScript]>([
    ['as it should be', {}],
    ['callbacks come twice, and late', { weather: { doubled: true, delays: [0, 200, 50] } }],
  ])(
    `${kind}: adds the carrier’s part to recording and transcript after a person answered: %s`,
    async (_, contact) => {
      const asked = await driver.ask(kind, { contact, persons: [{ ringMs: 1_000, hangUpAfterMs: 3_000 }] });
      const call = await driver.ended(asked);
      expect(call).toMatchObject({ ended_by: 'human', recording_url: expect.any(String) as string });
      expect(await driver.told(asked)).toEqual(TAKEN);
      const { transcript } = await driver.analysed(asked);
      const after = transcript.slice(transcript.findLastIndex(({ text }) => text === ASKS) + 1);
      const words = after.filter(({ speaker }) => speaker !== 'agent');
      expect(words.map(({ speaker }) => speaker).sort()).toEqual(['contact', 'human']);
      expect(words.map(({ text }) => text)).toEqual([HELPS, HELPS]);
      const wav = await driver.heard(asked);
      const from = (words[0]?.start_ms ?? 0) / 1_000;
      // On the left the person, as the agent before; on the right the contact.
      expect(loudness(wav, 0, 1_000, from + 0.3, from + 1.3)).toBeGreaterThan(0.2);
      expect(loudness(wav, 1, 400, from + 0.3, from + 1.3)).toBeGreaterThan(0.2);
      const seconds = (wav.length - 44) / 32_000;
      expect(Math.abs(seconds - (call.duration_seconds ?? 0))).toBeLessThan(1.3);
      expect(await driver.legs(asked)).toEqual([
        { kind: 'contact', isOpen: false, named: true },
        { kind: 'transfer', isOpen: false, named: true },
      ]);
      expect(asked.calls(0)).toHaveLength(1);
    },
  );

  test.concurrent(
    `${kind}: rings the next person after a busy one, and ends when the contact hangs up`,
    async () => {
      const asked = await driver.ask(kind, {
        contact: { leavesDialAfterMs: 3_000 },
        persons: [{ becomes: 'busy' }, { hangUpAfterMs: null }],
      });
      const call = await driver.ended(asked);
      expect(call.ended_by).toBe('contact');
      expect(await driver.told(asked)).toEqual([
        'A person is asked to take the call.',
        'The phone of the person was busy.',
        ...TAKEN,
      ]);
      expect(asked.calls(1)).toHaveLength(1);
    },
  );

  test.concurrent(`${kind}: returns to the agent, who says so, when no person answers`, async () => {
    const asked = await driver.ask(kind, { persons: [{ becomes: 'busy' }, { becomes: 'failed' }] });
    const call = await driver.ended(asked);
    expect(call.ended_by).toBe('agent');
    const lines = await driver.told(asked);
    expect(lines[1]).toBe('The phone of the person was busy.');
    expect(lines.at(-1)).toBe('Nobody took the call.');
    const { transcript } = await driver.analysed(asked);
    const after = transcript.slice(transcript.findIndex(({ text }) => text === ASKS) + 1);
    expect(new Set(after.map(({ speaker }) => speaker))).toEqual(new Set(['agent']));
    expect(after.map(({ text }) => text).join(' ')).toMatch(/none of our counsellors is free/i);
    // It is played to the contact on the stream that the carrier reconnected.
    const { stream } = asked.call;
    expect(stream?.heard.length).toBeGreaterThan(50);
  });

  test.concurrent(`${kind}: does not ring a number outside the countries of the account`, async () => {
    const asked = await driver.ask(kind, { persons: [{}], handoff: ['+12025550123'], countries: ['IN'] });
    await driver.ended(asked);
    expect(await driver.told(asked)).toEqual([
      expect.stringMatching(/^The number of the person /u),
      'Nobody took the call.',
    ]);
    expect(asked.calls(0)).toHaveLength(0);
    expect(asked.call.stream?.clears).toBeGreaterThan(0);
  });

  test.concurrent(`${kind}: stops the ringing when the contact hangs up`, async () => {
    const asked = await driver.ask(kind, {
      contact: { leavesDialAfterMs: 1_000 },
      persons: [{ becomes: 'rings' }],
    });
    const call = await driver.ended(asked);
    expect(call.ended_by).toBe('contact');
    expect((await driver.legs(asked)).filter(({ isOpen }) => isOpen)).toEqual([]);
  });

  test.concurrent(
    `${kind}: ends both phones by a cancel while it rings, and records no token in the trace`,
    async () => {
      const asked = await driver.ask(kind, { persons: [{ becomes: 'rings' }] });
      await eventually(async () => {
        expect(await driver.told(asked)).toEqual(TAKEN.slice(0, 1));
        expect(asked.calls(0)).toHaveLength(1);
      }, 20_000);
      await driver.hangUp(asked);
      await driver.ended(asked);
      await eventually(() => {
        const over = ['completed', 'canceled', 'cancel', 'no-answer'];
        expect(over).toContain(asked.call.status);
        expect(over).toContain(asked.calls(0)[0]?.status);
        return Promise.resolve();
      });
      const { data } = await driver.service.api(asked.account).get(`/calls/${asked.id}/timeline`);
      expect(JSON.stringify(data)).not.toContain(asked.handoff[0]);
    },
  );

  test.concurrent(
    `${kind}: orders no recording by the carrier for an account without recording`,
    async () => {
      const asked = await driver.ask(kind, {
        persons: [{ ringMs: 100, hangUpAfterMs: 1_000 }],
        recording: false,
        isRecorded: false,
      });
      const call = await driver.ended(asked);
      expect(call.ended_by).toBe('human');
      expect(call.recording_url ?? null).toBeNull();
      const { transcript } = await driver.analysed(asked);
      expect(transcript.at(-1)).toMatchObject({ speaker: 'human', text: '(not transcribed)' });
      expect(asked.fake.recordings.asked.join(' ')).not.toContain(asked.call.id);
    },
  );
}

test.concurrent('ignores forged callbacks of a transfer', async () => {
  const asked = await driver.ask('twilio', { persons: [{ becomes: 'rings' }] });
  const twilio = asked.fake as FakeTwilio;
  const status = await eventually(() => {
    const [person] = twilio.callsTo(asked.handoff[0]!);
    if (!person?.callbackUrl) throw new Error('the person is not rung yet');
    return Promise.resolve(person.callbackUrl.split('#', 1)[0]!);
  }, 20_000);
  const next = status.replace(/status$/, 'next');
  const fields = { CallSid: asked.call.id, CallStatus: 'completed', DialCallStatus: 'completed' };
  const post = (url: string, signature: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
    });
  const answers = await Promise.all([
    post(next, 'none'),
    post(next, twilio.sign(status, fields)),
    post(next.replace(/[\w-]{43}/, 'x'.repeat(43)), twilio.sign(next, fields)),
    post(status, twilio.sign(next, fields)),
  ]);
  expect(answers.map(({ status: code }) => code)).toEqual([404, 404, 404, 404]);
  expect((await fetch(next)).status).toBe(405);
  expect(await driver.told(asked)).toEqual(TAKEN.slice(0, 1));
  expect(await driver.legs(asked)).toMatchObject([{ isOpen: true }, { isOpen: true }]);
  await driver.hangUp(asked);
  await driver.ended(asked);
});

test.each(KINDS)(
  'appends a carrier’s part that is a minute late to the recording alone: %s',
  async (kind) => {
    const asked = await driver.ask(kind, {
      persons: [{ ringMs: 100, hangUpAfterMs: 2_500 }],
      isRecorded: false,
    });
    await driver.ended(asked);
    await driver.service.advance(61_000);
    const { transcript } = await driver.analysed(asked);
    const person = transcript.find(({ speaker }) => speaker === 'human');
    expect(person?.text).toBe('(not transcribed)');
    asked.fake.recordings.of(asked.call.id, { audio: RECORDED });
    await driver.service.advance(60_000);
    const from = (person?.start_ms ?? 0) / 1_000;
    await eventually(async () => {
      expect(loudness(await driver.heard(asked), 1, 400, from + 0.3, from + 1.3)).toBeGreaterThan(0.2);
    });
    const read = await driver.service.api(asked.account).get(`/calls/${asked.id}`);
    expect(read.outcome?.transcript).toEqual(transcript);
  },
);

test('logs no number, token or transcript', () => {
  const all = driver.logged.join('');
  expect(all).toContain('"level"');
  expect(all).not.toContain(ASKS);
  expect(all).not.toContain(HELPS);
  expect(all).not.toMatch(/telephony\/[a-z]+\/[\w-]{43}/);
});
