import { cpuCost } from '../../../test/harness/cpu-cost';
import fc from 'fast-check';
import { type Frame, FramingError, StreamFramer } from './framing';
import { MESSAGE_LIMITS } from './message';

const message = (body = '', length: string | number = body.length): string =>
  `OPTIONS sip:a@b SIP/2.0\r\nVia: x\r\nContent-Length: ${length}\r\n\r\n${body}`;

function read(chunks: string[]): Frame[] {
  const framer = new StreamFramer();
  return chunks.flatMap((chunk) => framer.push(chunk));
}

test('returns the same messages, however the stream is cut', () => {
  const messages = [
    message(),
    message('body'),
    message('a\r\n\r\nb'),
    message('x'.repeat(5_000)),
    'A b SIP/2.0\r\nl : 3\r\n\r\nabc',
  ];
  const stream = messages.join('\r\n');
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 60 }), (cuts) => {
      const points = [0, ...cuts.sort((a, b) => a - b), stream.length];
      const chunks = points.slice(1).map((end, index) => stream.slice(points[index], end));
      expect(read(chunks)).toEqual(messages.map((own) => ({ message: own })));
    }),
  );
  expect(read(Array.from(stream))).toEqual(messages.map((own) => ({ message: own })));
});

test('treats CRLF CRLF between messages as a ping, not CRLF alone', () => {
  expect(read(['\r\n\r\n'])).toEqual([{ ping: true }]);
  expect(read(['\r\n', '\r\n'])).toEqual([{ ping: true }]);
  expect(read(['\r\n', message()])).toEqual([{ message: message() }]);
  expect(read(['\r\n'.repeat(30_000)])).toEqual([{ ping: true }]);
});

test('finds a ping in one chunk with the previous message', () => {
  expect(read([`${message()}\r\n\r\n`])).toEqual([{ message: message() }, { ping: true }]);
  expect(read([`${message()}\r\n\r\n${message()}`])).toEqual([
    { message: message() },
    { ping: true },
    { message: message() },
  ]);
});

test.each([
  ['no length', 'OPTIONS sip:a@b SIP/2.0\r\nVia: x\r\n\r\n'],
  ['two lengths that differ', message().replace('Via: x', 'l: 5')],
  ['a negative one', message('', -1)],
  ['one that is no number', message('', '5x')],
  ['one beyond the limit', message('', MESSAGE_LIMITS.bytes)],
  ['one with too many digits', message('', '9'.repeat(30))],
  ['headers without an end', 'X'.repeat(MESSAGE_LIMITS.bytes + 1)],
])('fails after %s', (_what, text) => {
  expect(() => read([text])).toThrow(FramingError);
  expect(() => read(Array.from(text.slice(0, 70_000)))).toThrow(FramingError);
});

test('accepts two equal lengths as one', () =>
  expect(read([message('abc').replace('Via: x', 'l: 3')])).toHaveLength(1));

test('needs linear time for a stream of single octets', () => {
  const whole = message('y'.repeat(60_000));
  const cost = (octets: string) => cpuCost(1, () => read(Array.from(octets)));
  cost(whole.slice(0, 20_000));
  const [short, long] = [cost(whole.slice(0, 15_000)), cost(whole)];
  expect(long).toBeLessThan(Math.max(short, 10) * 4 * 4);
});

test('needs linear time for many short messages in one chunk, with pings behind them', () => {
  const cost = (count: number) =>
    cpuCost(4, () => read(['l:0\r\n\r\n'.repeat(count) + 'l:0\r\n\r\n\r\n\r\n'.repeat(count)]));
  cost(1_000);
  const [short, long] = [cost(1_500), cost(12_000)];
  expect(long).toBeLessThan(Math.max(short, 15) * 24);
});
