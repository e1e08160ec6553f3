import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CloudRequest } from '../adapter';

/**
 * Whether Twilio signed a request: HMAC-SHA1 under the auth token, in base64, over the address as Twilio knows it and each
 * field of the form, sorted by name, name and value joined. A socket's handshake is signed over its wss address alone.
 * https://www.twilio.com/docs/usage/security
 */
export function isSigned({ url, headers, form }: CloudRequest, authToken: string): boolean {
  const given = Buffer.from(headers.get('x-twilio-signature') ?? '');
  const right = Buffer.from(
    createHmac('sha1', authToken)
      .update(`${url}${joined(form)}`, 'utf8')
      .digest('base64'),
  );
  return given.length === right.length && timingSafeEqual(given, right);
}

/** A name with several values has each value once. */
function joined(form: CloudRequest['form']): string {
  const pairs = form.map(([name, value]) => ({ name, value }));
  pairs.sort((a, b) => order(a.name, b.name) || order(a.value, b.value));
  return pairs
    .filter(({ name, value }, at) => pairs[at - 1]?.name !== name || pairs[at - 1]?.value !== value)
    .map(({ name, value }) => name + value)
    .join('');
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
