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

describe('the fields of an agent test', () => {
  const LONG = 'x'.repeat(501);
  const LISTS = Array.from({ length: 51 }, () => 'x');
  const withExpect = (expect: object) => ({ name: 'x', talk: [], expect });
  const withStep = (step: unknown) => ({ name: 'x', talk: [step] });
  const TEXT = 'must be a text of 1 to 500 characters';
  const STEP = 'must be one of contact, keys, silence, hang_up, agent, tool';

  it.each<[unknown]>([
    [{ name: 'x'.repeat(500), talk: Array.from({ length: 60 }, () => 'silence') }],
    [{ name: 'x', talk: ['hang_up'], contact: null, variables: null, mocks: null, expect: null }],
    [{ name: 'x', talk: [], contact: { name: '', email: 'a@b.c' }, variables: { a: 1, b: 'x', c: true } }],
    [{ name: 'x', talk: [], mocks: { a: { result: null }, b: { error: 'timed_out' } } }],
    [withStep({ keys: `${'1'.repeat(30)}*#` })],
    [withStep({ silence: true })],
    [withStep({ hang_up: null })],
    [withStep({ agent: { includes: LISTS.slice(1), excludes: [], one_of: ['a'] } })],
    [withExpect({ ended_by: 'agent', transferred: true, disposition: 'Hot', asked_not_to_call: false })],
    [withExpect({ transferred: '+911', disposition: ['Hot', 'Cold'], answers: { q: null, r: 'x' } })],
    [withExpect({ callback_requested: true, callback_time_text: null, scheduled_callback: null })],
    [withExpect({ follow_up: null, lead_rating: { min: 1 }, tools: [], agent_never: ['x'] })],
  ])('accepts %j', (test) => expect(agentTestProblems([test])).toEqual([]));

  it.each<[unknown, (string | number)[], string]>([
    ['x', [], 'must be a test'],
    [{ name: 'x' }, ['talk'], 'is required'],
    [{ talk: [] }, ['name'], 'is required'],
    [{ name: '', talk: [] }, ['name'], TEXT],
    [{ name: 1, talk: [] }, ['name'], TEXT],
    [{ name: LONG, talk: [] }, ['name'], TEXT],
    [{ name: 'x', talk: [], steps: [] }, ['steps'], 'is not known'],
    [{ name: 'x', talk: {} }, ['talk'], 'must be a list of at most 60 steps'],
    [
      { name: 'x', talk: Array.from({ length: 61 }, () => 'silence') },
      ['talk'],
      'must be a list of at most 60 steps',
    ],
    [{ name: 'x', talk: [], contact: { name: 1 } }, ['contact'], 'must be {name, email}'],
    [{ name: 'x', talk: [], contact: [] }, ['contact'], 'must be {name, email}'],
    [{ name: 'x', talk: [], contact: { phone: '1' } }, ['contact'], 'has the unknown field phone'],
    [{ name: 'x', talk: [], variables: { a: null } }, ['variables'], 'must be an object of names and values'],
    [{ name: 'x', talk: [], variables: 'a' }, ['variables'], 'must be an object of names and values'],
    [{ name: 'x', talk: [], mocks: [] }, ['mocks'], 'must be an object'],
    [{ name: 'x', talk: [], mocks: { a: {} } }, ['mocks', 'a'], 'must be {result} or {error}'],
    [{ name: 'x', talk: [], mocks: { a: null } }, ['mocks', 'a'], 'must be {result} or {error}'],
    [{ name: 'x', talk: [], mocks: { a: { error: 1 } } }, ['mocks', 'a'], 'must be {result} or {error}'],
    [
      { name: 'x', talk: [], mocks: { a: { error: 'x', result: 1 } } },
      ['mocks', 'a'],
      'must be {result} or {error}',
    ],
    [
      { name: 'x', talk: [], mocks: { a: { result: 1, ms: 1 } } },
      ['mocks', 'a'],
      'must be {result} or {error}',
    ],
    [withStep('speak'), ['talk', 0], STEP],
    [withStep(null), ['talk', 0], STEP],
    [withStep({ speak: 'x' }), ['talk', 0], STEP],
    [withStep({ keys: '12A' }), ['talk', 0, 'keys'], 'must be keys such as "12#"'],
    [withStep({ keys: 12 }), ['talk', 0, 'keys'], 'must be keys such as "12#"'],
    [withStep({ keys: '1'.repeat(33) }), ['talk', 0, 'keys'], 'must be keys such as "12#"'],
    [withStep({ silence: false }), ['talk', 0, 'silence'], 'must be true'],
    [withStep({ agent: 'x' }), ['talk', 0, 'agent'], 'must be {includes, excludes, one_of}'],
    [withStep({ agent: { includes: 'x' } }), ['talk', 0, 'agent'], 'must have a list of texts in includes'],
    [withStep({ agent: { says: ['x'] } }), ['talk', 0, 'agent'], 'has the unknown field says'],
    [withExpect({ ended: 'x' }), ['expect', 'ended'], 'is not known'],
    [withExpect({ transferred: 1 }), ['expect', 'transferred'], TEXT],
    [withExpect({ disposition: [''] }), ['expect', 'disposition'], 'must be a list of texts'],
    [withExpect({ tools: LISTS }), ['expect', 'tools'], 'must be a list of texts'],
    [withExpect({ answers: { q: 1 } }), ['expect', 'answers'], 'must be an object of questions and texts'],
    [withExpect({ answers: 'x' }), ['expect', 'answers'], 'must be an object of questions and texts'],
    [withExpect({ callback_requested: 'yes' }), ['expect', 'callback_requested'], 'must be true or false'],
    [withExpect({ follow_up: '' }), ['expect', 'follow_up'], TEXT],
    [withExpect({ lead_rating: 7 }), ['expect', 'lead_rating'], 'must be {min, max}'],
    [withExpect({ lead_rating: { min: '7' } }), ['expect', 'lead_rating'], 'must be {min, max}'],
    [withExpect({ lead_rating: { least: 7 } }), ['expect', 'lead_rating'], 'has the unknown field least'],
  ])('refuses %j', (test, path, message) =>
    expect(agentTestProblems([test])).toEqual([{ path: [0, ...path], message }]),
  );

  it('are judged in a list of at most 100', () => {
    const test = { name: 'x', talk: [] };
    const hundred = Array.from({ length: 100 }, () => test);
    expect(agentTestProblems(hundred)).toEqual([]);
    const many = 'must have at most 100 tests';
    expect(agentTestProblems([...hundred, test])).toEqual([{ path: [], message: many }]);
    expect(agentTestProblems({})).toEqual([{ path: [], message: 'must be a list of tests' }]);
  });
});
