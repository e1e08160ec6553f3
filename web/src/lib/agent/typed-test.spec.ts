import type { TypedTurn } from '../test-talk';
import { testOf, type TypedTest } from './typed-test';

const agent = (text: string, tools?: TypedTurn['tools']): TypedTurn => ({
  speaker: 'agent',
  text,
  ...(tools && { tools }),
});
const contact = (text: string): TypedTurn => ({ speaker: 'contact', text });
const aTest = (changes: Partial<TypedTest>) =>
  testOf({
    name: 'Order',
    turns: [],
    contact: '',
    variables: {},
    disposition: null,
    endedByAgent: false,
    ...changes,
  });

describe('a test of a typed conversation', () => {
  it('has nothing of what was not there', () =>
    expect(aTest({ contact: ' ', variables: { course: ' ' } })).toEqual({
      name: 'Order',
      talk: [],
      expect: { tools: [] },
    }));

  it('has the values of the call, the end and the outcome', () =>
    expect(
      aTest({
        contact: ' Rohan ',
        variables: { course: 'MBA', city: '' },
        disposition: 'Interested',
        endedByAgent: true,
      }),
    ).toEqual({
      name: 'Order',
      contact: { name: 'Rohan' },
      variables: { course: 'MBA' },
      talk: [],
      expect: { tools: [], ended_by: 'agent', disposition: 'Interested' },
    }));

  it('repeats the words and the silence of the contact, and each use of a tool with its result', () => {
    const use = { name: 'order_status', arguments: { id: '1' }, result: { status: 'shipped' } };
    const turns = [
      agent('Hello.'),
      contact('My order?'),
      agent('One moment.', [use]),
      agent('It is shipped.'),
      contact('Thanks.'),
    ];
    expect(aTest({ turns })).toEqual({
      name: 'Order',
      mocks: { order_status: { result: { status: 'shipped' } } },
      talk: [{ contact: 'My order?' }, { tool: 'order_status' }, 'silence', { contact: 'Thanks.' }],
      expect: { tools: ['order_status'] },
    });
  });
});
