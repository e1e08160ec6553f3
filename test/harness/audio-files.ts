import { join } from 'node:path';

/** Two seconds: left 400 Hz for one, then right 1,000 Hz for one; mono is the left alone. Made by LAME. */
export const MP3 = {
  stereo8000: join(__dirname, 'recordings', 'stereo-8000.mp3'),
  stereo44100: join(__dirname, 'recordings', 'stereo-44100.mp3'),
  mono22050: join(__dirname, 'recordings', 'mono-22050.mp3'),
};

/** Frames of MP3 without sound, 72 ms in 72 bytes each: as little as a valid file can hold for its length. */
export function silentMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(72);
  // MPEG 2.5, layer III, 8 kbit/s, 8 kHz, mono.
  frame.set([0xff, 0xe3, 0x18, 0xc0]);
  return Buffer.concat(Array.from({ length: Math.ceil(seconds / 0.072) }, () => frame));
}

/** WAV, 16 bit, of a tone on each channel. */
export function toneWav(rate: number, seconds: number, hertz: readonly number[]): Buffer {
  return wavOf(rate, seconds, hertz.length, (at, channel) =>
    Math.sin(2 * Math.PI * (hertz[channel] ?? 0) * at),
  );
}

/** WAV, 16 bit: a voice's syllables, which noise suppression lets through. */
export function syllablesWav(rate: number, seconds: number): Buffer {
  return wavOf(rate, seconds, 1, (at) =>
    at % 0.5 < 0.3 ? Math.sin(2 * Math.PI * (400 * at + 16 * Math.cos(6 * Math.PI * at))) : 0,
  );
}

/** WAV, 16 bit, of samples of 8 kHz, for a browser's microphone. */
export function microphoneWav(samples: Int16Array): Buffer {
  return wavOf(48_000, samples.length / 8_000, 1, (at) => (samples[Math.floor(at * 8_000)] ?? 0) / 9_000);
}

function wavOf(
  rate: number,
  seconds: number,
  channels: number,
  sampleAt: (second: number, channel: number) => number,
): Buffer {
  const [count, frame] = [Math.round(rate * seconds), 2 * channels];
  const bytes = Buffer.alloc(44 + count * frame);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(channels, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * frame, 28);
  bytes.writeUInt16LE(frame, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(count * frame, 40);
  for (let at = 0; at < count; at++) {
    for (let channel = 0; channel < channels; channel++) {
      bytes.writeInt16LE(Math.round(9_000 * sampleAt(at / rate, channel)), 44 + at * frame + 2 * channel);
    }
  }
  return bytes;
}

/** How loud a tone is on a channel of a recording of ours, from 0 to 1, between two instants in seconds. */
export function loudness(wav: Buffer, channel: 0 | 1, hz: number, from: number, to: number): number {
  let [cos, sin, count] = [0, 0, 0];
  for (let at = Math.round(from * 8_000); at < to * 8_000; at++, count++) {
    const sample = wav.readInt16LE(44 + at * 4 + 2 * channel) / 32_768;
    const angle = (2 * Math.PI * hz * at) / 8_000;
    cos += sample * Math.cos(angle);
    sin += sample * Math.sin(angle);
  }
  return (2 * Math.hypot(cos, sin)) / count;
}
