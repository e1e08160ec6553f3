import { certificateCheck } from './certificate-check';

const NOW = new Date('2026-05-01T12:00:00Z');
const until = (expiresAt: string, name = 'SIP_TLS_CERT') => ({ name, expiresAt: new Date(expiresAt) });

test.each<[string, boolean, string]>([
  ['2027-05-01T12:00:00Z', true, 'SIP_TLS_CERT is valid until 2027-05-01.'],
  ['2026-05-15T12:00:00Z', true, 'SIP_TLS_CERT is valid until 2026-05-15.'],
  ['2026-05-15T11:59:59Z', false, 'SIP_TLS_CERT expires on 2026-05-15: renew it.'],
  ['2026-05-01T12:00:00Z', false, 'SIP_TLS_CERT expired on 2026-05-01: renew it.'],
])('checks a certificate until %s', (date, ok, message) =>
  expect(certificateCheck([until(date)], NOW)).toEqual({ name: 'certificate', ok, message }),
);

test('fails for a file without a certificate', () =>
  expect(certificateCheck([{ name: 'SIP_TLS_CERT', expiresAt: null }], NOW)).toEqual({
    name: 'certificate',
    ok: false,
    message: 'SIP_TLS_CERT has no certificate that can be read: replace it.',
  }));

test('requires each certificate to be valid, and checks none without one', () => {
  const both = [until('2027-05-01T12:00:00Z'), until('2026-05-02T12:00:00Z', '--tls-cert')];
  expect(certificateCheck(both, NOW)).toMatchObject({
    ok: false,
    message: 'SIP_TLS_CERT is valid until 2027-05-01. --tls-cert expires on 2026-05-02: renew it.',
  });
  expect(certificateCheck([], NOW)).toBeNull();
});
