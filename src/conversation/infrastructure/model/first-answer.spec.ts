import { Readable } from 'node:stream';
import { HandMovedTime } from '../../../../test/harness/simulated-network';
import { firstAnswer } from './first-answer';
import { lettersIn, type PieceKind } from './model-piece';
import { MODEL_TIMEOUTS } from './model-timeouts';

/** What a model does: waits of milliseconds, words, and a failure. */
type Behaviour = readonly (number | string | Error)[];

const always = (ms: number, piece: string): Behaviour =>
  Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? ms : piece));
const TEXTS: PieceKind<string> = {
  none: '',
  join: (before, after) => before + after,
  hasWord: (text) => lettersIn(text) > 0,
  letters: lettersIn,
};
const NEVER = Number.MAX_SAFE_INTEGER;

/** Asks a model that behaves so at the first and at the second request, and lets time pass. */
async function asked(behaviours: readonly Behaviour[], lookMs: number) {
  const time = new HandMovedTime();
  const requests: { readonly atMs: number; dropped: boolean }[] = [];
  const began = time.nowMs;
  async function* ask(signal: AbortSignal): AsyncGenerator<string> {
    const behaviour = behaviours[requests.length] ?? [NEVER];
    const request = { atMs: time.nowMs - began, dropped: false };
    requests.push(request);
    signal.addEventListener('abort', () => (request.dropped = true));
    for (const step of behaviour) {
      if (typeof step === 'string') yield step;
      else if (typeof step === 'number') await new Promise<void>((go) => time.after(step, go));
      else throw step;
    }
  }
  const result = { text: '', end: 'waits', atMs: 0 };
  const over = (end: string) => {
    [result.end, result.atMs] = [end, time.nowMs - began];
  };
  const read = async () => {
    for await (const piece of firstAnswer(ask, TEXTS, MODEL_TIMEOUTS, time, new AbortController().signal))
      result.text += piece;
  };
  void read().then(
    () => over('whole'),
    (error: unknown) => over((error as Error).message),
  );
  for (let passed = 0; passed < lookMs; passed += 100) await time.move(100);
  return {
    ...result,
    sent: requests.map(({ atMs }) => atMs),
    dropped: requests.map(({ dropped }) => dropped),
  };
}

test.each<[string, readonly Behaviour[], object]>([
  ['a quick answer', [[500, 'Yes. ', 500, 'Fine.']], { text: 'Yes. Fine.', end: 'whole', sent: [0] }],
  [
    'no word in 3 s: the second answer',
    [[NEVER], [400, 'Yes.']],
    { text: 'Yes.', end: 'whole', atMs: 3_400, sent: [0, 3_000], dropped: [true, true] },
  ],
  [
    'the first answer, when it begins first after all',
    [
      [3_500, 'One.'],
      [900, 'Two.'],
    ],
    { text: 'One.', end: 'whole', sent: [0, 3_000] },
  ],
  [
    'the second answer, when the first fails after it was sent',
    [
      [3_200, new Error('cut')],
      [700, 'Two.'],
    ],
    { text: 'Two.', end: 'whole' },
  ],
  ['a failure at once', [[100, new Error('500')]], { end: '500', atMs: 100, sent: [0] }],
  [
    'both fail',
    [
      [3_200, new Error('500')],
      [700, new Error('502')],
    ],
    { end: '502', atMs: 3_700 },
  ],
  [
    'no word in 8 s',
    [[NEVER], [NEVER]],
    { end: 'the model took too long', atMs: 8_000, dropped: [true, true] },
  ],
  [
    'half an answer and then nothing',
    [['Well, I', NEVER]],
    { text: 'Well, I', end: 'no answer within 3000 ms', atMs: 3_000, sent: [0], dropped: [true] },
  ],
  [
    'blanks instead of words',
    [always(2_000, ' '), always(2_000, '\u200b…')],
    { text: '', end: 'the model took too long', atMs: 8_000, sent: [0, 3_000], dropped: [true, true] },
  ],
  [
    'a blank now and then before a word',
    [[1_000, ' ', 1_000, ' ', 500, '"', 'Yes']],
    { text: '  "Yes', end: 'whole', atMs: 2_500, sent: [0] },
  ],
  [
    'words, and then blanks',
    [['Well, I', ...always(1_100, '\n')]],
    { end: 'no answer within 800 ms', atMs: 3_000, dropped: [true] },
  ],
  [
    'a letter now and then',
    [['Well, I', ...always(2_000, 'a')]],
    { text: 'Well, Ia', end: 'no answer within 1200 ms', atMs: 3_200, dropped: [true] },
  ],
  ['no words at all', [[100]], { text: '', end: 'whole', sent: [0] }],
  [
    'the second answer, when the first ends without a word',
    [[3_200], [700, 'Two.']],
    { text: 'Two.', end: 'whole', atMs: 3_700 },
  ],
  [
    'no words, when the other request fails',
    [[3_200], [700, new Error('502')]],
    { text: '', end: 'whole', atMs: 3_700 },
  ],
])('returns the first usable response: %s', async (_, behaviours, expected) => {
  expect(await asked(behaviours, 9_000)).toMatchObject(expected);
});

test('waits 30 s at most for a response', async () => {
  const slow = await asked([['Well, ', ...always(1_100, 'words of it ')]], 60_000);
  expect(slow).toMatchObject({ end: expect.stringMatching(/^no answer within/u), atMs: 30_000 });
  expect(slow.text).toHaveLength('Well, '.length + 27 * 'words of it '.length);
});

test('loses no response of a slow reader, as time counts while a piece is awaited', async () => {
  const time = new HandMovedTime();
  async function* ask(): AsyncGenerator<string> {
    yield 'One. ';
    await Promise.resolve();
    yield 'Two.';
  }
  const pieces = firstAnswer(ask, TEXTS, MODEL_TIMEOUTS, time, new AbortController().signal);
  expect((await pieces.next()).value).toBe('One. ');
  await time.move(60_000);
  expect((await pieces.next()).value).toBe('Two.');
  expect((await pieces.next()).done).toBe(true);
  expect(time.waiting).toBe(0);
});

it('looks for the first word in each piece once', async () => {
  const pieces = [...Array<string>(200).fill('.'), 'haan', ' ji'];
  let looked = 0;
  const kind: PieceKind<string> = {
    ...TEXTS,
    hasWord: (text) => {
      looked += text.length;
      return TEXTS.hasWord(text);
    },
  };
  const send = () => Readable.from(pieces) as AsyncIterable<string>;
  const answer = firstAnswer(send, kind, MODEL_TIMEOUTS, new HandMovedTime(), new AbortController().signal);
  const first = await answer.next();
  expect(first.value).toBe(`${'.'.repeat(200)}haan`);
  expect(looked).toBe(204);
  await answer.return(undefined);
});
