import { Headers } from './headers';
import type { SipRequest, SipResponse } from './message';
import { rackOf, ReliableOrder, rseqOf } from './reliable-provisional';

const response = (status: number, headers: readonly (readonly [string, string])[] = []): SipResponse => ({
  kind: 'response',
  status,
  reason: '',
  headers: new Headers(headers),
  body: '',
});

test.each([
  [183, '100rel', '7', 7],
  [183, 'x, 100REL', '7', 7],
  [183, 'timer', '7', null],
  [183, '100rel', '', null],
  [100, '100rel', '7', null],
  [200, '100rel', '7', null],
])('reads RSeq of a %d with Require %s and RSeq "%s"', (status, require, rseq, expected) => {
  const headers = [
    ['require', require],
    ['rseq', rseq],
  ] as const;
  expect(rseqOf(response(status, headers))).toBe(expected);
});

test.each([
  ['776656 1 INVITE', { rseq: 776_656, number: 1, method: 'INVITE' }],
  ['  7   2\tINVITE ', { rseq: 7, number: 2, method: 'INVITE' }],
  ['7 INVITE', null],
  ['7 2 INVITE more', null],
  ['', null],
])('reads RAck "%s"', (value, expected) => {
  const prack: SipRequest = {
    kind: 'request',
    method: 'PRACK',
    uri: 'sip:a@b',
    headers: new Headers([['rack', value]]),
    body: '',
  };
  expect(rackOf(prack)).toEqual(expected);
});

test.each([
  ['in order', [5, 6, 7], [[5], [6], [7]]],
  ['repeated', [5, 5, 6, 5, 6], [[5], [], [6], [], []]],
  ['out of order', [5, 7, 6, 8], [[5], [], [6, 7], [8]]],
  ['a gap that is never filled', [5, 7, 8], [[5], [], []]],
  ['older than the first', [5, 4], [[5], []]],
  [
    'more than may wait',
    [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2],
    [[1], [], [], [], [], [], [], [], [], [], [2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ],
])('orders RSeq: %s', (_what, received, expected) => {
  const order = new ReliableOrder();
  const released = received.map((rseq) => order.receive(rseq, response(183)).map(([number]) => number));
  expect(released).toEqual(expected);
});
