import type { CloudAdapter, CloudSettings } from './adapter';
import { CloudTrunk } from './cloud-trunk';
import { CloudTrunkSet, type StoredOfKind } from './cloud-trunk-set';

const KIND = 'plivo';

function trunk(id: string, baseUrl = 'https://api.example'): StoredOfKind {
  const settings = { baseUrl } as CloudSettings;
  return { kind: KIND, id, name: id, settings, inboundToken: 'token' };
}

function open() {
  const adapter = {
    kind: KIND,
    looksPerMinute: null,
    login: () => ({ user: '', password: '' }),
    rest: () => ({}),
  } as unknown as CloudAdapter;
  return new CloudTrunkSet((kind, stored) =>
    kind === KIND
      ? new CloudTrunk(
          stored,
          adapter,
          () => 0,
          () => Promise.resolve(true),
        )
      : null,
  );
}

test('a trunk that did not change stays the same', () => {
  const trunks = open();
  trunks.sync([trunk('a')], [trunk('b')]);
  const [a, b] = [trunks.everKnown('a'), trunks.everKnown('b')];
  trunks.sync([trunk('a')], [trunk('b')]);
  expect(trunks.everKnown('a')).toBe(a);
  expect(trunks.everKnown('b')).toBe(b);
  expect([...trunks.enabled.keys()]).toEqual(['a']);
});

test('a trunk that is turned off, or gone, may not be dialed over, and is known for its calls', () => {
  const trunks = open();
  trunks.sync([trunk('off'), trunk('gone')], []);
  const [off, gone] = [trunks.everKnown('off'), trunks.everKnown('gone')];
  trunks.sync([], [trunk('off')]);
  expect(trunks.enabled.size).toBe(0);
  expect(trunks.everKnown('off')).toBe(off);
  expect(trunks.everKnown('gone')).toBe(gone);
});

test('one that changed begins anew, on or off', () => {
  const trunks = open();
  trunks.sync([trunk('a', 'https://old.example')], [trunk('b', 'https://old.example')]);
  trunks.sync([trunk('a')], [trunk('b')]);
  for (const id of ['a', 'b'])
    expect(trunks.everKnown(id)?.stored.settings.baseUrl).toBe('https://api.example');
});

test('one of a kind that this process does not have is not known', () => {
  const trunks = open();
  trunks.sync([{ ...trunk('a'), kind: 'other' }], []);
  expect(trunks.everKnown('a')).toBeUndefined();
});

test('none is known after the end', () => {
  const trunks = open();
  trunks.sync([trunk('a')], [trunk('b')]);
  trunks.close();
  expect([trunks.everKnown('a'), trunks.everKnown('b')]).toEqual([undefined, undefined]);
});
