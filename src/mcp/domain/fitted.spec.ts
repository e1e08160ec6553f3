import { cpuCost } from '../../../test/harness/cpu-cost';
import { bytesOf } from './json-size';
import { fit, type Json } from './fitted';

const MAX_BYTES = 65_536;
const DEVANAGARI = 'क'.repeat(60_000);
const noteOf = (value: Json) => value['truncated'] as string;
const rows = (count: number, text = 'x'.repeat(500)) =>
  Array.from({ length: count }, (_, index) => ({ id: `call_${index}`, text }));

describe('a result that fits', () => {
  it('is the same object', () => {
    const value = { data: rows(10) };
    expect(fit(value)).toBe(value);
  });

  it('may have 64 KiB', () => {
    const value = { text: 'x'.repeat(MAX_BYTES - bytesOf({ text: '' })) };
    expect(fit(value)).toBe(value);
    expect(fit({ text: `${value.text}x` })).toHaveProperty('truncated');
  });
});

describe('a result with a long text', () => {
  it('has every other field, and the beginning of the text', () => {
    const agent = {
      id: 'agent_1',
      system_prompt: DEVANAGARI,
      pace: null,
      tool_ids: ['tool_1'],
      updated_at: 'now',
    };
    const { system_prompt: prompt, truncated, ...others } = fit(agent);
    const { system_prompt: _, ...expected } = agent;
    expect(others).toEqual(expected);
    expect(prompt).toMatch(/^क{20000,}…$/);
    expect(truncated).toBe('Only the beginning of system_prompt: read the whole by the API.');
  });

  it('preserves the confirmation of a preview, and names each truncated text', () => {
    const question = {
      needs_confirmation: true,
      preview: {
        agent_id: 'agent_1',
        changes: [
          { field: 'system_prompt', from: DEVANAGARI, to: 'ख'.repeat(60_000) },
          { field: 'pace', from: null, to: 1.2 },
        ],
      },
      confirmation: 'cnf_1',
      expires_at: 'soon',
    };
    const result = fit(question) as any;
    expect(result).toMatchObject({
      needs_confirmation: true,
      preview: {
        agent_id: 'agent_1',
        changes: [{ field: 'system_prompt' }, { field: 'pace', from: null, to: 1.2 }],
      },
      confirmation: 'cnf_1',
      expires_at: 'soon',
    });
    expect(result.preview.changes[0].from).toMatch(/^क{9000,}…$/);
    expect(result.preview.changes[0].to).toMatch(/^ख{9000,}…$/);
    expect(result.truncated).toBe(
      'Only the beginning of preview.changes[0].from, preview.changes[0].to: read the whole by the API.',
    );
    expect(bytesOf(result)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('leaves shorter texts whole, and cuts at code points', () => {
    const result = fit({
      long: '😀'.repeat(50_000),
      escaped: '"\n'.repeat(30_000),
      short: 'y'.repeat(5_000),
    });
    expect(result['short']).toHaveLength(5_000);
    expect(result['long']).toMatch(/^😀+…$/u);
    expect(result['escaped']).toMatch(/^(?:"\n)+"?…$/);
    expect(bytesOf(result)).toBeLessThanOrEqual(MAX_BYTES);
    expect(bytesOf(result)).toBeGreaterThan(MAX_BYTES - 4_096);
  });
});

describe('a result with a long list', () => {
  it('has the first entries, and names the entry to continue after', () => {
    const result = fit({ object: 'list', data: rows(300), has_more: true }, { hasCursor: true });
    const data = result['data'] as Json[];
    expect(data.length).toBeGreaterThan(100);
    expect(noteOf(result)).toBe(
      `data has ${data.length} of 300 entries: go on with starting_after call_${data.length - 1}.`,
    );
  });

  it.each([
    ['a tool without pages', { data: rows(300) }, {}],
    ['another list of a tool with pages', { attempts: rows(300) }, { hasCursor: true }],
  ])('refers to the API for %s', (_, value, options) => {
    expect(noteOf(fit(value, options))).toMatch(/^\w+ has \d+ of 300 entries: read the rest by the API\.$/);
  });

  it('has its first entry, with a shorter text, when that alone is too long', () => {
    const result = fit({ data: [{ id: 'call_0', text: DEVANAGARI }, ...rows(2)] }, { hasCursor: true });
    expect(result['data']).toEqual([{ id: 'call_0', text: expect.stringMatching(/^क+…$/) }]);
    expect(noteOf(result)).toBe(
      'data has 1 of 3 entries: go on with starting_after call_0. Only the beginning of data[0].text: read the whole by the API.',
    );
  });

  it('divides the space between lists', () => {
    const value = {
      call: { id: 'call_1', outcome: { transcript: rows(200) } },
      timeline: rows(200),
      tools: rows(2),
    };
    const result = fit(value) as any;
    expect(result.call.id).toBe('call_1');
    expect(result.call.outcome.transcript.length).toBeGreaterThan(40);
    expect(result.timeline.length).toBeGreaterThan(40);
    expect(result.tools).toHaveLength(2);
    expect(noteOf(result)).toMatch(/^call\.outcome\.transcript has .* timeline has /);
    expect(noteOf(result)).not.toContain('tools');
  });
});

describe('a result with too much of everything', () => {
  const SHORT = 'ग'.repeat(100);

  it('has shorter lists of short texts, and every field', () => {
    const list = Array.from({ length: 100 }, () => ({ text: SHORT, spoken: SHORT }));
    const agent = {
      id: 'agent_1',
      system_prompt: DEVANAGARI,
      pronunciations: list,
      keyterms: list,
      rules: list,
    };
    const result = fit(agent) as any;
    expect(Object.keys(result)).toEqual([...Object.keys(agent), 'truncated']);
    expect(result.pronunciations.length).toBeGreaterThan(5);
    expect(noteOf(result)).toMatch(/pronunciations has \d+ of 100 entries: read the rest by the API\./);
    expect(bytesOf(result)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('names a list once that was cut twice', () => {
    const result = fit({ data: rows(300), notes: rows(300) }, { hasCursor: true }) as any;
    const { data, notes } = result;
    expect(noteOf(result)).toBe(
      `data has ${data.length} of 300 entries: go on with starting_after ${data.at(-1).id}. ` +
        `notes has ${notes.length} of 300 entries: read the rest by the API.`,
    );
  });

  it('is replaced when fields alone are too many', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`field_${index}`, index]),
    );
    expect(fit(fields)).toEqual({
      truncated: expect.stringMatching(/^The result has \d+ bytes, more than 65536/),
    });
  });

  it.each([
    [
      'many long texts',
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`a${index}`, SHORT.repeat(9)])),
    ],
    ['a long name', { ['n'.repeat(100_000)]: 1 }],
    ['long names of long texts', { ['n'.repeat(30_000)]: DEVANAGARI, ['"'.repeat(9_000)]: DEVANAGARI }],
    ['lone surrogates', { text: '\ud83d'.repeat(40_000) }],
    ['lists of lists', { data: Array.from({ length: 500 }, () => [['a'.repeat(400)]]) }],
    ['deep nesting', { data: JSON.parse(`${'['.repeat(500)}"${'a'.repeat(70_000)}"${']'.repeat(500)}`) }],
  ])('never has more than 64 KiB: %s', (_, value: Json) => {
    expect(bytesOf(fit(value))).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('is cut in linear time', () => {
    const valueOf = (count: number): Json => ({
      data: rows(count, 'x'.repeat(1_000)),
      texts: rows(count / 100, 'y'.repeat(10_000)),
    });
    const [short, long] = [valueOf(2_500), valueOf(20_000)];
    const cost = (value: Json, times: number) => cpuCost(times, () => fit(value));
    cost(short, 2);
    const [many, few] = [cost(short, 8), cost(long, 1)];
    // As much in both; quadratic would be eight times as much in the long one.
    expect(few).toBeLessThan(Math.max(many, 20) * 4);
  });
});
