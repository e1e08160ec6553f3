import { parentPort } from 'node:worker_threads';
import { AUDIO_RATE } from '../../domain/tts-engine';
import { EspeakCommand } from './espeak-command';
import { resample } from './resample';

/** One sentence to speak. */
export interface EspeakJob {
  readonly id: number;
  readonly text: string;
  readonly voice: string;
  /** Words a minute. */
  readonly speed: number;
  /** `text` is SSML. */
  readonly markup: boolean;
}

/** Its audio, 8 kHz; null: it could not be spoken. */
export interface EspeakAnswer {
  readonly id: number;
  readonly audio: Int16Array | null;
}

const HEADER_BYTES = 44;
/** What the engine speaks is louder than people on a telephone. */
const GAIN = 0.6;

const { port } = threadOf(parentPort);
const command = EspeakCommand.load();

port.on('message', (job: EspeakJob) => {
  void command.then(
    (espeak) => {
      const audio = spoken(espeak, job);
      port.postMessage(
        { id: job.id, audio } satisfies EspeakAnswer,
        audio ? [audio.buffer as ArrayBuffer] : [],
      );
    },
    () => {
      port.postMessage({ id: job.id, audio: null } satisfies EspeakAnswer);
    },
  );
});

function spoken(espeak: EspeakCommand, { text, voice, speed, markup }: EspeakJob): Int16Array | null {
  try {
    const wav = espeak.speak(text, voice, speed, { markup });
    if (wav.length <= HEADER_BYTES) return null;
    const view = new DataView(wav.buffer, wav.byteOffset, wav.length);
    const samples = Int16Array.from({ length: (wav.length - HEADER_BYTES) >> 1 }, (_, at) =>
      view.getInt16(HEADER_BYTES + 2 * at, true),
    );
    const lowered = resample(samples, view.getUint32(24, true), AUDIO_RATE);
    return Int16Array.from(lowered, (sample) => Math.max(-32_768, Math.min(32_767, sample * 32_767 * GAIN)));
  } catch {
    return null;
  }
}

function threadOf(found: typeof parentPort) {
  if (!found) throw new Error('this is a thread');
  return { port: found };
}
