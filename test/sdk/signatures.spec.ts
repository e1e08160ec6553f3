import { randomBytes, randomInt } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import {
  type SignedRequest,
  SignatureError,
  verifyToolInvocation,
  verifyWebhook,
} from '../../sdk/src/webhooks.ts';

const SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const OTHER_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const ID = 'evt_1';

function signed(body: string, { secret = SECRET, at = new Date() } = {}) {
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new StandardWebhook(secret).sign(ID, at, body),
  };
}

async function problemOf(request: SignedRequest): Promise<string> {
  try {
    await verifyWebhook(request);
    return 'none';
  } catch (error) {
    return error instanceof SignatureError ? error.reason : String(error);
  }
}

/** Texts of any script, with what JSON has to escape. */
function randomBody(): string {
  const points = Array.from({ length: randomInt(60) }, () => randomInt(1, 0xd800));
  return JSON.stringify({
    type: 'webhook.test',
    data: { text: String.fromCodePoint(...points), n: randomInt(1_000) },
  });
}

const BODY = JSON.stringify({ type: 'call.completed', data: { id: 'call_1' } });

describe('verifyWebhook', () => {
  it('accepts 1,000 random bodies that standardwebhooks and svix sign', async () => {
    const standard = new StandardWebhook(SECRET);
    const svix = new SvixWebhook(SECRET);
    for (let round = 0; round < 1_000; round += 1) {
      const body = randomBody();
      const at = new Date();
      const headers = {
        ...signed(body, { at }),
        'webhook-signature': (round % 2 ? standard : svix).sign(ID, at, body),
      };
      const raw =
        round % 3 === 0
          ? body
          : round % 3 === 1
            ? Buffer.from(body)
            : Uint8Array.from(Buffer.from(body)).buffer;
      await expect(verifyWebhook({ body: raw, headers, secret: SECRET })).resolves.toEqual(JSON.parse(body));
      // The other way: what this package accepts they accept.
      for (const library of [standard, svix]) expect(() => void library.verify(body, headers)).not.toThrow();
      const changed = body.replace('}', ' }');
      await expect(problemOf({ body: changed, headers, secret: SECRET })).resolves.toBe('no_match');
    }
  });

  it('accepts headers in any form and case', async () => {
    const headers = signed(BODY);
    const forms = [
      new Headers(headers),
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ];
    for (const form of forms) {
      await expect(verifyWebhook({ body: BODY, headers: form, secret: SECRET })).resolves.toBeDefined();
    }
  });

  it('accepts any of several secrets and signatures, with or without whsec_', async () => {
    const headers = signed(BODY);
    const both = {
      ...headers,
      'webhook-signature': `v1a,x ${signed(BODY, { secret: OTHER_SECRET })['webhook-signature']} ${headers['webhook-signature']}`,
    };
    await expect(
      verifyWebhook({ body: BODY, headers: both, secret: SECRET.slice(6) }),
    ).resolves.toBeDefined();
    await expect(
      verifyWebhook({ body: BODY, headers, secret: [OTHER_SECRET, SECRET] }),
    ).resolves.toBeDefined();
  });

  it('reports the reason', async () => {
    const headers = signed(BODY);
    const now = Number(headers['webhook-timestamp']) * 1_000;
    const cases: [string, Partial<SignedRequest>][] = [
      ['missing_header', { headers: { ...headers, 'webhook-id': undefined } }],
      ['missing_header', { headers: {} }],
      ['bad_timestamp', { headers: { ...headers, 'webhook-timestamp': '12e3' } }],
      ['too_old', { now: now + 301_000 }],
      ['too_new', { now: now - 301_000 }],
      ['too_old', { now: new Date(now + 11_000), toleranceSeconds: 10 }],
      ['too_old', { now: new Date('yesterday') }],
      ['no_match', { secret: OTHER_SECRET }],
      ['no_match', { headers: { ...headers, 'webhook-signature': 'v1,???' } }],
      ['bad_secret', { secret: 'whsec_' }],
      ['bad_secret', { secret: 'not base64!' }],
      ['bad_secret', { secret: [] }],
      ['bad_secret', { secret: process.env.UNSET_SECRET }],
      ['bad_secret', { secret: [OTHER_SECRET, process.env.UNSET_SECRET as string] }],
      ['none', { secret: [process.env.UNSET_SECRET as string, SECRET] }],
      ['bad_body', { body: 'hello', headers: signed('hello') }],
      ['none', { now: now + 300_000 }],
    ];
    for (const [expected, change] of cases) {
      await expect(problemOf({ body: BODY, headers, secret: SECRET, now, ...change })).resolves.toBe(
        expected,
      );
    }
  });

  it('throws a TypeError for a body that was parsed already', async () => {
    const body = JSON.parse(BODY) as string;
    await expect(verifyWebhook({ body, headers: signed(BODY), secret: SECRET })).rejects.toThrow(
      'body must be the raw body of the request',
    );
  });
});

it('returns the envelope by verifyToolInvocation', async () => {
  const body = JSON.stringify({ id: 'tinv_1', object: 'tool_invocation', arguments: { order: 7 } });
  const invocation = await verifyToolInvocation({ body, headers: signed(body), secret: SECRET });
  expect(invocation.arguments).toEqual({ order: 7 });
});
