import { EXOTEL } from './exotel';

const read = (message: object) => EXOTEL.stream.read(JSON.stringify(message));
const start = (media_format: object) =>
  read({
    event: 'start',
    sequence_number: '1',
    stream_sid: 'MZ1',
    start: { stream_sid: 'MZ1', call_sid: 'c', from: '+919812345670', to: '+911140000001', media_format },
  });

/** As Exotel's pages write them. */
test.each([
  [{ encoding: 'audio/x-raw', sample_rate: '8000', bit_rate: '16' }, 'linear16'],
  [{ encoding: 'raw', sample_rate: '8000', bit_rate: '128' }, 'linear16'],
  [{ encoding: 'audio/L16', sample_rate: 8000 }, 'linear16'],
  [{}, 'linear16'],
  [{ encoding: 'audio/x-mulaw', sample_rate: '8000' }, 'mulaw'],
])('parses a stream of %j as %s', (format, encoding) =>
  expect(start(format)).toEqual({ type: 'start', streamId: 'MZ1', encoding }),
);

test('refuses audio of a rate that was not requested', () =>
  expect(start({ encoding: 'audio/x-raw', sample_rate: '16000' })).toBeNull());

test('parses audio, keys and the end', () => {
  const payload = Buffer.from([1, 2, 3]).toString('base64');
  expect(read({ event: 'media', stream_sid: 'MZ1', media: { chunk: 2, timestamp: '10', payload } })).toEqual({
    type: 'audio',
    bytes: Buffer.from([1, 2, 3]),
  });
  expect(read({ event: 'dtmf', stream_sid: 'MZ1', dtmf: { duration: '200', digit: '5' } })).toEqual({
    type: 'key',
    key: '5',
  });
  expect(read({ event: 'dtmf', digit: '6' })).toEqual({ type: 'key', key: '6' });
  expect(read({ event: 'stop', stop: { reason: 'callended' } })).toEqual({ type: 'stop' });
});

test.each([
  { event: 'connected' },
  { event: 'start', start: {} },
  { event: 'media', media: { payload: null } },
  { event: 'media', media: { track: 'outbound', payload: 'AAAA' } },
  { event: 'mark', mark: { name: 'a' } },
  { event: 'dtmf', dtmf: { digit: '' } },
])('ignores %j', (message) => expect(read(message)).toBeNull());

test.each(['', 'null', '7', '{"event"'])('ignores %s without an error', (message) =>
  expect(EXOTEL.stream.read(message)).toBeNull(),
);

test('sends audio in pieces of 100 ms, whole frames of 20 ms', () => {
  // 16 bit: a multiple of 320 bytes.
  expect((EXOTEL.stream.chunkFrames * 160 * 2) % 320).toBe(0);
  expect(EXOTEL.stream.chunkFrames * 20).toBe(100);
  expect(JSON.parse(EXOTEL.stream.audio('MZ1', Buffer.from('..abc').subarray(2)))).toEqual({
    event: 'media',
    stream_sid: 'MZ1',
    media: { payload: Buffer.from('abc').toString('base64') },
  });
  expect(JSON.parse(EXOTEL.stream.clear('MZ1'))).toEqual({ event: 'clear', stream_sid: 'MZ1' });
});
