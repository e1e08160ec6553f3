import type { CloudAdapter, CloudSettings } from '../adapter';
import { CloudTrunk } from '../cloud-trunk';
import { CloudTrunkPool, type StoredOfKind } from './cloud-trunk-pool';

const KIND = 'plivo';

function trunk(id: string, baseUrl = 'https://api.example'): StoredOfKind {
  const settings = { baseUrl } as CloudSettings;
  return { kind: KIND, id, name: id, settings, inboundToken: 'token' };
}

function open() {
  const adapter = {
    kind: KIND,
    maxReadsPerMinute: null,
    credentials: () => ({ user: '', password: '' }),
    rest: () => ({}),
  } as unknown as CloudAdapter;
  return new CloudTrunkPool(
    (kind, stored) =>
      kind === KIND
        ? new CloudTrunk(
            stored,
            adapter,
            () => 0,
            () => Promise.resolve(true),
          )
        : null,
    () => 0,
  );
}

test('preserves an unchanged trunk', () => {
  const trunks = open();
  trunks.sync([trunk('a')], [trunk('b')]);
  const [a, b] = [trunks.trunkOfAnyState('a'), trunks.trunkOfAnyState('b')];
  trunks.sync([trunk('a')], [trunk('b')]);
  expect(trunks.trunkOfAnyState('a')).toBe(a);
  expect(trunks.trunkOfAnyState('b')).toBe(b);
  expect([...trunks.enabled.keys()]).toEqual(['a']);
});

test('finds a disabled or removed trunk for its calls, but not for dials', () => {
  const trunks = open();
  trunks.sync([trunk('off'), trunk('gone')], []);
  const [off, gone] = [trunks.trunkOfAnyState('off'), trunks.trunkOfAnyState('gone')];
  trunks.sync([], [trunk('off')]);
  expect(trunks.enabled.size).toBe(0);
  expect(trunks.trunkOfAnyState('off')).toBe(off);
  expect(trunks.trunkOfAnyState('gone')).toBe(gone);
});

test('restarts a changed trunk, enabled or not', () => {
  const trunks = open();
  trunks.sync([trunk('a', 'https://old.example')], [trunk('b', 'https://old.example')]);
  trunks.sync([trunk('a')], [trunk('b')]);
  for (const id of ['a', 'b'])
    expect(trunks.trunkOfAnyState(id)?.stored.settings.baseUrl).toBe('https://api.example');
});

test('does not find a trunk of a kind that this process does not have', () => {
  const trunks = open();
  trunks.sync([{ ...trunk('a'), kind: 'other' }], []);
  expect(trunks.trunkOfAnyState('a')).toBeUndefined();
});

test('finds none after the end', () => {
  const trunks = open();
  trunks.sync([trunk('a')], [trunk('b')]);
  trunks.close();
  expect([trunks.trunkOfAnyState('a'), trunks.trunkOfAnyState('b')]).toEqual([undefined, undefined]);
});
