import { finalStatuses, isFinal, nextStatus } from './transition-table';

const DOOR = { closed: { open: 'open', lock: 'locked' }, open: { close: 'closed' }, locked: {} } as const;

test('a trigger leads where the table says', () => {
  expect(nextStatus(DOOR, 'closed', 'open')).toBe('open');
});

test('a trigger that the row does not have leads nowhere, inherited names included', () => {
  expect(nextStatus(DOOR, 'open', 'lock' as never)).toBeUndefined();
  expect(nextStatus(DOOR, 'open', 'toString' as never)).toBeUndefined();
});

test('an empty row is final', () => {
  expect(isFinal(DOOR, 'locked')).toBe(true);
  expect(isFinal(DOOR, 'open')).toBe(false);
  expect(finalStatuses(DOOR)).toEqual(['locked']);
});
