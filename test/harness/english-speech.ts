import { EspeakTts } from '../../src/speech/infrastructure/local/espeak-tts';

const SETTINGS = { language: 'english', voice: 'en-gb+m3', pace: null, temperature: null, modulation: null };

/** A text as a telephone carries it, spoken by espeak-ng on its thread; 8 kHz. For suites with `compileThreads`. */
export async function englishSpeech(text: string): Promise<Int16Array> {
  const voice = new EspeakTts();
  const samples: number[] = [];
  for await (const piece of voice.speak(text, SETTINGS, new AbortController().signal)) samples.push(...piece);
  await voice.close();
  return Int16Array.from(samples);
}
