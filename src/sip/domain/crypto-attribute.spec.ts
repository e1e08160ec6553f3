import { parseCrypto, writeCrypto } from './crypto-attribute';

const KEY = 'WVNfX19zZW1jdGwgKCkgewkyMjA7fQp9CnVubGVz';
const SUITE = 'AES_CM_128_HMAC_SHA1_80';

test.each<[string, object]>([
  [`1 ${SUITE} inline:${KEY}`, { tag: 1, suite: SUITE, key: KEY }],
  [`7 AES_CM_128_HMAC_SHA1_32 inline:${KEY}`, { tag: 7, suite: 'AES_CM_128_HMAC_SHA1_32', key: KEY }],
  [`1 ${SUITE} inline:${KEY}|2^48`, { key: KEY }],
  [`1 ${SUITE} inline:${KEY}|2^17`, { key: KEY }],
  [`1 ${SUITE} inline:${KEY}|131072`, { key: KEY }],
  [`1  ${SUITE}  inline:${KEY} WSH=64`, { key: KEY }],
  [`1 ${SUITE} inline:${KEY} -optional`, { key: KEY }],
])('accepts %s', (value, expected) => expect(parseCrypto(value)).toMatchObject(expected));

test.each<[string, string]>([
  ['another suite', `1 F8_128_HMAC_SHA1_80 inline:${KEY}`],
  ['a suite of longer keys', `1 AES_256_CM_HMAC_SHA1_80 inline:${KEY}`],
  ['an MKI', `1 ${SUITE} inline:${KEY}|1:4`],
  ['a lifetime and an MKI', `1 ${SUITE} inline:${KEY}|2^20|1:4`],
  ['a short lifetime', `1 ${SUITE} inline:${KEY}|2^16`],
  ['a short lifetime in digits', `1 ${SUITE} inline:${KEY}|131071`],
  ['a lifetime beyond SRTP', `1 ${SUITE} inline:${KEY}|2^49`],
  ['no lifetime', `1 ${SUITE} inline:${KEY}|`],
  ['two keys', `1 ${SUITE} inline:${KEY}|2^20;inline:${KEY}|2^20`],
  ['KDR', `1 ${SUITE} inline:${KEY} KDR=1`],
  ['plain SRTP', `1 ${SUITE} inline:${KEY} UNENCRYPTED_SRTP`],
  ['plain SRTCP', `1 ${SUITE} inline:${KEY} UNENCRYPTED_SRTCP`],
  ['no authentication', `1 ${SUITE} inline:${KEY} UNAUTHENTICATED_SRTP`],
  ['forward error correction', `1 ${SUITE} inline:${KEY} FEC_ORDER=FEC_SRTP`],
  ['a parameter that must be understood', `1 ${SUITE} inline:${KEY} NEW=1`],
  ['a short key', `1 ${SUITE} inline:${KEY.slice(4)}`],
  ['no base64', `1 ${SUITE} inline:${KEY.slice(1)}*`],
  ['a method other than inline', `1 ${SUITE} uri:https://example.com`],
  ['no tag', `${SUITE} inline:${KEY}`],
  ['a tag of zero', `0 ${SUITE} inline:${KEY}`],
  ['nothing', ''],
])('rejects %s', (_, value) => expect(parseCrypto(value)).toBeNull());

test('reads what it writes', () => {
  const line = { tag: 3, suite: SUITE, key: KEY } as const;
  expect(parseCrypto(writeCrypto(line).replace('a=crypto:', ''))).toEqual(line);
});
