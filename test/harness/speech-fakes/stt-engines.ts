import { setTimeout as wait } from 'node:timers/promises';
import type { Recognition, SttEngine } from '../../../src/speech';
import { DeepgramStt } from '../../../src/speech/infrastructure/deepgram-stt';
import { OpenAiStt } from '../../../src/speech/infrastructure/openai-stt';
import { SarvamStt } from '../../../src/speech/infrastructure/sarvam-stt';
import { SttFake } from './stt-fake';
import { STT_KEY, STT_PROTOCOLS } from './stt-protocols';
import { TranscriptionsFake } from './transcriptions-fake';

type Fake = SttFake | TranscriptionsFake;

export const SARVAM_WITHOUT_REALTIME = 'sarvam without access to its realtime endpoint';

const server = (url: string, model: string) => ({ url, apiKey: STT_KEY, model });

/** Starts the fake of each cloud recognizer, and the engine over it. */
export const STT_ENGINES: Readonly<Record<string, () => Promise<readonly [Fake, SttEngine]>>> = {
  sarvam: async () => {
    const fake = await SttFake.start(STT_PROTOCOLS.realtime, STT_PROTOCOLS.flushed);
    return [fake, new SarvamStt(server(fake.url, 'saaras:v3-realtime'))];
  },
  [SARVAM_WITHOUT_REALTIME]: async () => {
    const fake = await SttFake.start(STT_PROTOCOLS.flushed);
    return [fake, new SarvamStt(server(fake.url, 'saaras:v3-realtime'))];
  },
  deepgram: async () => {
    const fake = await SttFake.start(STT_PROTOCOLS.deepgram);
    return [fake, new DeepgramStt(server(fake.url, 'nova-3'))];
  },
  openai: async () => {
    const fake = await TranscriptionsFake.start();
    return [fake, new OpenAiStt({ ...server(`${fake.url}/v1`, 'whisper-1'), languages: null })];
  },
};

/** Feeds sounds and silence in real time. */
export function speaker(recognition: Recognition) {
  const feed = (level: number) => async (ms: number) => {
    for (let left = ms; left > 0; left -= 100) {
      recognition.feed(new Int16Array(800).fill(level));
      await wait(100);
    }
  };
  return { speak: feed(1_000), pause: feed(0) };
}
