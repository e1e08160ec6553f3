import { open } from 'node:fs/promises';
import type { Turn } from '../../../shared-kernel/talk';
import { AUDIO_RATE } from '../../domain/tts-engine';
import { wavHeader } from '../pcm';
import type { Utterance } from './voice';

const CHANNELS = 2;
const FRAME_BYTES = CHANNELS * 2;
const SAMPLES_A_MS = AUDIO_RATE / 1_000;
/** Samples written at once: memory does not grow with the length of a talk. */
const BLOCK = AUDIO_RATE;

export interface RecordedTalk {
  readonly turns: readonly Turn[];
  readonly lengthMs: number;
  readonly language: string | null;
}

interface Sounding {
  readonly channel: 0 | 1;
  readonly from: number;
  readonly samples: Float32Array;
}

/**
 * Writes a talk as a stereo WAV file, 16-bit PCM: agent left, contact right, each turn from its start to its end. A
 * person who got the transfer is on the agent's channel.
 */
export async function writeRecording(
  path: string,
  { turns, lengthMs, language }: RecordedTalk,
  speak: (utterance: Utterance) => Float32Array,
): Promise<void> {
  const frames = lengthMs * SAMPLES_A_MS;
  const coming = [...turns].sort((a, b) => a.startMs - b.startMs);
  let sounding: Sounding[] = [];
  const file = await open(path, 'wx', 0o600);
  try {
    await file.write(wavHeader(CHANNELS, frames * FRAME_BYTES));
    for (let from = 0; from < frames; from += BLOCK) {
      const to = Math.min(from + BLOCK, frames);
      for (let turn = coming[0]; turn && turn.startMs * SAMPLES_A_MS < to; turn = coming[0]) {
        coming.shift();
        const start = turn.startMs * SAMPLES_A_MS;
        const length = Math.min(turn.endMs * SAMPLES_A_MS, frames) - start;
        if (length <= 0) continue;
        const samples = speak({ speaker: turn.speaker, text: turn.text, language, length });
        sounding.push({ channel: turn.speaker === 'contact' ? 1 : 0, from: start, samples });
      }
      await file.write(mix(sounding, from, to));
      sounding = sounding.filter(({ from: start, samples }) => start + samples.length > to);
    }
  } finally {
    await file.close();
  }
}

function mix(sounding: readonly Sounding[], from: number, to: number): Buffer {
  const mixed = new Float32Array((to - from) * CHANNELS);
  for (const { channel, from: start, samples } of sounding) {
    for (let at = Math.max(from, start); at < Math.min(to, start + samples.length); at += 1) {
      const place = (at - from) * CHANNELS + channel;
      mixed[place] = (mixed[place] ?? 0) + (samples[at - start] ?? 0);
    }
  }
  const block = Buffer.alloc((to - from) * FRAME_BYTES);
  mixed.forEach((sample, at) =>
    block.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), at * 2),
  );
  return block;
}
