import { readWav, wavAudioBytes, wavHeader } from './wav';

const file = (header: Uint8Array, samples: Int16Array) =>
  Uint8Array.from([...header, ...new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)]);

test('writes stereo, 16 bit, 8 kHz', () => {
  const wav = readWav(file(wavHeader(8), Int16Array.of(1, -1, 2, -2)));
  expect(wav).toEqual({ rate: 8_000, channels: [Int16Array.of(1, 2), Int16Array.of(-1, -2)] });
});

test.each([0, 44, 45, 47, 48, 51, 52, 16_044])(
  'truncates a file of %i bytes to whole samples of both channels',
  (bytes) => expect(wavAudioBytes(bytes)).toBe(Math.floor(Math.max(0, bytes - 44) / 4) * 4),
);

test('skips other chunks, before and after', () => {
  const header = wavHeader(4);
  const list = Array.from('LIST', (letter) => letter.charCodeAt(0));
  const bytes = Uint8Array.from([
    ...header.subarray(0, 36),
    ...list,
    3,
    0,
    0,
    0,
    9,
    9,
    9,
    0,
    ...header.subarray(36),
    1,
    0,
    2,
    0,
  ]);
  expect(readWav(bytes).channels).toEqual([Int16Array.of(1), Int16Array.of(2)]);
});

test.each([
  ['nothing', new Uint8Array(), 'this is no WAV file'],
  [
    'a text',
    Uint8Array.from('hello, this is no audio'.repeat(3), (letter) => letter.charCodeAt(0)),
    'this is no WAV file',
  ],
  ['a header alone', wavHeader(0).subarray(0, 36), 'the WAV file holds no audio'],
  [
    'another encoding',
    wavHeader(0).map((byte, at) => (at === 20 ? 6 : byte)),
    'the WAV file is not 16-bit PCM',
  ],
  ['no channel', wavHeader(0).map((byte, at) => (at === 22 ? 0 : byte)), 'the WAV file holds no audio'],
])('rejects %s', (_, bytes, message) => expect(() => readWav(bytes)).toThrow(message));

test("uses the length of the file when the header's is not final yet", () =>
  expect(readWav(file(wavHeader(0xffff_0000), Int16Array.of(1, 2))).channels[0]).toHaveLength(1));
