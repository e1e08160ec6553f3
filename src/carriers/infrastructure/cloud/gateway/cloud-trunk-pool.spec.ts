import type { CloudAdapter, CloudSettings } from '../adapter';
import { CloudTrunk } from '../cloud-trunk';
import { CloudTrunkPool, type StoredOfKind } from './cloud-trunk-pool';

const KIND = 'plivo';

function trunk(id: string, baseUrl = 'https://api.example'): StoredOfKind {
  const settings = { baseUrl } as CloudSettings;
  return { kind: KIND, id, name: id, settings, inboundToken: 'token' };
}

function open(nowMs = () => 0) {
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
    nowMs,
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

describe('versionsOf', () => {
  const settingsOf = (trunks: CloudTrunkPool, beganMs: number) =>
    trunks.versionsOf('a', new Date(beganMs)).map(({ stored }) => stored.settings.baseUrl);

  test('has the settings that a leg began with, however often they changed since', () => {
    let nowMs = 0;
    const trunks = open(() => nowMs);
    trunks.sync([trunk('a', 'first')], []);
    for (const [ms, settings] of [
      [60_000, 'second'],
      [120_000, 'third'],
    ] as const) {
      nowMs = ms;
      trunks.sync([trunk('a', settings)], []);
    }
    expect(settingsOf(trunks, 50_000)).toEqual(['third', 'second', 'first']);
    // Another process may have begun it with the settings before.
    expect(settingsOf(trunks, 69_000)).toEqual(['third', 'second', 'first']);
    expect(settingsOf(trunks, 71_000)).toEqual(['third', 'second']);
    expect(settingsOf(trunks, 131_000)).toEqual(['third']);
    trunks.sync([], [trunk('a', 'third')]);
    expect(settingsOf(trunks, 50_000)).toEqual(['third', 'second', 'first']);
    expect(settingsOf(trunks, 200_000)).toEqual(['third']);
  });

  test('keeps a bounded number of settings', () => {
    const trunks = open();
    for (let change = 0; change < 100; change++) trunks.sync([trunk('a', `${change}`)], []);
    expect(settingsOf(trunks, 0)).toEqual(['99', '98', '97', '96', '95', '94', '93', '92', '91']);
  });
});
