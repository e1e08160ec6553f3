import { AUDIO_RATE } from '../../domain/tts-engine';
import type { Utterance, Voice } from './voice';

/** The pitch of each speaker, in hertz. */
const PITCH: Readonly<Record<Utterance['speaker'], number>> = { agent: 205, contact: 120, human: 155 };

/** First and second formant of a, e, i, o, u, in hertz. */
const VOWELS = [
  [800, 1_200],
  [500, 1_900],
  [300, 2_300],
  [500, 900],
  [320, 750],
] as const;
const BANDWIDTH = 180;
const HARMONICS = 14;
const GAP = 0.18;

/**
 * Hums a text: a vowel for each syllable, a pause for each space, at each speaker's pitch. The fallback where no
 * other voice is installed or knows the language; never silent.
 */
export class ToneVoice implements Voice {
  speak({ speaker, text, length }: Utterance): Float32Array {
    const output = new Float32Array(length);
    const sounds = soundsOf(text);
    const whole = sounds.reduce((sum, { weight }) => sum + weight, 0);
    let done = 0;
    for (const { weight, vowel } of sounds) {
      const from = Math.round((done / whole) * length);
      done += weight;
      const to = Math.round((done / whole) * length);
      // Pitch declination: a speaker's pitch falls over a sentence.
      if (vowel !== null)
        hum(output.subarray(from, to), vowel, PITCH[speaker] * (1.08 - (0.16 * done) / whole));
    }
    return output;
  }
}

interface Sound {
  readonly weight: number;
  /** null: a pause. */
  readonly vowel: readonly [number, number] | null;
}

function soundsOf(text: string): readonly Sound[] {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const sounds = words.flatMap((word, at): Sound[] => {
    const letters = Array.from(word);
    const syllables = Array.from({ length: Math.max(1, Math.round(letters.length / 2.6)) }, (_, nth) => {
      const code = letters[Math.floor(nth * 2.6)]?.codePointAt(0) ?? 0;
      return { weight: 1, vowel: VOWELS[code % VOWELS.length] ?? VOWELS[0] };
    });
    return at === 0 ? syllables : [{ weight: 2 * GAP, vowel: null }, ...syllables];
  });
  return sounds.length > 0 ? sounds : [{ weight: 1, vowel: VOWELS[0] }];
}

function hum(part: Float32Array, [first, second]: readonly [number, number], pitch: number): void {
  const strengths = Array.from({ length: HARMONICS }, (_, nth) => {
    const frequency = pitch * (nth + 1);
    return (resonance(frequency, first) + 0.5 * resonance(frequency, second)) / (nth + 1) ** 0.5;
  });
  const edge = Math.max(1, Math.round(part.length * GAP));
  const step = (2 * Math.PI * pitch) / AUDIO_RATE;
  for (let at = 0; at < part.length; at += 1) {
    let sum = 0;
    for (let nth = 0; nth < HARMONICS; nth += 1)
      sum += (strengths[nth] ?? 0) * Math.sin(step * (nth + 1) * at);
    part[at] = sum * Math.min(1, (at + 1) / edge, (part.length - at) / edge);
  }
}

function resonance(frequency: number, centre: number): number {
  return 1 / (1 + ((frequency - centre) / BANDWIDTH) ** 2);
}
