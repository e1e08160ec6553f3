import { TraceLog, type TraceMessage, redactCredentials } from './call-trace';

const message = (text: string): TraceMessage => ({ at: '', direction: 'sent', trunk: 't', text });

function logOf(texts: Iterable<string>): string[] {
  const log = new TraceLog();
  for (const text of texts) log.add(message(text));
  return log.messages.map((one) => one.text);
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => String(at));

test('stores 200 messages in their order', () => expect(logOf(numbers(200))).toEqual(numbers(200)));

test('drops the middle of more', () => {
  const all = numbers(1_000);
  expect(logOf(all)).toEqual([...all.slice(0, 100), ...all.slice(-100)]);
});

test('is bounded to 256 KiB, for any lengths', () => {
  const kept = logOf(numbers(5_000).map((text, at) => text.padEnd((at * 7_919) % 65_536, 'ü')));
  const bytes = kept.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  expect(bytes).toBeLessThanOrEqual(256 * 1024);
  expect(kept.length).toBeLessThanOrEqual(200);
  expect(kept.at(-1)).toMatch(/^4999/);
});

test('does not put a later message before a long one', () => {
  const long = 'x'.repeat(65_536);
  const kept = logOf(['a', long, long, long, 'b']).map((text) => text[0]);
  expect(kept).toEqual(['a', 'x', 'x', 'b']);
});

const DIGEST = 'Digest username="u", realm="r", response="5ecret"';

test.each([
  [`Authorization: ${DIGEST}\r\nVia: x`, 'Authorization: Digest [blanked]\r\nVia: x'],
  [`PROXY-AUTHORIZATION : ${DIGEST}\r\n`, 'PROXY-AUTHORIZATION: Digest [blanked]\r\n'],
  [
    `Authorization: Digest username="u",\r\n response="5ecret",\r\n\tnc=1\r\nVia: x`,
    'Authorization: Digest [blanked]\r\nVia: x',
  ],
  ['authorization:Bearer 5ecret\nVia: x', 'authorization: Bearer [blanked]\nVia: x'],
  ['Authorization: 5ecret\r\n', 'Authorization: [blanked]\r\n'],
  ['Authorization: 5=ecret x\r\n', 'Authorization: [blanked]\r\n'],
  ['Authentication-Info: rspauth="5ecret"\r\n', 'Authentication-Info: [blanked]\r\n'],
])('removes proofs from %j', (text, expected) => expect(redactCredentials(text)).toBe(expected));

test('preserves a message without proofs', () => {
  const text = 'SIP/2.0 401 Unauthorized\r\nWWW-Authenticate: Digest nonce="n",\r\n realm="r"\r\n\r\nv=0\r\n';
  expect(redactCredentials(text)).toBe(text);
});

test('blanks keys of SRTP, and nothing else of the SDP', () => {
  const crypto = (key: string) => `a=crypto:1 AES_CM_128_HMAC_SHA1_80 ${key}`;
  const text = (key: string) =>
    ['INVITE sip:a SIP/2.0', '', 'v=0', 'm=audio 4000 RTP/SAVP 8', key].join('\r\n');
  expect(redactCredentials(text(crypto(`inline:${'Ab+/'.repeat(10)}|2^31`)))).toBe(
    text(crypto('inline:[blanked]|2^31')),
  );
  expect(redactCredentials(text(crypto(`INLINE:${'Ab+/'.repeat(10)}`)))).toBe(
    text(crypto('INLINE:[blanked]')),
  );
});
