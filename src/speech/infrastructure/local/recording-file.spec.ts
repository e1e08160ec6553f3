import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Turn } from '../../../shared-kernel/talk';
import { AUDIO_RATE } from '../../domain/tts-engine';
import { writeRecording } from './recording-file';
import { resample } from './resample';
import { stretch } from './time-stretch';
import { ToneVoice } from './tone-voice';
import { normalizeVolume } from './voice';

const folder = mkdtempSync(join(tmpdir(), 'aics-wav-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tone = (hertz: number, rate: number, length: number) =>
  Float32Array.from({ length }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / rate));

const loudness = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

/** Times that a sound crosses zero upwards in a second. */
function pitch(samples: Float32Array): number {
  let crossings = 0;
  for (let at = 1; at < samples.length; at++) {
    if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) crossings++;
  }
  return (crossings * AUDIO_RATE) / samples.length;
}

describe('a recording', () => {
  const turn = (speaker: Turn['speaker'], startMs: number, endMs: number): Turn => ({
    speaker,
    text: 'x',
    startMs,
    endMs,
  });

  it('has agent and human left, contact right, also when they speak at once', async () => {
    const path = join(folder, 'both.wav');
    const turns = [turn('agent', 100, 1_500), turn('contact', 1_200, 2_600), turn('human', 2_700, 2_900)];
    await writeRecording(path, { turns, lengthMs: 2_800, language: null }, ({ speaker, length }) =>
      new Float32Array(length).fill(speaker === 'contact' ? -0.5 : 0.25),
    );
    const wav = readFileSync(path);
    expect(wav).toHaveLength(44 + 2_800 * 32);
    const at = (ms: number) => [wav.readInt16LE(44 + ms * 32), wav.readInt16LE(46 + ms * 32)];
    const [left, right] = [8_192, -16_383];
    expect(at(99)).toEqual([0, 0]);
    expect(at(100)).toEqual([left, 0]);
    expect(at(1_199)).toEqual([left, 0]);
    expect(at(1_200)).toEqual([left, right]);
    expect(at(1_500)).toEqual([0, right]);
    expect(at(2_600)).toEqual([0, 0]);
    expect(at(2_799)).toEqual([left, 0]);
  });

  it('has its length without any speech', async () => {
    const path = join(folder, 'none.wav');
    await writeRecording(path, { turns: [], lengthMs: 1_000, language: null }, () => new Float32Array());
    expect(readFileSync(path)).toHaveLength(44 + 32_000);
  });
});

describe('the voice of tones', () => {
  const speak = (speaker: Turn['speaker'], text: string) =>
    normalizeVolume(new ToneVoice().speak({ speaker, text, language: null, length: AUDIO_RATE }));

  it.each(['नमस्ते', 'Haan ji, boliye.', '…', '', '😀'])('is never silent: %s', (text) =>
    expect(loudness(speak('agent', text))).toBeGreaterThan(0.05),
  );

  it('differs between speakers, and pauses between words', () => {
    const voices = (['agent', 'contact', 'human'] as const).map((speaker) => speak(speaker, 'do teen'));
    expect(new Set(voices.map(pitch)).size).toBe(3);
    expect(voices[0]?.some((_, at, all) => at > 2_000 && loudness(all.slice(at, at + 200)) === 0)).toBe(true);
  });
});

describe('changed sound', () => {
  it('preserves a voice at another rate, and drops frequencies beyond telephony', () => {
    const at22k = (hertz: number) =>
      Int16Array.from(tone(hertz, 22_050, 22_050), (sample) => Math.round(sample * 32_767));
    const kept = resample(at22k(1_000), 22_050, AUDIO_RATE);
    expect(kept).toHaveLength(8_000);
    expect(pitch(kept)).toBeCloseTo(1_000, -1);
    expect(loudness(kept)).toBeCloseTo(0.354, 1);
    expect(loudness(resample(at22k(6_000), 22_050, AUDIO_RATE))).toBeLessThan(0.01);
  });

  it.each([0.6, 1, 1.7])('preserves the pitch at another length: %s', (ratio) => {
    const stretched = stretch(tone(200, AUDIO_RATE, AUDIO_RATE), AUDIO_RATE * ratio);
    expect(stretched).toHaveLength(AUDIO_RATE * ratio);
    expect(Math.abs(pitch(stretched) - 200)).toBeLessThan(6);
    expect(loudness(stretched)).toBeGreaterThan(0.3);
  });
});
