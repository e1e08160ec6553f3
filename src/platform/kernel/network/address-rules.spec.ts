import { AddressRules } from './address-rules';
import { hostOf, isAddress, isInsideName } from './url-host';

const rules = new AddressRules();

/** The reason why a URL with this host is refused, or null. */
function refusalOf(host: string, by = rules): string | null {
  const text = `https://${host}/hook`;
  if (!URL.canParse(text)) return 'not a URL';
  const classified = hostOf(new URL(text));
  if (isInsideName(classified)) return 'a name for inside a network';
  return isAddress(classified) ? (by.refusal(classified) ?? null) : null;
}

/** Spellings of addresses that are not public; `new URL` normalizes most of them. */
const HOSTILE = [
  // IPv4: both ends of every refused range
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.0.0',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.0',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  // The same addresses in other spellings
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '127.1',
  '127.0.1',
  '127.0.0.1.',
  '0',
  '0x0',
  '3232235777',
  '0xA9FEA9FE',
  '2852039166',
  '0251.0376.0251.0376',
  '①②⑦.⓪.⓪.①',
  '１２７.０.０.１',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '4294967295',
  // IPv6
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::1]',
  '[100::1]',
  '[2001::1]',
  '[2001:0:a00:1::]',
  '[2001:10::1]',
  '[2001:1ff:ffff::1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[3fff::1]',
  '[3fff:fff:ffff::1]',
  '[4000::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
  // Names
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  'a.localhost',
  'printer.local',
  'printer.local.',
  'metadata.google.internal',
  'metadata.google.INTERNAL.',
];

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '[2000::1]',
  '[2001:200::1]',
  '[2001:4860:4860::8888]',
  '[2606:4700:4700::1111]',
  '[2003::1]',
  '[3ffe::1]',
  '[3fff:1000::1]',
  'example.com',
  'example.com.',
  'बातचीत.भारत',
  'localhost.example.com',
  'mylocal',
  'internal.example.com',
];

describe('addresses that are refused', () => {
  test('are many', () => expect(HOSTILE.length).toBeGreaterThanOrEqual(59));

  test.each(HOSTILE)('include %s', (host) => expect(refusalOf(host)).not.toBeNull());

  test('returns the reason', () => {
    expect(rules.refusal('10.1.2.3')).toBe('is not a public address but private (10.0.0.0/8)');
    expect(rules.refusal('::1')).toBe('is not a public address (outside 2000::/3)');
    expect(rules.refusal('2001:db8::1')).toBe(
      'is not a public address but for documentation (2001:db8::/32)',
    );
  });

  test('include zoned forms, and strings that are no address', () => {
    expect(rules.refusal('fe80::1%eth0')).toBeDefined();
    expect(rules.refusal('::ffff:192.168.1.1')).toBeDefined();
    for (const text of [
      '',
      'example.com',
      '1.2.3',
      '1.2.3.4.5',
      '256.1.1.1',
      '01.2.3.4',
      '2001::1::2',
      '2001:g::',
      ':1',
    ]) {
      expect(rules.refusal(text)).toBe('is not an address');
    }
  });
});

test.each(PUBLIC)('allows the public address %s', (host) => expect(refusalOf(host)).toBeNull());

test('opens the ranges of the operator, and nothing else', () => {
  const open = new AddressRules(['127.0.0.0/8', 'fd00::/8', '10.9.8.7']);
  expect(refusalOf('127.0.0.1', open)).toBeNull();
  expect(refusalOf('[fd12::1]', open)).toBeNull();
  expect(refusalOf('10.9.8.7', open)).toBeNull();
  for (const host of ['10.9.8.6', '[::1]', '[fe80::1]', '[::ffff:127.0.0.1]', 'localhost']) {
    expect(refusalOf(host, open)).not.toBeNull();
  }
  expect(() => new AddressRules(['10.0.0.0/33'])).toThrow('10.0.0.0/33');
  expect(() => new AddressRules(['example.com'])).toThrow('example.com');
});

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['10.1.2.3', false],
  ['127.0.0.1', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['example.com', false],
])('classifies %s as public: %s, whatever the operator opened', (address, isPublic) =>
  expect(new AddressRules(['0.0.0.0/0', '::/0']).isPublic(address)).toBe(isPublic),
);
