import fc from 'fast-check';
import { boundLargeJson } from './large-json';

const DEEPEST = 64;

async function bounded(text: string): Promise<{ value: unknown; fieldsLeftOut: boolean } | null> {
  const read = await boundLargeJson(Buffer.from(text), DEEPEST);
  return read && { ...read, value: JSON.parse(read.bytes.toString()) as unknown };
}

const members = (count: number, value = '1') =>
  Array.from({ length: count }, (_, at) => `"f${at}":${value}`).join(',');

test('what is within the bounds stays as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), async (text) => {
      expect(await bounded(text)).toMatchObject({ value: JSON.parse(text), fieldsLeftOut: false });
    }),
  );
});

test.each<[string, string, (value: any) => number, number]>([
  [
    'fields of a row',
    `{"calls":[{${members(50_000)}}]}`,
    ({ calls }) => Object.keys(calls[0]).length,
    10_000,
  ],
  ['fields of the body', `{${members(50_000)}}`, (body) => Object.keys(body).length, 1_000],
  ['rows', `{"calls":[${'0,'.repeat(50_000)}0]}`, ({ calls }) => calls.length, 10_000],
  ['values in a row', `{"calls":[[[${'0,'.repeat(50_000)}0]]]}`, ({ calls }) => calls[0][0].length, 10_000],
  [
    'fields with braces and quotes in texts',
    `{"calls":[{${members(20_000, String.raw`"]}\"\\"`)}}]}`,
    ({ calls }) => Object.keys(calls[0]).length,
    10_000,
  ],
])('%s beyond the bound are left out', async (what, text, countOf, expected) => {
  const read = await bounded(text);
  expect(read?.fieldsLeftOut).toBe(what === 'fields of the body');
  expect(countOf(read?.value)).toBe(expected);
});

test('each row has a bound of its own, and what follows a cut row stays', async () => {
  const text = `{"calls":[{${members(9_000)}},{${members(20_000)}},{"last":true},{${members(9_000)}}],"name":"x"}`;
  const { calls, name } = (await bounded(text))?.value as { calls: object[]; name: string };
  expect(calls.map((row) => Object.keys(row).length)).toEqual([9_000, 10_000, 1, 9_000]);
  expect(name).toBe('x');
});

test('what is nested too deeply is not parsed', async () => {
  expect(await boundLargeJson(Buffer.from('['.repeat(5_000_000)), DEEPEST)).toBeNull();
  expect(await bounded(`${'['.repeat(DEEPEST)}${']'.repeat(DEEPEST)}`)).not.toBeNull();
});

test.each(['', '{', '{"a":1,', ']]]]', '"', '"\\', ',,,,', `{"calls":[{${members(20_000)}`])(
  'what is no JSON stays none: %#',
  async (text) => {
    await expect(bounded(text)).rejects.toThrow(SyntaxError);
  },
);
