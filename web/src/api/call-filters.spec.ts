import { filled, filterOf } from './call-filters';

test('leaves out what is empty', () =>
  expect(filled({ a: '', b: undefined, c: 0, d: false, e: 'x' })).toStrictEqual({ c: 0, d: false, e: 'x' }));

describe('the filters of calls', () => {
  it('have the names of the service', () =>
    expect(
      filterOf({
        status: 'queued',
        agent: 'agent_1',
        batch: 'batch_1',
        outcome: 'Interested',
        direction: 'inbound',
        from: '2026-11-21',
        to: '2026-11-22',
        dates: 'ended',
        chain: 'call_1',
        latest: 'only',
        q: '+919876540001',
        after: 'call_2',
      }),
    ).toEqual({
      status: 'queued',
      agent_id: 'agent_1',
      batch_id: 'batch_1',
      disposition: 'Interested',
      direction: 'inbound',
      from: '2026-11-21',
      to: '2026-11-22',
      dates: 'ended',
      first_call_id: 'call_1',
      latest_attempt: true,
      q: '+919876540001',
    }));

  it('are none without any', () => expect(filterOf({ test: '', latest: '' })).toEqual({}));

  it.each([
    ['only', true],
    ['none', false],
  ])('find test calls by %s', (test, sent) => expect(filterOf({ test })).toEqual({ test: sent }));
});
