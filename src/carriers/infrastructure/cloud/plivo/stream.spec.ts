import { PLIVO } from './plivo';

const read = (message: object) => PLIVO.stream.read(JSON.stringify(message));
const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000 };

test('begins the stream, parses audio and keys, and ends', () => {
  const start = { callId: 'c', streamId: 's-1', accountId: 'a', tracks: ['inbound'], mediaFormat };
  expect(read({ sequenceNumber: 1, event: 'start', start, extra_headers: '{}' })).toEqual({
    type: 'start',
    streamId: 's-1',
    encoding: 'mulaw',
  });
  const media = {
    track: 'inbound',
    timestamp: '1',
    chunk: 1,
    payload: Buffer.from([1, 2]).toString('base64'),
  };
  expect(read({ event: 'media', streamId: 's-1', media })).toEqual({
    type: 'audio',
    bytes: Buffer.from([1, 2]),
  });
  expect(read({ event: 'dtmf', streamId: 's-1', dtmf: { track: 'inbound', digit: '#' } })).toEqual({
    type: 'key',
    key: '#',
  });
  expect(read({ event: 'stop' })).toEqual({ type: 'stop' });
});

test.each([
  { event: 'start', start: { callId: 'c' } },
  { event: 'media', media: { track: 'outbound', payload: 'AAAA' } },
  { event: 'media', media: { payload: '' } },
  { event: 'media', media: { payload: 7 } },
  { event: 'media' },
  { event: 'dtmf', dtmf: { digit: '12' } },
  { event: 'playedStream', name: 'a' },
  { event: 'clearedAudio' },
  { event: '__proto__' },
  {},
])('ignores %j', (message) => expect(read(message)).toBeNull());

test.each(['', 'null', '7', '[]', '{"event"', '"start"'])('ignores %s without an error', (message) =>
  expect(PLIVO.stream.read(message)).toBeNull(),
);

test('sends audio as µ-law in pieces of 20 ms, and clears it by its stream', () => {
  expect(PLIVO.stream.chunkFrames).toBe(1);
  const bytes = Buffer.from('..abc').subarray(2);
  expect(JSON.parse(PLIVO.stream.audio('s-1', bytes))).toEqual({
    event: 'playAudio',
    streamId: 's-1',
    media: {
      contentType: 'audio/x-mulaw',
      sampleRate: 8000,
      payload: Buffer.from('abc').toString('base64'),
    },
  });
  expect(JSON.parse(PLIVO.stream.clear('s-1'))).toEqual({ event: 'clearAudio', streamId: 's-1' });
});
