import { type TrunkSummaryEntry, trunkSummary } from './trunk-summary';

const trunk = (id: string, state: TrunkSummaryEntry['state']): TrunkSummaryEntry => ({
  id,
  name: 'secret name',
  state,
});

test.each<[TrunkSummaryEntry[], string]>([
  [[], 'ok'],
  [[trunk('trunk_a', 'up'), trunk('trunk_b', 'unknown'), trunk('trunk_c', 'failing')], 'ok'],
  [[trunk('trunk_a', 'down'), trunk('trunk_b', 'up')], '1 of 2 trunks is down: trunk_a'],
  [[trunk('trunk_a', 'down'), trunk('trunk_b', 'down')], '2 of 2 trunks are down: trunk_a, trunk_b'],
])('describes %j: %s', (trunks, expected) => expect(trunkSummary(trunks)).toBe(expected));
