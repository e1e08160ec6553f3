import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { newSecret, signatureHeaders, signingSecrets } from './signature';

const body = JSON.stringify({ id: 'evt_1', text: 'नमस्ते, "quotes" and \u2028 separators' });
const secret = newSecret();
const signed = (at: Date, secrets: readonly string[] = [secret]) =>
  signatureHeaders({ eventId: 'evt_1', at, body }, secrets);

test('generates whsec_ and 32 bytes in padded base64', () => {
  const secrets = Array.from({ length: 200 }, newSecret);
  for (const one of secrets) expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(new Set(secrets).size).toBe(200);
});

test('signs with both secrets during the overlap, the newest first, and with one after it', () => {
  const until = new Date('2026-11-20T10:00:00.000Z');
  const rotated = { secret: 'new', previousSecret: 'old', previousSecretUntil: until };
  expect(signingSecrets(rotated, new Date(until.getTime() - 1))).toEqual(['new', 'old']);
  expect(signingSecrets(rotated, until)).toEqual(['new']);
  expect(signingSecrets({ ...rotated, previousSecret: null, previousSecretUntil: null }, until)).toEqual([
    'new',
  ]);
});

test('sends the same id as Service-Event-Id, which the description names', () => {
  const headers = signed(new Date());
  expect(headers['Service-Event-Id']).toBe(headers['webhook-id']);
});

describe.each([
  ['standardwebhooks', StandardWebhook],
  ['svix', SvixWebhook],
])('the library %s', (_, Webhook) => {
  test('verifies the headers as they are', () =>
    expect(() => new Webhook(secret).verify(body, signed(new Date()))).not.toThrow());

  test('verifies either secret during an overlap, and the newest stands first', () => {
    const old = newSecret();
    const at = new Date();
    const headers = signed(at, [secret, old]);
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(old).verify(body, headers)).not.toThrow();
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    expect(headers['webhook-signature'].split(' ')[0]).toBe(signed(at)['webhook-signature']);
  });

  test.each([
    [
      'one changed byte',
      () => new Webhook(secret).verify(body.replace('evt_1', 'evt_2'), signed(new Date())),
    ],
    ['a foreign secret', () => new Webhook(newSecret()).verify(body, signed(new Date()))],
    [
      'another event',
      () => new Webhook(secret).verify(body, { ...signed(new Date()), 'webhook-id': 'evt_2' }),
    ],
    [
      'more than 300 s of age',
      () => new Webhook(secret).verify(body, signed(new Date(Date.now() - 302_000))),
    ],
  ])('rejects %s', (_, verify) => expect(verify).toThrow());
});
