import { derive, SessionKeys } from './srtp-keys';
import { NODE_PRIMITIVES } from '../../infrastructure/srtp-primitives';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** RFC 3711, B.3. */
const MASTER = hex('E1F97A0D3E018BE0D64FA32C06DE4139 0EC675AD498AFEEBB6960B3AABE6');

test.each<[string, number, number, string]>([
  ['cipher key', 0, 16, 'C61E7A93744F39EE10734AFE3FF7A087'],
  ['salt', 2, 14, '30CBBC08863D8C85D49DB34A9AE1'],
  [
    'authentication key',
    1,
    94,
    'CEBE321F6FF7716B6FD4AB49AF256A15 6D38BAA48F0A0ACF3C34E2359E6CDBCE E049646C43D9327AD175578EF7227098' +
      '6371C10C9A369AC2F94A8C5FBCDDDC25 6D6E919A48B610EF17C2041E47403576 6B68642C59BBFC2F34DB60DBDFB2',
  ],
])('derives the %s from the master key as RFC 3711 B.3', (_, label, length, expected) =>
  expect(Buffer.from(derive(NODE_PRIMITIVES, MASTER, label, length))).toEqual(hex(expected)),
);

/** RFC 3711, B.2: a session key and salt, which no known master key derives. */
test('computes the key stream of AES in counter mode as RFC 3711 B.2', () => {
  const session = hex('2B7E151628AED2A6ABF7158809CF4F3C F0F1F2F3F4F5F6F7F8F9FAFBFCFD');
  // A label of zero leaves the salt unchanged, so the first counter is that of B.2.
  expect(Buffer.from(derive(NODE_PRIMITIVES, session, 0, 48))).toEqual(
    hex('E03EAD0935C95E80E166B16DD92B4EB4 D23513162B02D0F72A43A2FE4A5F97AB 41E95B3BB0A2E8DD477901E4FCA894C0'),
  );
});

/** The known packet of libsrtp's test driver, which has the keys of B.3. */
test('encrypts a packet as other implementations do', () => {
  const packet = Buffer.concat([hex('800f1234decafbadcafebabe'), Buffer.alloc(16, 0xab)]);
  const keys = new SessionKeys(NODE_PRIMITIVES, MASTER, 'rtp');
  keys.crypt(packet, 12, packet.length, 0xcafe_babe, 0, 0x1234);
  const tag = keys.tag(packet, packet.length, 0).subarray(0, 10);
  expect(Buffer.concat([packet, tag])).toEqual(
    hex('800f1234decafbadcafebabe4e55dc4ce79978d88ca4d215949d2402b78d6acc99ea179b8dbb'),
  );
});
