import { REAL_TIMERS } from '../../src/platform/kernel/time/timers';
import { Recognition, type SttEngine } from '../../src/speech';
import { SARVAM_WITHOUT_REALTIME, speaker, STT_ENGINES } from '../harness/speech-fakes/stt-engines';

/** Where turns of cloud recognizers begin and end, in real time. Tests run at once: each waits, none works. */
const STREAMING = ['sarvam', SARVAM_WITHOUT_REALTIME, 'deepgram'];

const WORDS = 'main Dilli mein padhna chahta hoon';

/** Recognition by one engine, and what it has shown while words were spoken. */
function recognitionOf(engine: SttEngine) {
  const shown: string[] = [];
  const recognition = new Recognition({
    engines: [engine],
    language: null,
    keyterms: [],
    timers: REAL_TIMERS,
    onPartial: (text) => shown.push(text),
    onFailure: () => undefined,
  });
  recognition.open();
  return { recognition, shown, speak: speaker(recognition).speak };
}

test.concurrent('ends a turn of Deepgram after 400 ms, and drops its late words', async () => {
  const [fake, stt] = await STT_ENGINES['deepgram']!();
  fake.finalMs = 800;
  fake.words.push(WORDS, 'ji haan');
  const { recognition, shown, speak } = recognitionOf(stt);
  await speak(1_200);
  expect(await recognition.end()).toBe('main Dilli mein padhna');
  expect(shown.at(-1)).toBe('main Dilli mein padhna');
  fake.finalMs = 100;
  await speak(1_000);
  expect(await recognition.end()).toBe('ji haan');
  recognition.close();
  fake.close();
});

test.concurrent.each(STREAMING)('%s: joins speech after a pause to one turn', async (name) => {
  const [fake, stt] = await STT_ENGINES[name]!();
  fake.words.push('main Dilli mein', 'padhna chahta hoon');
  const { recognition, speak } = recognitionOf(stt);
  await speak(700);
  recognition.onPause();
  await speak(300);
  recognition.onResumed();
  await speak(700);
  recognition.onPause();
  // Its last words are not there yet.
  expect(await recognition.end()).toBe('main Dilli mein padhna chahta hoon');
  expect(fake.problems).toEqual([]);
  recognition.close();
  fake.close();
});

test.concurrent.each(STREAMING)('%s: recognizes audio to its end that arrives at once', async (name) => {
  const [fake, stt] = await STT_ENGINES[name]!();
  fake.words.push(WORDS);
  fake.finalMs = 3_500;
  const events = { partial: () => undefined, onFailed: () => undefined };
  const stream = await stt.open(
    { language: null, keyterms: [], signal: new AbortController().signal },
    events,
  );
  // As a recording is transcribed, and a turn is sent once more.
  for (let at = 0; at < 5; at++) stream.feed(new Int16Array(8_000).fill(at === 0 ? 1_000 : 0));
  expect(await stream.end()).toBe(WORDS);
  stream.close();
  fake.close();
});
