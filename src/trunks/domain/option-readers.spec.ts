import { OptionError, trunkName } from './option-readers';
import { optionsOf, TRUNK_KIND_NAMES, type TrunkKind } from './trunk-kinds';

const read = (kind: TrunkKind, name: string, text: string) => {
  const option = optionsOf(kind).find((one) => one.name === name);
  if (!option) throw new Error(`${kind} has no ${name}`);
  try {
    return option.read(text);
  } catch (error) {
    if (error instanceof OptionError) return error;
    throw error;
  }
};
const WRONG = expect.any(OptionError) as unknown;

describe('values of options', () => {
  test.each<[TrunkKind, string, string, unknown]>([
    ['sip', 'enabled', 'yes', true],
    ['sip', 'enabled', 'no', false],
    ['sip', 'enabled', 'true', WRONG],
    ['sip', 'channels', '1', 1],
    ['sip', 'channels', '10000', 10_000],
    ['sip', 'channels', '0', WRONG],
    ['sip', 'channels', '10001', WRONG],
    ['sip', 'channels', '1e3', WRONG],
    ['sip', 'cps', '0.1', 0.1],
    ['sip', 'cps', '100', 100],
    ['sip', 'cps', '0.09', WRONG],
    ['sip', 'cps', '100.1', WRONG],
    ['sip', 'cps', '1.2345', WRONG],
    ['sip', 'cps', '1e1', WRONG],
    ['sip', 'inbound_per_second', '1000', 1_000],
    ['sip', 'inbound_per_second', '1001', WRONG],
    ['sip', 'caller_id', '+140123', '+140123'],
    ['sip', 'caller_id', '918045678900', WRONG],
    ['sip', 'server', 'SBC.example.com:5080', 'sbc.example.com:5080'],
    ['sip', 'server', '203.0.113.9', '203.0.113.9'],
    ['sip', 'server', '203.0.113.256', WRONG],
    ['sip', 'server', '203.0.113.09', WRONG],
    ['sip', 'server', '203.0.113', WRONG],
    ['sip', 'server', 'sbc:5060:5061', WRONG],
    ['sip', 'domain', 'SIP.example.com', 'sip.example.com'],
    ['sip', 'domain', 'sip example', WRONG],
    ['sip', 'server', '[2001:db8::1]:5060', WRONG],
    ['sip', 'server', 'sbc:0', WRONG],
    ['sip', 'server', 'sbc:70000', WRONG],
    ['sip', 'server', 'sip:sbc', WRONG],
    ['sip', 'transport', 'tls', 'tls'],
    ['sip', 'transport', 'ws', WRONG],
    ['sip', 'tls_ca', '-----BEGIN CERTIFICATE-----\nAA==', '-----BEGIN CERTIFICATE-----\nAA=='],
    ['sip', 'tls_ca', 'nothing of the kind', WRONG],
    ['sip', 'tls_ca', '-----BEGIN CERTIFICATE-----'.padEnd(65_537), WRONG],
    ['sip', 'tls_key', '-----BEGIN EC PRIVATE KEY-----\nAA==', '-----BEGIN EC PRIVATE KEY-----\nAA=='],
    ['sip', 'tls_key', '-----BEGIN CERTIFICATE-----\nAA==', WRONG],
    ['sip', 'tls_key', '-----BEGIN PRIVATE KEY-----\n'.padEnd(65_537), WRONG],
    ['sip', 'username', 'acme', 'acme'],
    ['sip', 'username', 'ac me', WRONG],
    ['sip', 'username', 'x'.repeat(129), WRONG],
    ['sip', 'username', 'a\r\nb', WRONG],
    ['sip', 'password', 'with space', 'with space'],
    ['sip', 'password', 'two\nlines', WRONG],
    ['sip', 'password', 'x'.repeat(1_025), WRONG],
    ['sip', 'password', '\ud800', WRONG],
    ['sip', 'expires', '59', WRONG],
    ['sip', 'expires', '3600', 3_600],
    ['sip', 'keep_alive', '0', 0],
    ['sip', 'keep_alive', '9', WRONG],
    ['sip', 'keep_alive', '10', 10],
    ['sip', 'session_timer', '0', 0],
    ['sip', 'session_timer', '89', WRONG],
    ['sip', 'session_timer', '90', 90],
    ['sip', 'session_timer', '7200', 7_200],
    ['sip', 'session_timer', '7201', WRONG],
    ['sip', 'prack', 'off', 'off'],
    ['sip', 'prack', 'on', WRONG],
    ['sip', 'country', 'in', 'IN'],
    ['sip', 'country', '91', '91'],
    ['sip', 'country', '+91', WRONG],
    ['sip', 'prefix', '*9#', '*9#'],
    ['sip', 'prefix', '123456789', WRONG],
    ['sip', 'codecs', 'pcmu,pcma', ['pcmu', 'pcma']],
    ['sip', 'codecs', 'pcmu', ['pcmu']],
    ['sip', 'codecs', 'pcmu,pcmu', WRONG],
    ['sip', 'codecs', 'opus', WRONG],
    ['sip', 'codecs', '', WRONG],
    ['sip', 'allow', '203.0.113.0/24, 198.51.100.7', ['203.0.113.0/24', '198.51.100.7']],
    ['sip', 'allow', 'none', null],
    ['sip', 'allow', ',', WRONG],
    ['sip', 'allow', '203.0.113.0/33', WRONG],
    ['sip', 'allow', '203.0.113.0/024', WRONG],
    ['sip', 'allow', '203.0.113.0/24/8', WRONG],
    ['sip', 'allow', '203.0.113.0,'.repeat(65), WRONG],
    ['sip', 'allow', '2001:db8::/32', WRONG],
    ['sip', 'public_address', 'none', 'none'],
    ['sip', 'public_address', '203.0.113.9', '203.0.113.9'],
    ['sip', 'public_address', 'sip.example.com', WRONG],
    ['exotel', 'call_type', 'promo', 'promo'],
    ['plivo', 'base_url', 'http://127.0.0.1:9000/', 'http://127.0.0.1:9000'],
    ['plivo', 'base_url', 'https://api.example.com/v1', 'https://api.example.com/v1'],
    ['plivo', 'base_url', 'https://api.example.com/x?y=1', WRONG],
    ['plivo', 'base_url', 'https://api.example.com/#x', WRONG],
    ['plivo', 'base_url', 'https://user@api.example.com', WRONG],
    ['plivo', 'base_url', `https://api.example.com/${'x'.repeat(2_048)}`, WRONG],
    ['plivo', 'base_url', 'api.example.com', WRONG],
    ['plivo', 'base_url', 'ftp://api.example.com', WRONG],
  ])('are read: %s: %s %j', (kind, name, text, value) => expect(read(kind, name, text)).toEqual(value));

  test('are never repeated in a problem, as they may be secrets', () =>
    expect(String(read('sip', 'password', `hunter2\n`))).not.toContain('hunter2'));

  test('are read in linear time', () => {
    for (const kind of TRUNK_KIND_NAMES)
      for (const { name } of optionsOf(kind)) read(kind, name, 'a-'.repeat(1_000_000));
  });

  test.each([
    [' Mumbai-1 ', 'Mumbai-1'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['😀'.repeat(64), '😀'.repeat(64)],
  ])('accept the name %j', (text, name) => expect(trunkName(text)).toBe(name));

  test.each(['', '   ', 'x'.repeat(65), 'two\nlines', '\0', '\ud800'])('reject the name %j', (text) =>
    expect(() => trunkName(text)).toThrow(OptionError),
  );
});
