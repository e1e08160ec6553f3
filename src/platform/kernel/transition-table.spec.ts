import { finalStatuses, isFinal, nextStatus, type TransitionTable } from './transition-table';

type Door = 'closed' | 'open' | 'locked';
type Act = 'open' | 'lock' | 'close';
const DOOR: TransitionTable<Door, Act> = {
  closed: { open: 'open', lock: 'locked' },
  open: { close: 'closed' },
  locked: {},
};

test('a trigger leads to the status in the table', () =>
  expect(nextStatus(DOOR, 'closed', 'open')).toBe('open'));

test('a trigger that the row does not have leads nowhere, inherited names included', () => {
  expect(nextStatus(DOOR, 'open', 'lock')).toBeUndefined();
  expect(nextStatus(DOOR, 'open', 'toString' as never)).toBeUndefined();
});

test('an empty row is final', () => {
  expect(isFinal(DOOR, 'locked')).toBe(true);
  expect(isFinal(DOOR, 'open')).toBe(false);
  expect(finalStatuses(DOOR)).toEqual(['locked']);
});
