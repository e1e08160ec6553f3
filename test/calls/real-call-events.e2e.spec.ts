import { CallProgress } from '../../src/calls/application/call-progress';
import type { Carrier } from '../../src/carriers';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { RealCalls } from '../harness/real-calls';

const SHOWN = '+912248001000';
const TURNS = [
  { speaker: 'agent', text: 'Namaste.', startMs: 0, endMs: 900, responseMs: 0 },
  { speaker: 'contact', text: 'Haan ji.', startMs: 1_200, endMs: 2_000 },
  { speaker: 'agent', text: 'Dhanyavaad.', startMs: 2_640, endMs: 3_500, responseMs: 640 },
] as const;

let service: TestApp;
let account: TestAccount;
let calls: RealCalls;

beforeAll(async () => {
  service = await TestApp.start();
});
beforeEach(async () => {
  account = await service.account({ recallGapSeconds: 0, lines: 20 });
  calls = await RealCalls.make(service, account, await makeAgent(service, account));
});
afterAll(() => service.stop());

const row = async (id: string) =>
  (await service.unitOfWork.row<{ watchdog_at: Date }>('SELECT watchdog_at FROM calls WHERE id = $1', [id]))!;

describe('a detail of a dial', () => {
  const message = 'Trunk mumbai-1 was asked.';

  test('stands in the timeline at its time, and postpones the watchdog', async () => {
    const id = await calls.dialed();
    const [asked, told] = [new Date(service.clock.nowMs() - 400), new Date(service.clock.nowMs() - 100)];
    const before = (await row(id)).watchdog_at;
    await service.unitOfWork.affected(
      `UPDATE calls SET watchdog_at = watchdog_at - interval '1 min' WHERE id = $1`,
      [id],
    );
    await calls.tell(id, { type: 'timeline', kind: 'trunk', message: 'It answered 503.' }, { at: told });
    await calls.tell(id, { type: 'timeline', kind: 'trunk', message, shownNumber: SHOWN }, { at: asked });
    expect(await calls.timeline(id, 'trunk')).toEqual([
      { at: asked.toISOString(), type: 'trunk', message },
      { at: told.toISOString(), type: 'trunk', message: 'It answered 503.' },
    ]);
    expect((await row(id)).watchdog_at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(await calls.read(id)).toMatchObject({ status: 'dialing', account_number: SHOWN });
  });

  test('changes nothing when it is of an earlier dial, or from another carrier', async () => {
    const id = await calls.dialed();
    const refusal = { temporary: true, reason: '503, it has no capacity right now' };
    await calls.tell(id, { type: 'timeline', kind: 'trunk', message, shownNumber: SHOWN });
    await refuse(id, 1, refusal);
    expect(await calls.read(id)).not.toHaveProperty('account_number');
    await calls.dial(id, '+912248002000');
    await calls.tell(id, { type: 'timeline', kind: 'trunk', message: 'late', shownNumber: SHOWN });
    await calls.tell(
      id,
      { type: 'timeline', kind: 'trunk', message: 'strange', shownNumber: SHOWN },
      { attempt: 2, carrier: 'twilio' },
    );
    expect(await calls.timeline(id, 'trunk')).toHaveLength(1);
    expect(await calls.read(id)).toMatchObject({ account_number: '+912248002000' });
  });
});

describe('a refusal', () => {
  const counted = async (id: string) => ({
    dials: await service.unitOfWork.rows('SELECT FROM dials WHERE call_id = $1 AND counted', [id]),
    lines: await service.unitOfWork.rows('SELECT FROM line_use WHERE call_id = $1', [id]),
  });

  test.each([
    ['takes the count back', false, 0],
    ['counts when a phone may have rung', true, 1],
  ])('returns the call to the queue, frees its line, and %s', async (_, counts, dials) => {
    const id = await calls.dialed();
    await refuse(id, 1, { temporary: true, reason: 'it did not answer', countsAsDial: counts });
    expect(await calls.read(id)).toMatchObject({ status: 'queued' });
    const left = await counted(id);
    expect([left.dials.length, left.lines.length]).toEqual([dials, 0]);
  });
});

describe('answered_by', () =>
  test('is set once it is detected, and sent with the event', async () => {
    const id = await calls.answered();
    expect(await calls.read(id)).not.toHaveProperty('answered_by');
    await calls.tell(id, { type: 'answering_party', value: 'voicemail' });
    expect(await calls.read(id)).toMatchObject({ answered_by: 'voicemail' });
    await calls.tell(id, { type: 'ended', end: { cause: 'hung_up', by: 'agent', talkMs: 9_000 } });
    await calls.final(id);
    const event = await service.unitOfWork.row<{ body: string }>(
      'SELECT body FROM webhook_events WHERE call_id = $1',
      [id],
    );
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      data: { answered_by: 'voicemail', ended_by: 'agent', direction: 'outbound' },
    });
  }));

/** As the carrier answers to the order. */
async function refuse(
  id: string,
  attempt: number,
  refusal: { temporary: boolean; reason: string; countsAsDial?: boolean },
): Promise<void> {
  const carrier = { waitMs: (ms: number) => ms } as Carrier;
  const progress = service.app.get(CallProgress, { strict: false });
  await progress.onRefused({ callId: id, attempt }, refusal, carrier);
}

describe('the part of a talk after a transfer', () => {
  const NOBODY_KNOWS = { speaker: 'human', text: '(not transcribed)', startMs: 4_000, endMs: 9_000 } as const;
  const SAID = [
    { speaker: 'human', text: 'Main Ravi.', startMs: 4_200, endMs: 5_000 },
    { speaker: 'contact', text: 'Fees kitni hai?', startMs: 5_400, endMs: 6_600 },
  ] as const;
  const speakers = async (id: string) => {
    const { outcome } = await service.api(account).get(`/calls/${id}`);
    return outcome?.transcript.map(
      ({ speaker, text }: { speaker: string; text: string }) => `${speaker}: ${text}`,
    );
  };
  const transferred = () =>
    calls.ended({ recordingFile: { ms: 9_000, stored: true }, transcribing: true }, [...TURNS, NOBODY_KNOWS]);

  test('is awaited, and replaces the placeholder of its turn', async () => {
    const id = await transferred();
    await service.advance(30_000);
    expect(await speakers(id)).toBeUndefined();
    await calls.tell(id, { type: 'transcription', turns: SAID });
    await calls.tell(id, { type: 'transcription', turns: SAID });
    await service.advance(1_000);
    expect((await speakers(id))?.slice(-3)).toEqual([
      'agent: Dhanyavaad.',
      'human: Main Ravi.',
      'contact: Fees kitni hai?',
    ]);
  });

  test.each([
    ['fails', true],
    ['never comes', false],
  ])('leaves the placeholder of its turn when it %s', async (_, fails) => {
    const id = await transferred();
    if (fails) await calls.tell(id, { type: 'transcription', turns: null });
    await service.advance(fails ? 1_000 : 61_000);
    expect((await speakers(id))?.at(-1)).toBe('human: (not transcribed)');
    await calls.tell(id, { type: 'transcription', turns: SAID });
    expect((await speakers(id))?.at(-1)).toBe('human: (not transcribed)');
  });
});
