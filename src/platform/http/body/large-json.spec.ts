import fc from 'fast-check';
import { TimeSlices } from '../../time-slices';
import { isIncomplete, type LargeJson } from './json-parts';
import { parseLargeJson } from './large-json';

const DEEPEST = 64;

const parse = (text: string): Promise<LargeJson | null> =>
  parseLargeJson(Buffer.from(text), DEEPEST, new TimeSlices());

const members = (count: number, value = '1') =>
  Array.from({ length: count }, (_, at) => `"f${at}":${value}`).join(',');

test('leaves JSON within the bounds unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), async (text) => {
      expect(await parse(text)).toEqual({ value: JSON.parse(text), cutFields: [] });
    }),
  );
});

test.each<[string, string, (value: any) => number, number]>([
  ['fields of a row', `{"calls":[{${members(50_000)}}]}`, ({ calls }) => Object.keys(calls[0]).length, 5_999],
  ['fields of the body', `{${members(50_000)}}`, (body) => Object.keys(body).length, 1_000],
  ['rows', `{"calls":[${'0,'.repeat(50_000)}0]}`, ({ calls }) => calls.length, 10_000],
  ['values in a row', `{"calls":[[[${'0,'.repeat(150_000)}0]]]}`, ({ calls }) => calls[0][0].length, 5_998],
  [
    'fields with braces and quotes in texts',
    `{"calls":[{${members(20_000, String.raw`"]}\"\\"`)}}]}`,
    ({ calls }) => Object.keys(calls[0]).length,
    5_999,
  ],
])('omits %s beyond the bound, and reports it', async (what, text, countOf, expected) => {
  const read = await parse(text);
  expect(read?.cutFields).toEqual([what === 'fields of the body' ? 'body' : 'calls']);
  expect(countOf(read?.value)).toBe(expected);
});

test('parses all values of a small body with 32 KiB of JSON', async () => {
  for (const text of [`{"rules":[[${'0,'.repeat(16_383)}0]]}`, `{"rules":[[${'[],'.repeat(10_921)}[]]]}`])
    expect(await parse(text)).toEqual({ value: JSON.parse(text), cutFields: [] });
});

test('omits whole containers beyond the fields of the body', async () => {
  const read = await parse(`{${members(1_000)},"calls":[{"a":[1]}],"more":{"b":{}}}`);
  expect(read?.cutFields).toEqual(['body']);
  expect(Object.keys(read?.value as object)).toHaveLength(1_000);
});

test('counts the values of each row alone, also of the first of another container', async () => {
  const row = `[${'0,'.repeat(15_000)}0]`;
  const text = `{"a":[${row},${row}],"b":[${row}]}`;
  expect(await parse(text)).toEqual({ value: JSON.parse(text), cutFields: [] });
});

test('bounds the rows of all arrays together', async () => {
  const text = `{${['a', 'b', 'c'].map((name) => `"${name}":[${'{},'.repeat(8_999)}{}]`).join(',')}}`;
  const { value, cutFields } = (await parse(text)) as { value: Record<string, []>; cutFields: string[] };
  expect(Object.values(value).map(({ length }) => length)).toEqual([9_000, 1_001, 1]);
  expect(cutFields).toEqual(['b', 'c']);
});

test('bounds the texts beside the rows together', async () => {
  const text = `{"a":"${'x'.repeat(900_000)}","calls":[{"a":"${'x'.repeat(900_000)}"}],"b":"${'x'.repeat(900_000)}"}`;
  const { value, cutFields } = (await parse(text)) as { value: { b: string }; cutFields: string[] };
  expect(value.b.length).toBeLessThan(200_000);
  expect(cutFields).toEqual(['body']);
});

test('bounds each row, and preserves what follows a truncated one', async () => {
  const text = `{"calls":[{${members(4_000)}},{${members(20_000)}},{"last":true},{${members(4_000)}}],"name":"x"}`;
  const { calls, name } = (await parse(text))?.value as { calls: object[]; name: string };
  expect(calls.map((row) => Object.keys(row).length)).toEqual([4_000, 5_999, 1, 4_000]);
  expect(calls.map(isIncomplete)).toEqual([false, true, false, false]);
  expect(name).toBe('x');
});

test('does not parse what is nested too deeply', async () => {
  expect(await parse('['.repeat(5_000_000))).toBeNull();
  expect(await parse(`${'['.repeat(DEEPEST)}${']'.repeat(DEEPEST)}`)).not.toBeNull();
});

test.each([
  '',
  '{',
  '{"a":1,',
  ']]]]',
  '"',
  '"\\',
  ',,,,',
  `{${members(2_000)}`,
  `{"calls":[{${members(20_000)}`,
  `{"calls":[${' '.repeat(20_000)},1]}`,
])('rejects what is no JSON: %#', async (text) => {
  await expect(parse(text)).rejects.toThrow(SyntaxError);
});

test.each(['{[1]:2}', '{"a":1,{"b":2}:3}'])('refuses a container in place of a name: %s', async (text) => {
  await expect(parse(text)).rejects.toThrow(SyntaxError);
});

test('accepts and refuses what JSON.parse does, and returns the same', async () => {
  const long = 'x'.repeat(7_000);
  const row = fc.oneof(
    fc.json({ maxDepth: 2 }),
    fc.constantFrom(`"${long}"`, `["${long}",[]]`, `{"a":"${long}"}`, `"${long}","${long}","${long}"`),
  );
  const rows = fc.array(row, { maxLength: 6 });
  const body = fc
    .tuple(rows, rows)
    .map(([list, more]) => `{"calls":[${list.join(',')}],"more":{${more.map((r) => `"k":${r}`).join(',')}}}`);
  const spoilt = fc
    .tuple(body, fc.nat(), fc.constantFrom('', ',', '[', ']', '{', '}', ':', '"', '\ufeff', ' '))
    .map(([text, at, sign]) => {
      // The signs of structure, not those within the long strings, are worth changing.
      const places = [...text.matchAll(/[[\]{},:"]/gu)].map(({ index }) => index);
      const place = places[at % places.length] ?? 0;
      return text.slice(0, place) + sign + text.slice(place + (at % 2));
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(body, spoilt), async (text) => {
      let expected: unknown;
      try {
        expected = JSON.parse(text.replace(/^\ufeff/, ''));
      } catch {
        await expect(parse(text)).rejects.toThrow(SyntaxError);
        return;
      }
      expect((await parse(text))?.value).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

test('yields to the event loop between the rows', async () => {
  const text = `{"calls":[${Array.from({ length: 60 }, () => `{${members(4_000)}}`).join(',')}]}`;
  let turns = 0;
  const immediate = (): void => {
    turns++;
    pending = setImmediate(immediate);
  };
  let pending = setImmediate(immediate);
  await parse(text);
  clearImmediate(pending);
  expect(turns).toBeGreaterThan(10);
});

test.each(['a', 'é', '\\n', '\\u00e9', '😀'])(
  'truncates a text of %s after 1 MiB in its row alone',
  async (sign) => {
    const long = sign.repeat(2_000_000);
    const text = `{"calls":[{"a":"${long}","b":"${long}","c":[1]},{"a":"${sign.repeat(9)}"}],"name":"x"}`;
    const { calls, name } = (await parse(text))?.value as { calls: [any, any]; name: string };
    const expected = JSON.parse(`"${sign}"`) as string;
    expect(calls[0].a).toBe(expected.repeat(calls[0].a.length / expected.length));
    expect(Buffer.byteLength(calls[0].a)).toBeLessThan(1.1 * 2 ** 20);
    expect(calls[0].b.length).toBeLessThan(260);
    expect(calls[0].c).toEqual([1]);
    expect(calls[1].a).toBe(expected.repeat(9));
    expect(name).toBe('x');
  },
);
