import { agentTestProblems } from './agent-test';

describe('a text of an agent test', () => {
  it.each([
    [500, []],
    [501, [{ path: [0, 'talk', 0, 'contact'], message: 'must be a text of 1 to 500 characters' }]],
  ])('of %i emoji has as many characters', (count, problems) => {
    const talk = [{ contact: '😀'.repeat(count) }];
    expect(agentTestProblems([{ name: 'x', talk }])).toEqual(problems);
  });
});
