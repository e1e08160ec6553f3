import { ResponsePrefix } from './response-prefix';

function startOf(...chunks: (Buffer | string)[]): string {
  const start = new ResponsePrefix();
  for (const chunk of chunks) start.add(Buffer.from(chunk));
  return start.text();
}

const hindi = Buffer.from('नमस्ते');

test.each<[string, (Buffer | string)[], string]>([
  ['nothing', [], ''],
  ['a text', ['{"ok"', ':true}'], '{"ok":true}'],
  ['a character in two chunks', [hindi.subarray(0, 4), hindi.subarray(4)], 'नमस्ते'],
  ['a character that does not end', [hindi.subarray(0, 4)], 'न'],
  ['NUL and what is no UTF-8', [Buffer.from([0x61, 0, 0xff, 0x62])], 'a\uFFFD\uFFFDb'],
  ['2,048 characters', ['a'.repeat(2_048)], 'a'.repeat(2_048)],
  ['more of them', ['a'.repeat(2_000), 'b'.repeat(16_000)], 'a'.repeat(2_000) + 'b'.repeat(48)],
  ['more of four bytes each', ['😀'.repeat(4_000)], '😀'.repeat(2_048)],
])('returns %s', (_, chunks, text) => expect(startOf(...chunks)).toBe(text));
