import { draftOf } from './agent-input';

it('judges no more numbers than an agent may have', () => {
  const numbers = Array.from({ length: 10_000 }, (_, at) => `+1202555${1_000 + (at % 9_000)}`);
  const { problems } = draftOf({ id: 'agent_1', agent: { handoff_numbers: numbers } }, ['IN']);
  expect(problems.map(({ field }) => field)).toEqual([
    'handoff_numbers',
    ...Array.from({ length: 10 }, (_, at) => `handoff_numbers[${at}]`),
  ]);
});
