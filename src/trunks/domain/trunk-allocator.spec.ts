import { TrunkAllocator, type TrunkSnapshot } from './trunk-allocator';

const trunk = (id: string, differs: Partial<TrunkSnapshot> = {}): TrunkSnapshot => ({
  id,
  name: id,
  enabled: true,
  state: 'up',
  reason: null,
  freeChannels: 10,
  isSlotDue: true,
  callerId: `+91${id}`,
  username: null,
  numbers: [],
  ...differs,
});
const turn = (...trunks: TrunkSnapshot[]) => new TrunkAllocator(trunks, 1);
const own = (phoneNumber: string) => ({ phoneNumber, outbound: true, isDefault: false, usedToday: 0 });

test('chooses the first trunk, and the others for failover', () =>
  expect(turn(trunk('1'), trunk('2'), trunk('3')).take()).toEqual({
    kind: 'routes',
    routes: [
      { trunkId: '1', callerId: '+911' },
      { trunkId: '2', callerId: '+912' },
      { trunkId: '3', callerId: '+913' },
    ],
  }));

test('begins one call on each trunk in a round, as the slot of its rate is used then', () => {
  const both = turn(trunk('1'), trunk('2'));
  expect(both.capacity).toBe(2);
  const firsts = [both.take(), both.take()].map((choice) =>
    choice.kind === 'routes' ? choice.routes[0].trunkId : choice.kind,
  );
  expect(firsts).toEqual(['1', '2']);
  expect(both.capacity).toBe(0);
  expect(both.take()).toEqual({ kind: 'waiting', reason: 'Waiting for a free channel of the trunk.' });
});

test.each<[string, Partial<TrunkSnapshot>, number, number]>([
  ['is off', { enabled: false }, 0, 0],
  ['is down', { state: 'down' }, 0, 0],
  ['is failing', { state: 'failing', reason: '503' }, 0, 0],
  ['has no number to show', { callerId: null }, 1, 0],
  ['has no free channel', { freeChannels: 0 }, 0, 1],
  ['has no due slot', { isSlotDue: false }, 0, 1],
])('begins no call on a trunk that %s, which may follow another', (_, differs, room, follows) => {
  const other = trunk('2', differs);
  expect(turn(other).capacity).toBe(room);
  expect(turn(other).take().kind).not.toBe('routes');
  const choice = turn(trunk('1'), other).take();
  expect(choice).toMatchObject({ kind: 'routes' });
  expect(choice.kind === 'routes' && choice.routes).toHaveLength(1 + follows);
});

test('requires two channels for a human call', () => {
  expect(new TrunkAllocator([trunk('1', { freeChannels: 1 })], 2).capacity).toBe(0);
  expect(new TrunkAllocator([trunk('1', { freeChannels: 2 })], 2).capacity).toBe(1);
});

test('begins a call that rings an extension on the first trunk alone, and the others follow', () => {
  const extension = (first: TrunkSnapshot) => new TrunkAllocator([first, trunk('2')], 1, true);
  expect(extension(trunk('1')).take()).toMatchObject({ routes: [{ trunkId: '1' }, { trunkId: '2' }] });
  const busy = extension(trunk('1', { freeChannels: 0 }));
  expect([busy.capacity, busy.take().kind]).toEqual([0, 'waiting']);
});

test('uses a trunk whose health is unknown, first and after another', () => {
  const unknown = trunk('2', { state: 'unknown' });
  expect([turn(unknown).capacity, turn(unknown).take().kind]).toEqual([1, 'routes']);
  expect(turn(trunk('1'), unknown).take()).toMatchObject({ routes: [{ trunkId: '1' }, { trunkId: '2' }] });
});

test('shows a contact the number that called before', () => {
  const numbers = [own('+911'), own('+912')];
  const shown = new Map([['+912', new Date()]]);
  expect(turn(trunk('1', { numbers })).take(shown)).toMatchObject({ routes: [{ callerId: '+912' }] });
  expect(turn(trunk('1', { numbers })).take()).toMatchObject({ routes: [{ callerId: '+911' }] });
});

test('occupies nothing by the next choice', () => {
  const one = turn(trunk('1'));
  expect([one.nextChoice, one.nextChoice]).toEqual([
    { kind: 'trunk', id: '1', callerId: '+911' },
    { kind: 'trunk', id: '1', callerId: '+911' },
  ]);
});
