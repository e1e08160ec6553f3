import { mergeEngines, type EngineLimits, SpeechStreamAllocator } from './speech-stream-allocator';

const stt = (
  name: string,
  most: number | null,
  ...languages: EngineLimits['languages'] & object
): EngineLimits => ({
  kind: 'stt',
  name,
  most,
  languages,
});
const tts = (name: string, most: number | null): EngineLimits => ({ kind: 'tts', name, most });
const used = (kind: 'stt' | 'tts', engine: string, streams: number) => ({ kind, engine, streams });

const TAMIL = { language: 'tamil', engine: 'google' };
const ENGLISH = { language: 'en-IN', engine: 'azure' };
const ENGINES = [
  stt('sarvam', 2, 'tamil', 'english'),
  stt('deepgram', 1, 'tamil', 'english'),
  stt('local', null, 'english'),
  tts('google', null),
  tts('azure', 2),
];

test('gives each call the first free recognizer of its language, and its own voice', () => {
  const turn = new SpeechStreamAllocator(ENGINES, [used('stt', 'sarvam', 1)]);
  expect([TAMIL, TAMIL, TAMIL].map((needs) => turn.take(needs))).toEqual([
    { stt: 'sarvam', tts: 'google' },
    { stt: 'deepgram', tts: 'google' },
    null,
  ]);
  expect([ENGLISH, ENGLISH, ENGLISH].map((needs) => turn.take(needs))).toEqual([
    { stt: 'local', tts: 'azure' },
    { stt: 'local', tts: 'azure' },
    null,
  ]);
});

test('occupies no recognizer for a call without a free voice', () => {
  const turn = new SpeechStreamAllocator(
    [stt('sarvam', 1, 'tamil'), tts('google', 1), tts('azure', 1)],
    [used('tts', 'google', 1)],
  );
  expect([turn.isFree(TAMIL), turn.take(TAMIL), turn.shortage(TAMIL)]).toEqual([false, null, 'google']);
  expect(turn.isFree({ ...TAMIL, engine: 'azure' })).toBe(true);
  expect(turn.take({ ...TAMIL, engine: 'azure' })).toEqual({ stt: 'sarvam', tts: 'azure' });
  expect([TAMIL, { ...TAMIL, engine: 'other' }].map((needs) => turn.shortage(needs))).toEqual([
    'google',
    'sarvam',
  ]);
});

test('counts the two kinds of one vendor apart', () => {
  const turn = new SpeechStreamAllocator([stt('google', null, 'tamil'), tts('google', 1)], []);
  expect([turn.take(TAMIL), turn.take(TAMIL)]).toEqual([{ stt: 'google', tts: 'google' }, null]);
});

test('limits nothing for unknown engines', () =>
  expect(new SpeechStreamAllocator([], []).take(TAMIL)).toEqual({ stt: null, tts: null }));

test('skips calls that find no engine, and fills the capacity', () => {
  const turn = new SpeechStreamAllocator(ENGINES, [used('stt', 'sarvam', 2), used('stt', 'deepgram', 1)]);
  const calls = ['tamil', 'english 1', 'tamil again', 'english 2', 'english 3'];
  const needsOf = (call: string) => (call.startsWith('tamil') ? TAMIL : { ...ENGLISH, engine: 'google' });
  const { orders, hasShortage } = turn.choose(calls, needsOf, 2);
  expect([[...orders.keys()], hasShortage]).toEqual([['english 1', 'english 2'], true]);
});

test('uses the order of the first of several processes, and the lowest limit', () => {
  const joined = mergeEngines([
    [stt('deepgram', null, 'hindi'), stt('sarvam', 3, 'hindi')],
    [stt('sarvam', 5, 'hindi', 'odia'), stt('deepgram', null, 'hindi'), tts('google', 1)],
  ]);
  expect(joined).toEqual([
    stt('deepgram', null, 'hindi'),
    stt('sarvam', 3, 'hindi', 'odia'),
    tts('google', 1),
  ]);
});
