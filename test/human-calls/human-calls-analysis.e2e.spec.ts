import { resolve } from 'node:path';
import { Accounts } from '../../src/accounts';
import { HumanCallAnalysis } from '../../src/human-calls/application/human-call-analysis';
import { TalkAnalyst } from '../../src/conversation';
import { HumanCallProgress } from '../../src/human-calls/application/human-call-progress';
import { eventually, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { HumanCallTests, type Json } from '../harness/human-calls';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, '../harness/compile-threads.cjs'));

let service: TestApp;
let calls: HumanCallTests;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  calls = new HumanCallTests(service, await service.account());
});

/** A call after its analysis; its one event equals the API's view. */
async function analysed(ending: string, of = calls): Promise<Json> {
  const { id } = await of.call({
    counsellor_id: await of.counsellor(),
    phone_number: number(ending),
    analyze: true,
  });
  const call = await of.final(id);
  // Every link is a fresh one.
  const withoutLink = ({ recording_url, recording_expires_at, ...rest }: Json): Json => ({
    ...rest,
    recorded: typeof recording_url === typeof recording_expires_at && recording_url !== null,
  });
  const events = await of.events(id);
  expect(events.map(({ type }) => type)).toEqual(['human_call.analysis_ready']);
  expect(withoutLink(events[0]?.data ?? {})).toEqual(withoutLink(call));
  return call;
}

const ceil4 = (credits: number) => Math.ceil(Number((credits * 10_000).toFixed(6))) / 10_000;

test('stores transcript and findings, and charges to the ten-thousandth', async () => {
  const call = await analysed('0001');
  const { analysis, duration_seconds: seconds } = call;
  expect(analysis).toEqual({
    status: 'completed',
    summary: expect.any(String),
    sentiment: expect.stringMatching(/^(positive|neutral|negative)$/),
    answers: {},
    follow_up: analysis.follow_up,
    follow_up_note: analysis.follow_up_note,
    transcript: expect.any(Array),
    recorded_seconds: seconds,
    credits: ceil4((0.15 * seconds) / 60),
  });
  expect(analysis.transcript[1]).toEqual({
    speaker: 'human',
    text: expect.any(String),
    start_ms: expect.any(Number),
    end_ms: expect.any(Number),
  });
  expect(new Set(analysis.transcript.map(({ speaker }: Json) => speaker))).toEqual(
    new Set(['human', 'contact']),
  );
  const charged = Number(call['cost'].credits) + Number(analysis.credits);
  expect((await calls.charges()).map(({ type, call_id }) => [type, call_id])).toEqual([
    ['analysis', call['id']],
    ['human_call', call['id']],
  ]);
  const { balance, reserved } = await calls.credits();
  expect(balance).toBeCloseTo(1000 - charged, 4);
  expect(reserved).toBe(0);
});

test('records the talk as a stereo WAV of its length', async () => {
  const { id } = await calls.call({ counsellor_id: await calls.counsellor() });
  const call = await calls.final(id);
  const wav = await fetch(call['recording_url'] as string);
  expect(wav.status).toBe(200);
  const bytes = Buffer.from(await wav.arrayBuffer());
  expect(bytes.subarray(0, 4).toString()).toBe('RIFF');
  expect(bytes.readUInt16LE(22)).toBe(2);
  const seconds = (bytes.length - 44) / bytes.readUInt32LE(28);
  expect(Math.floor(seconds)).toBe(call['duration_seconds']);
  const left = Date.parse(call['recording_expires_at'] as string) - service.clock.nowMs();
  expect(left).toBeGreaterThan(86_390_000);
  expect(left).toBeLessThanOrEqual(86_400_000);
});

test('leaves the do-not-call list unchanged by an opt-out, which counts as negative', async () => {
  const call = await analysed('0008');
  expect(call['analysis'].sentiment).toBe('negative');
  const { body } = await service.http(calls.account).get('/do-not-call').expect(200);
  expect(body.data).toEqual([]);
});

test.each(['0002', '0003', '0004'])('records nothing of a call that ends in %s', async (ending) => {
  expect((await analysed(ending))['analysis']).toEqual({ status: 'skipped', reason: 'no_recording' });
  expect(await calls.charges()).toEqual([]);
});

test('skips the analysis without credits, and continues a call that another bills', async () => {
  const poor = new HumanCallTests(service, await service.account({ credits: '0.0001' }));
  await service.app.get(Accounts, { strict: false }).set(poor.account.id, { carrier: 'simulator-delayed' });
  expect(await analysed('0001', poor)).toMatchObject({
    status: 'completed',
    analysis: { status: 'skipped', reason: 'insufficient_credits' },
    cost: { credits: 0, billed_by: 'provider' },
  });
  expect(await poor.credits()).toMatchObject({ balance: 0.0001, reserved: 0 });
});

test('skips the analysis of a talk that is too short', async () => {
  const { id } = await calls.call({
    counsellor_id: await calls.counsellor('0015'),
    analyze: true,
  });
  await calls.reaches(id, 'ringing_counsellor');
  const turns = [{ speaker: 'contact', text: 'Hello?', startMs: 0, endMs: 500 }] as const;
  await service.app
    .get(HumanCallProgress, { strict: false })
    .onEnded(
      { callId: id, attempt: 1 },
      { cause: 'hung_up', by: 'contact', talkMs: 2_999, transcribedRecording: { durationMs: 2_999, turns } },
      service.clock.now(),
    );
  const call = await calls.final(id);
  expect(call).toMatchObject({
    status: 'completed',
    duration_seconds: 2,
    analysis: { status: 'skipped', reason: 'too_short' },
  });
});

describe('an analysis that fails', () => {
  /** How long until the next try, in milliseconds. */
  const untilNextTry = async (own: TestApp, id: unknown) => {
    const row = await own.unitOfWork.row<{ ms: number }>(
      'SELECT extract(epoch FROM analysis_due_at - $2) * 1000 AS ms FROM human_calls WHERE id = $1',
      [id, own.clock.now()],
    );
    return Number(row?.ms);
  };

  test('is tried five times within five minutes, then failed, without a charge, and reported by an event', async () => {
    const own = await TestApp.start();
    try {
      const mine = new HumanCallTests(own, await own.account());
      const read = jest
        .spyOn(own.app.get(TalkAnalyst, { strict: false }), 'analyse')
        .mockRejectedValue(new Error('no analyst today'));
      const { id } = await mine.call({ counsellor_id: await mine.counsellor(), analyze: true });
      await mine.reaches(id, 'completed');
      // Less than five minutes in all. While a try is under way the next would be due after the 35 s that it may take.
      for (const [at, wait] of [10_000, 20_000, 40_000, 75_000].entries()) {
        await eventually(async () => {
          expect(read).toHaveBeenCalledTimes(at + 1);
          const ms = await untilNextTry(own, id);
          expect(ms).toBeGreaterThan(wait - 5_000);
          expect(ms).toBeLessThanOrEqual(wait);
        });
        await own.advance(wait);
      }
      const call = await mine.final(id);
      expect(call['analysis']).toEqual({ status: 'failed', reason: 'analyst_failed' });
      expect(read).toHaveBeenCalledTimes(5);
      expect(await mine.events(id)).toHaveLength(1);
      expect((await mine.charges()).map(({ type }) => type)).toEqual(['human_call']);
      expect(await mine.credits()).toMatchObject({ reserved: 0 });
    } finally {
      await own.stop();
    }
  });

  test('is not tried a sixth time when it ends its process each time, and reserves nothing then', async () => {
    const own = await TestApp.start();
    try {
      const mine = new HumanCallTests(own, await own.account());
      const analysis = own.app.get(HumanCallAnalysis, { strict: false });
      const tryOnce = analysis.analyse.bind(analysis);
      jest.spyOn(analysis, 'analyse').mockResolvedValue(null);
      // A killed process reports nothing.
      const read = jest
        .spyOn(own.app.get(TalkAnalyst, { strict: false }), 'analyse')
        .mockImplementation(() => new Promise(() => undefined));
      const { id } = await mine.call({ counsellor_id: await mine.counsellor(), analyze: true });
      await mine.reaches(id, 'completed');
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        void tryOnce(id);
        await eventually(() => {
          expect(read).toHaveBeenCalledTimes(attempt);
          return Promise.resolve();
        });
        own.clock.advance(35_000);
      }
      await tryOnce(id);
      expect(read).toHaveBeenCalledTimes(5);
      const call = await mine.final(id);
      expect(call['analysis']).toEqual({ status: 'failed', reason: 'analyst_failed' });
      expect(await mine.credits()).toMatchObject({ reserved: 0 });
    } finally {
      await own.stop();
    }
  });

  test('succeeds after one failure', async () => {
    const own = await TestApp.start();
    try {
      const mine = new HumanCallTests(own, await own.account());
      const analyst = own.app.get(TalkAnalyst, { strict: false });
      jest.spyOn(analyst, 'analyse').mockRejectedValueOnce(new Error('busy'));
      const { id } = await mine.call({ counsellor_id: await mine.counsellor(), analyze: true });
      const call = await mine.reaches(id, 'completed');
      expect(call['analysis'].status).not.toBe('completed');
      await eventually(async () => {
        const ms = await untilNextTry(own, id);
        expect(ms).toBeGreaterThan(0);
        expect(ms).toBeLessThanOrEqual(10_000);
      });
      await own.advance(15_000);
      expect((await mine.final(id))['analysis'].status).toBe('completed');
      expect(await mine.events(id)).toHaveLength(1);
    } finally {
      await own.stop();
    }
  });
});
