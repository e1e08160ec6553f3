import { finalStatuses, isFinal, nextStatus, StateMachine, type TransitionTable } from './transition-table';

type Door = 'closed' | 'open' | 'locked';
type Act = 'open' | 'lock' | 'close';
const DOOR: TransitionTable<Door, Act> = {
  closed: { open: 'open', lock: 'locked' },
  open: { close: 'closed' },
  locked: {},
};

test('returns the status in the table for a trigger', () =>
  expect(nextStatus(DOOR, 'closed', 'open')).toBe('open'));

test('returns none for a trigger that the row does not have, inherited names included', () => {
  expect(nextStatus(DOOR, 'open', 'lock')).toBeUndefined();
  expect(nextStatus(DOOR, 'open', 'toString' as never)).toBeUndefined();
});

test('treats an empty row as final', () => {
  expect(isFinal(DOOR, 'locked')).toBe(true);
  expect(isFinal(DOOR, 'open')).toBe(false);
  expect(finalStatuses(DOOR)).toEqual(['locked']);
});

test('moves a state machine by its table alone', () => {
  const door = new StateMachine<Door, Act>(DOOR, 'closed');
  expect([door.allows('close'), door.move('close'), door.status]).toEqual([false, false, 'closed']);
  expect([door.allows('lock'), door.move('lock'), door.status]).toEqual([true, true, 'locked']);
});
