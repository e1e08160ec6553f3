import 'reflect-metadata';
import fc from 'fast-check';
import { ChangeAgentRequest, CreateAgentRequest } from '../../src/agents/http/agent.requests';
import { BatchRowRequest } from '../../src/batches/http/batch.requests';
import { QueueCallRequest } from '../../src/calls/http/call.requests';
import { CallRowsQuery, CancelCallsRequest } from '../../src/calls/http/call-row.requests';
import { knownFields, type RequestClass } from '../../src/platform/http/fields/field-registry';
import { checkFields } from '../../src/platform/http/fields/validate';
import { CreateToolRequest } from '../../src/tools/http/tool.requests';

const AGENT = { name: 'Asha', opening_line: 'Namaste', system_prompt: 'Help to choose.' };
const ROW = { phone_number: '+91 98765 40001' };
const TOOL = { kind: 'http', name: 'order_status', description: 'Looks up.', url: 'https://example.com' };

const CLASSES: readonly (readonly [RequestClass, object])[] = [
  [QueueCallRequest, { ...ROW, agent_id: 'agent_1' }],
  [BatchRowRequest, ROW],
  [CreateAgentRequest, AGENT],
  [ChangeAgentRequest, {}],
  [CreateToolRequest, TOOL],
  [CallRowsQuery, {}],
  [CancelCallsRequest, {}],
];

const value = fc.oneof(
  fc.constantFrom('', ' Rohan ', '+919876540002', '2026-11-25T10:00:00+05:30', 'busy,no_answer', '5', 'true'),
  fc.constantFrom(
    null,
    undefined,
    5,
    true,
    {},
    [],
    ['a'],
    { name: ' Rohan ' },
    { course: 'B.Com', count: 2 },
  ),
  fc.constantFrom(
    { name: 5 },
    { toString: 'x' },
    { status: 'busy' },
    { status: 5 },
    { status: 'late', from: '2026-11-25' },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A problem more, which class-validator and class-transformer report beside all others. */
const UNKNOWN = 'unknown_field';

describe.each(CLASSES.map(([type, base]) => [type.name, type, base] as const))('%s', (_name, type, base) => {
  it('parses and validates as class-transformer and class-validator do', () => {
    const names = fc.constantFrom(...knownFields(type).keys(), 'constructor', '__proto__');
    const bodies = fc.dictionary(names, value, { maxKeys: 4 }).map((sent) => ({ ...base, ...sent }));
    const found = { fine: 0, wrong: 0 };
    fc.assert(
      fc.property(bodies, (body) => {
        const { value: read, problems } = checkFields(type, body, 'query.');
        const whole = checkFields(type, { ...body, [UNKNOWN]: 1 }, 'query.');
        expect(problems).toEqual(whole.problems.filter(({ field }) => field !== `query.${UNKNOWN}`));
        expect(read).toStrictEqual(whole.value);
        expect(Object.keys(read)).toEqual(Object.keys(whole.value));
        found[problems.length === 0 ? 'fine' : 'wrong'] += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(found.fine).toBeGreaterThan(50);
    expect(found.wrong).toBeGreaterThan(50);
  });
});
