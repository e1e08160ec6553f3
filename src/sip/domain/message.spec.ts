import fc from 'fast-check';
import { cpuCost } from '../../../test/harness/cpu-cost';
import { FUZZ_SECONDS, hostile } from '../../../test/phone/harness/hostile';
import { requestText } from '../../../test/phone/harness/sip-texts';
import { TORTURE } from '../../../test/phone/harness/torture';
import { parseSdp } from './sdp';
import { StreamFramer } from './framing';
import { MESSAGE_LIMITS, parseMessage, responseTo, writeMessage } from './message';
import { parseNameAddr, parseVia, q850Of, writeNameAddr } from './header-values';
import { parseUri, plainUser, escapeUser } from './uri';
import { answerAudio } from './audio';

/** Everything that looks at what came. */
function readAll(text: string): void {
  const { message } = parseMessage(text);
  parseSdp(text);
  answerAudio(
    text,
    { address: '192.0.2.1', port: 4_000, codecs: ['pcma'], telephoneEvent: true, direction: 'sendrecv' },
    { id: 1, version: 1 },
  );
  parseUri(text);
  plainUser(text);
  try {
    for (const frame of new StreamFramer().push(text)) if ('message' in frame) parseMessage(frame.message);
  } catch (error) {
    if ((error as Error).constructor.name !== 'FramingError') throw error;
  }
  if (message === null) return;
  for (const [, value] of message.headers) {
    parseNameAddr(value);
    parseVia(value);
    q850Of([value]);
  }
  if (message.kind === 'request') writeMessage(responseTo(message, 400, { tag: 'x' }));
}

test(
  `never throws (fuzzed for ${FUZZ_SECONDS} s)`,
  () => {
    const until = performance.now() + FUZZ_SECONDS * 1_000;
    let runs = 0;
    const heapBefore = process.memoryUsage().heapUsed;
    while (performance.now() < until) {
      fc.assert(fc.property(hostile, readAll), { numRuns: 200 });
      runs += 200;
    }
    expect(runs).toBeGreaterThan(0);
    if (FUZZ_SECONDS > 10)
      console.log(`${runs} messages, heap ${heapBefore} to ${process.memoryUsage().heapUsed}`);
  },
  FUZZ_SECONDS * 1_000 + 60_000,
);

test('parses a written message to the same', () => {
  for (const { text } of TORTURE) {
    const { message, fault } = parseMessage(text);
    if (message === null || fault !== null) continue;
    const again = parseMessage(writeMessage(message));
    expect(again.fault).toBeNull();
    expect([...(again.message?.headers ?? [])].filter(([name]) => name !== 'content-length')).toEqual(
      [...message.headers].filter(([name]) => name !== 'content-length'),
    );
    expect(again.message?.body).toBe(message.body);
  }
});

/** Shapes that make careless parsers quadratic. */
const SHAPES: [name: string, make: (length: number) => string][] = [
  ['white space', (length) => `OPTIONS sip:a@b SIP/2.0\r\nVia: ${' '.repeat(length)}x\r\n\r\n`],
  ['folded lines', (length) => `OPTIONS sip:a@b SIP/2.0\r\nVia: ${'\r\n '.repeat(length / 3)}x\r\n\r\n`],
  ['commas', (length) => `OPTIONS sip:a@b SIP/2.0\r\nVia: ${','.repeat(length)}\r\n\r\n`],
  ['semicolons', (length) => `OPTIONS sip:a@b SIP/2.0\r\nFrom: <sip:a@b>${';a'.repeat(length / 2)}\r\n\r\n`],
  ['quotes', (length) => `OPTIONS sip:a@b SIP/2.0\r\nFrom: ${'"\\"'.repeat(length / 3)}\r\n\r\n`],
  ['angle brackets', (length) => `OPTIONS sip:a@b SIP/2.0\r\nFrom: ${'<'.repeat(length)}\r\n\r\n`],
  ['dots', (length) => `OPTIONS sip:a@${'a.'.repeat(length / 2)} SIP/2.0\r\n\r\n`],
  ['percent signs', (length) => `OPTIONS sip:${'%41'.repeat(length / 3)}@b SIP/2.0\r\n\r\n`],
  ['header lines', (length) => `OPTIONS sip:a@b SIP/2.0\r\n${'a:b\r\n'.repeat(length / 5)}\r\n`],
  ['line breaks', (length) => '\r\n'.repeat(length / 2)],
  ['media lines', (length) => `v=0\r\n${'m=audio 1 RTP/AVP 0\r\n'.repeat(length / 21)}`],
  ['attributes', (length) => `v=0\r\nm=audio 1 RTP/AVP 0\r\n${'a=rtpmap:0 X/1\r\n'.repeat(length / 16)}`],
  ['formats', (length) => `v=0\r\nm=audio 1 RTP/AVP ${'0 '.repeat(length / 2)}\r\n`],
];

test.each(SHAPES)('needs linear time for %s', (_name, make) => {
  const [short, long] = [make(7_500), make(60_000)];
  // Many readings, as the system counts coarsely.
  const cost = (text: string, times: number) => cpuCost(times, () => readAll(text));
  cost(short, 80);
  const [many, few] = [cost(short, 160), cost(long, 20)];
  // As much text in both; quadratic would be eight times as much in the few long ones.
  expect(few).toBeLessThan(Math.max(many, 20) * 4);
});

describe('limits', () => {
  const head = 'OPTIONS sip:a@b SIP/2.0\r\n';

  test('are 100 header lines of 8 KiB, 64 KiB in all', () => {
    const line = `X: ${'x'.repeat(MESSAGE_LIMITS.lineBytes)}`;
    expect(parseMessage(`${head}${line}\r\n\r\n`).fault).toMatchObject({
      status: 400,
      reason: 'a header line is too long',
    });
    expect(parseMessage(`${head}${'a: b\r\n'.repeat(101)}\r\n`).message).toBeNull();
    expect(parseMessage(`${head}${'a: b\r\n'.repeat(100)}\r\n`).message).not.toBeNull();
    expect(parseMessage('x'.repeat(65_537)).message).toBeNull();
  });

  test('replace line breaks in values by spaces, so that nothing is smuggled in', () => {
    const { message } = parseMessage(`${head}Via: x\r\n\r\n`);
    if (message?.kind !== 'request') throw new Error('no request');
    message.headers.add('x-name', 'a\r\nInjected: b\r\n\r\nbody');
    expect(writeMessage(message)).not.toContain('\r\nInjected');
  });
});

describe('control characters in what a dialog is stored with', () => {
  const octets = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  const fault = (name: string, tag: string, callId = 'c') => {
    const route = `Record-Route: "${name}" <sip:192.0.2.7;lr>\r\n`;
    const parties = `From: "${name}" <sip:a@b>;tag="${tag}"\r\nTo: "${name}" <sip:a@b>\r\n`;
    const head = `INVITE sip:a@b SIP/2.0\r\nVia: SIP/2.0/UDP a;branch=z9hG4bK1\r\n${route}${parties}`;
    return parseMessage(octets(`${head}Call-ID: ${callId}\r\nCSeq: 1 INVITE\r\n\r\n`)).fault;
  };

  test.each(['प्रिया शर्मा', 'தமிழ்', '李雷', 'Zoë', '🙂', 'a\tb'])('are rejected in %s', (name) =>
    expect(fault(name, name, name.split(' ')[0])).toBeNull(),
  );

  test('are all below U+0080 but the tab, quoted or not', () => {
    const codes = [...Array(32).keys(), 127].filter((code) => code !== 9);
    const refused = codes.filter((code) => {
      const character = String.fromCharCode(code);
      return [
        fault(`x${character}y`, 't'),
        fault('', `x${character}y`),
        fault('', 't', `x${character}y`),
      ].every((each) => each?.status === 400);
    });
    expect(refused).toEqual(codes);
  });
});

describe('values', () => {
  test.each([
    ['"A \\"B\\"" <sip:a@b;x=1>;tag=t;y="q;,"', { display: 'A "B"', uri: 'sip:a@b;x=1' }],
    ['sip:a@b;tag=t', { display: '', uri: 'sip:a@b' }],
    ['A B <tel:+91>', { display: 'A B', uri: 'tel:+91' }],
  ])('%s', (text, expected) => {
    const parsed = parseNameAddr(text);
    expect(parsed).toMatchObject(expected);
    expect(parseNameAddr(writeNameAddr(parsed!))).toEqual(parsed);
  });

  test.each([
    ['sip:a@b.c:5070;transport=tcp;lr?h=1', { user: 'a', host: 'b.c', port: 5_070, headers: 'h=1' }],
    ['SIPS:[2001:db8::1]:5061', { scheme: 'sips', user: null, host: '[2001:db8::1]', port: 5_061 }],
    ['sip:a:secret@b', { user: 'a', host: 'b', port: null }],
  ])('%s', (text, expected) => expect(parseUri(text)).toMatchObject(expected));

  test.each([
    'sip:',
    'sip:@b',
    'sip:a@b:0',
    'sip:a@b:99999',
    'sip:a@b c',
    'sip:a%zz@b',
    'sip:a@b;;x',
    'tel:+91',
    'sip:a@-..b',
    '',
  ])('are no SIP URI: %s', (text) => expect(parseUri(text)).toBeNull());

  test('escape users, and read them again', () => {
    for (const user of ['+9198', 'a b', '*12#', 'ü@x', '%41']) expect(plainUser(escapeUser(user))).toBe(user);
    expect(escapeUser('a@b>')).toBe('a%40b%3E');
    expect(plainUser('%zz')).toBe('%zz');
  });

  test.each([
    [['Q.850;cause=17;text="User busy"'], 17],
    [['SIP;cause=200;text="x, y"', 'q.850 ; cause = 34'], 34],
    [['Q.850;cause=999'], null],
    [['Q.850'], null],
    [[], null],
  ])('parse Reason %j', (reasons, cause) => expect(q850Of(reasons)?.cause ?? null).toBe(cause));
});

test('reads and writes the reason of a response as UTF-8', () => {
  const octets = Buffer.from('SIP/2.0 503 Überlastet – राहुल\r\nContent-Length: 0\r\n\r\n').toString('latin1');
  const { message } = parseMessage(octets);
  expect(message).toMatchObject({ status: 503, reason: 'Überlastet – राहुल' });
  expect(writeMessage(message!)).toBe(octets);
});

test('copies Timestamp into a 100 alone', () => {
  const { message } = parseMessage(requestText('INVITE', { headers: ['Timestamp: 54.2 (0.5)'] }));
  if (message?.kind !== 'request') throw new Error('not a request');
  expect(responseTo(message, 100).headers.lines('timestamp')).toEqual(['54.2 (0.5)']);
  expect(responseTo(message, 200).headers.lines('timestamp')).toEqual([]);
});
