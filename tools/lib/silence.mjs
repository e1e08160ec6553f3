/**
 * Stereo WAV, 16 bit, 8 kHz.
 * @param {number} seconds
 */
export function silence(seconds) {
  const wav = Buffer.alloc(44 + seconds * 32_000);
  wav.write('RIFF....WAVEfmt ', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.writeUInt32LE(16, 16);
  wav.set([1, 0, 2, 0, 0x40, 0x1f, 0, 0, 0, 0x7d, 0, 0, 4, 0, 16, 0], 20);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(wav.length - 44, 40);
  return wav;
}
