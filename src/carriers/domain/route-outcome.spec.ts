import { type LegFailure, classifyFailure } from './cause-map';
import { combineOutcomes } from './route-outcome';

const sip = (status: number): LegFailure => ({ type: 'sip', status, rang: false });
const outcome = (...events: LegFailure[]) => combineOutcomes(events.map(classifyFailure))?.outcome;
const noCapacity = { kind: 'refused', temporary: true, reason: '503, it has no capacity right now' };

test.each([
  ['one temporary refusal', [sip(503)], noCapacity],
  ['a temporary refusal, then a permanent one', [sip(503), sip(403)], noCapacity],
  ['a permanent refusal, then a temporary one', [sip(403), sip(503)], noCapacity],
  ['two permanent refusals', [sip(403), sip(488)], { reason: '488, it takes none of the offered codecs' }],
  ['a temporary refusal, then a busy phone', [sip(503), sip(486)], { kind: 'ended', cause: 'busy' }],
  ['a temporary refusal, then a number that this trunk does not reach', [sip(503), sip(404)], noCapacity],
  ['two trunks that do not reach the number', [sip(404), sip(404)], { cause: 'number_unreachable' }],
  [
    'the last of two temporary ones',
    [sip(503), { type: 'not_resolved' } as const],
    { reason: 'it cannot be reached' },
  ],
])('decides after %s', (_, events, expected) => expect(outcome(...events)).toMatchObject(expected));

test('returns no outcome without a trunk', () => expect(combineOutcomes([])).toBeNull());
