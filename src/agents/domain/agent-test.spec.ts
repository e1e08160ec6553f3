import { agentTestProblems } from './agent-test';

describe('a text of an agent test', () => {
  it.each([
    [500, []],
    [501, [{ path: [0, 'talk', 0, 'contact'], message: 'must be a text of 1 to 500 characters' }]],
  ])('counts %i emoji as characters', (count, problems) => {
    const talk = [{ contact: '😀'.repeat(count) }];
    expect(agentTestProblems([{ name: 'x', talk }])).toEqual(problems);
  });
});

describe('a step of an agent test', () => {
  it.each([
    [{ tool: 'order_status', arguments: { id: 1 } }, true],
    [{ arguments: { id: 1 }, tool: 'order_status' }, true],
    [{ tool: 'order_status', agent: { includes: ['shipped'] } }, false],
    [{ contact: 'Hello?', tool: 'order_status' }, false],
    [{ contact: 'Hello?', arguments: {} }, false],
    [{ arguments: {} }, false],
    [{}, false],
  ])('has one action: %j is %s', (step, isRight) => {
    const message = 'must be one of contact, keys, silence, hang_up, agent, tool';
    const problems = isRight ? [] : [{ path: [0, 'talk', 0], message }];
    expect(agentTestProblems([{ name: 'x', talk: [step] }])).toEqual(problems);
  });
});
