import { levelOf } from '../../platform/kernel/voice-level';
import { AUDIO_RATE } from './tts-engine';

const FRAME_MS = 20;
const FRAME_SAMPLES = (AUDIO_RATE * FRAME_MS) / 1_000;
/** Engines speak louder, and their silence is quieter, in dB below full scale. */
const MIN_LEVEL_DB = -55;
/** The fastest voice needs more than twice as long for a letter or digit. */
const MIN_MS_PER_LETTER = 10;

/** Whether audio may be the spoken text: loud enough, and long enough for the letters of the text. */
export function isPlausibleSpeech(audio: Int16Array, text: string): boolean {
  let soundingMs = 0;
  for (let from = 0; from < audio.length; from += FRAME_SAMPLES) {
    const length = Math.min(FRAME_SAMPLES, audio.length - from);
    if (levelOf(audio, from, length) > MIN_LEVEL_DB) soundingMs += FRAME_MS;
  }
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return soundingMs > 0 && soundingMs >= letters * MIN_MS_PER_LETTER;
}
