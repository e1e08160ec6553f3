import { cpuCost } from '../../../../test/harness/cpu-cost';
import { ToolCallAssembler } from './tool-call-assembler';

const read = (deltas: readonly object[]) => {
  const assembler = new ToolCallAssembler();
  for (const delta of deltas) assembler.add([delta]);
  return assembler.calls().map(({ name, arguments: sent }) => [name, sent]);
};
const part = (fields: object, sent: object) => ({ ...fields, function: sent });

it.each<[string, readonly object[], unknown]>([
  [
    'pieces by index',
    [
      part({ index: 0, id: 'a' }, { name: 'find', arguments: '' }),
      part({ index: 0 }, { arguments: '{"a"' }),
      part({ index: 1, id: 'b' }, { name: 'book', arguments: '{}' }),
      part({ index: 0 }, { arguments: ':1}' }),
    ],
    [
      ['find', '{"a":1}'],
      ['book', '{}'],
    ],
  ],
  [
    'whole calls without index and id',
    [part({}, { name: 'find', arguments: '{"a":1}' }), part({}, { name: 'find', arguments: '{"a":2}' })],
    [
      ['find', '{"a":1}'],
      ['find', '{"a":2}'],
    ],
  ],
  [
    'pieces without index and id',
    [part({}, { name: 'find' }), part({}, { arguments: '{"a":' }), part({}, { arguments: '1}' })],
    [['find', '{"a":1}']],
  ],
  [
    'a repeated index',
    [
      part({ index: 0, id: 'a' }, { name: 'find', arguments: '{"a":1}' }),
      part({ index: 0, id: 'b' }, { name: 'find', arguments: '{"a":2}' }),
    ],
    [
      ['find', '{"a":1}'],
      ['find', '{"a":2}'],
    ],
  ],
  [
    'a repeated id and name',
    [
      part({ index: 0, id: 'a' }, { name: 'find', arguments: '{"a"' }),
      part({ index: 0, id: 'a' }, { name: 'find', arguments: ':1}' }),
    ],
    [['find', '{"a":1}']],
  ],
  [
    'a repeated index and name, and braces in a text',
    [
      part({ index: 0 }, { name: 'find', arguments: '{"a":{},"b":"}\\"' }),
      part({ index: 0 }, { name: 'find', arguments: '}' }),
      part({ index: 0 }, { name: 'find', arguments: '"} ' }),
      part({ index: 0 }, { name: 'find', arguments: '{}' }),
    ],
    [
      ['find', '{"a":{},"b":"}\\"}"} '],
      ['find', '{}'],
    ],
  ],
  [
    'arguments as an object',
    [part({ index: 0 }, { name: 'find', arguments: { a: 1 } })],
    [['find', { a: 1 }]],
  ],
  ['arguments that are cut off', [part({ index: 0 }, { name: 'find', arguments: '{"a' })], [['find', '{"a']]],
  ['a call without a name', [part({ index: 0, id: 'a' }, { arguments: '{}' })], []],
])('assembles %s', (_, deltas, calls) => expect(read(deltas)).toEqual(calls));

it('never throws, for any input', () => {
  const assembler = new ToolCallAssembler();
  for (const odd of [null, 'x', 7, [null, 3, 'y', {}, { function: 'z' }], { a: 1 }]) assembler.add(odd);
  expect(assembler.calls()).toEqual([]);
});

it('accepts at most sixteen calls', () => {
  const many = Array.from({ length: 50 }, (_, at) =>
    part({ index: at }, { name: `n${at}`, arguments: '{}' }),
  );
  expect(read(many)).toHaveLength(16);
});

it('needs linear time for many pieces, each of which might be the last', () => {
  const piece = part({ index: 0 }, { name: 'find', arguments: ',{}' });
  const cost = (count: number) =>
    cpuCost(1, () =>
      read([part({ index: 0 }, { name: 'find', arguments: '[{}' }), ...Array(count).fill(piece)]),
    );
  cost(2_000);
  const [short, long] = [cost(4_000), cost(16_000)];
  expect(long).toBeLessThan(Math.max(short, 25) * 8);
});
