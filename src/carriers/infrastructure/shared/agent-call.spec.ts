import { HandMovedTime, settled } from '../../../../test/harness/simulated-network';
import type { TalkBrief, Turn } from '../../../shared-kernel/talk';
import type { LegEnd } from '../../domain/carrier';
import type { AnsweredCall, AgentCallResult } from './answered-call';
import { runAgentCall, type AgentCallOptions } from './agent-call';
import type { DialRecording } from './leg-store';

const FILE = { path: '/recordings/call_1.1.wav', lengthMs: 9_000, lostMs: 0 };
const END: LegEnd = { cause: 'hung_up', by: 'contact', talkMs: 9_000 };
const SAID: Turn[] = [{ speaker: 'human', text: 'Hello.', startMs: 5_000, endMs: 6_000 }];

interface Case {
  readonly led?: Partial<AgentCallResult>;
  /** When it is stored, in milliseconds after the end. */
  readonly storedMs?: number;
  readonly transcribe?: AgentCallOptions['transcribe'];
}

/** A talk that is over at once, and what is told of it and when. */
async function lead({ led = {}, storedMs = 0, transcribe = () => Promise.resolve(SAID) }: Case) {
  const time = new HandMovedTime();
  const began = time.nowMs;
  const told: [string, unknown, number][] = [];
  const tell = (what: string, of: unknown) => told.push([what, of, time.nowMs - began]);
  const recording: DialRecording = {
    path: FILE.path,
    store: () => new Promise((resolve) => time.after(storedMs, () => resolve(true))),
    reading: (read) => read(),
    acknowledge: () => tell('file removed', null),
  };
  const call = {
    run: () =>
      Promise.resolve({ end: END, statistics: null, recording: FILE, transferredAtMs: null, ...led }),
  } as unknown as AnsweredCall;
  void runAgentCall(call, { language: null } as TalkBrief, {
    record: { storeEnd: () => Promise.resolve() },
    recording,
    timers: time,
    transcribe,
    onEnded: (end, delivered) => {
      tell('ended', end);
      delivered?.();
    },
    onRecorded: (ms, delivered) => {
      tell('recorded', ms);
      delivered();
    },
    onTranscribed: (turns) => tell('transcribed', turns),
  }).then(() => tell('over', null));
  await settled();
  return { told, time };
}

const slowly =
  (ms: number, time: () => HandMovedTime): AgentCallOptions['transcribe'] =>
  () =>
    new Promise((resolve) => time().after(ms, () => resolve(SAID)));

test('ends a talk without a transfer together with its recording', async () => {
  const { told, time } = await lead({});
  await time.move(100);
  expect(told).toEqual([
    ['ended', { ...END, recordingFile: { ms: 9_000, stored: true } }, 0],
    ['file removed', null, 0],
    ['over', null, 0],
  ]);
});

test('reports a slow recording later', async () => {
  const { told, time } = await lead({ storedMs: 4_000 });
  await time.move(5_000);
  expect(told).toEqual([
    ['ended', { ...END, recordingFile: { ms: 9_000, stored: false } }, 1_000],
    ['recorded', 9_000, 4_000],
    ['file removed', null, 4_000],
    ['over', null, 4_000],
  ]);
});

test('reports the transcript after a transfer later, and preserves the file until then', async () => {
  let time: HandMovedTime | null = null;
  const transcribe = jest.fn(slowly(20_000, () => time as HandMovedTime));
  const driver = await lead({ led: { transferredAtMs: 4_000 }, storedMs: 3_000, transcribe });
  time = driver.time;
  await time.move(30_000);
  expect(transcribe).toHaveBeenCalledWith(FILE.path, null, 4_000, expect.any(AbortSignal));
  expect(driver.told.map(([what, , atMs]) => [what, atMs])).toEqual([
    ['ended', 1_000],
    ['recorded', 3_000],
    ['transcribed', 21_000],
    ['file removed', 21_000],
    ['over', 21_000],
  ]);
  expect(driver.told[0]?.[1]).toMatchObject({ transcribing: true });
  expect(driver.told[2]?.[1]).toEqual(SAID);
});

test('leaves the part after a transfer without text when its transcription fails or takes too long', async () => {
  const failed = await lead({
    led: { transferredAtMs: 4_000 },
    transcribe: () => Promise.reject(new Error('x')),
  });
  await failed.time.move(100);
  expect(failed.told).toContainEqual(['transcribed', null, 0]);
  const late = await lead({
    led: { transferredAtMs: 4_000 },
    transcribe: (_path, _language, _fromMs, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('late')));
      }),
  });
  await late.time.move(54_000);
  expect(late.told.map(([what]) => what)).not.toContain('transcribed');
  await late.time.move(2_000);
  expect(late.told).toContainEqual(['transcribed', null, 55_000]);
});

test('transcribes nothing of a talk that was not recorded', async () => {
  const { told, time } = await lead({ led: { recording: null, transferredAtMs: 4_000 } });
  await time.move(100);
  expect(told).toEqual([
    ['ended', END, 0],
    ['over', null, 0],
  ]);
});
