import { AUDIO_RATE } from '../../domain/tts-engine';
import { audioOf } from '../pcm';
import { EspeakCommand } from './espeak-command';
import { espeakLanguage } from './espeak-language';
import { resample } from './resample';
import { stretch } from './time-stretch';
import { normalizeVolume, type Utterance, type Voice } from './voice';

const VARIANTS: Readonly<Record<Utterance['speaker'], string>> = { agent: 'f3', contact: 'm3', human: 'm1' };

/** Bounds of the engine's speed setting, in words a minute. */
const [SLOWEST, FASTEST] = [80, 450];
const FIRST_SPEED = 160;
/** Beyond these ratios stretched speech sounds wrong: it is synthesised again at another speed. */
const [SHORTEST, LONGEST] = [0.75, 1.3];

/** espeak-ng, compiled to WebAssembly: small, offline, and with a voice for every language of the service. */
export class EspeakVoice implements Voice {
  /** Characters a second at FIRST_SPEED, measured for each voice, so that the next estimate is better. */
  readonly #measured = new Map<string, number>();

  private constructor(private readonly command: EspeakCommand) {}

  /** null when the package is not installed. */
  static async load(): Promise<EspeakVoice | null> {
    try {
      return new EspeakVoice(await EspeakCommand.load());
    } catch {
      return null;
    }
  }

  speak({ speaker, text, language, length }: Utterance): Float32Array | null {
    const voice = `${espeakLanguage(text, language)}+${VARIANTS[speaker]}`;
    const wanted = (text.length * AUDIO_RATE) / length;
    const speed = limitSpeed((FIRST_SPEED * wanted) / (this.#measured.get(voice) ?? wanted));
    let spoken = this.#speakAt(text, voice, speed);
    if (!spoken) return null;
    const ratio = length / spoken.length;
    this.#measured.set(voice, ((text.length * AUDIO_RATE) / spoken.length) * (FIRST_SPEED / speed));
    if (ratio < SHORTEST || ratio > LONGEST) {
      const again = limitSpeed(speed / ratio);
      if (again !== speed) spoken = this.#speakAt(text, voice, again) ?? spoken;
    }
    return normalizeVolume(stretch(spoken, length));
  }

  #speakAt(text: string, voice: string, speed: number): Float32Array | null {
    try {
      // Double square brackets are the engine's phoneme notation, which no transcript means.
      return speechIn(this.command.speak(text.replace(/[[\]]/g, ' '), voice, speed));
    } catch {
      return null;
    }
  }
}

function limitSpeed(speed: number): number {
  return Math.round(Math.min(FASTEST, Math.max(SLOWEST, speed)));
}

/** The speech of a WAV file, without the silence around it. */
function speechIn(wav: Uint8Array): Float32Array | null {
  const spoken = audioOf(wav);
  if (!spoken) return null;
  const speech = resample(spoken.samples, spoken.rate, AUDIO_RATE);
  const loud = speech.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0) / 50;
  const first = speech.findIndex((sample) => Math.abs(sample) > loud);
  const last = speech.findLastIndex((sample) => Math.abs(sample) > loud);
  return loud > 0 && last > first ? speech.subarray(first, last + 1) : null;
}
