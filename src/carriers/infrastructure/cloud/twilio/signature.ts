import { createHmac } from 'node:crypto';
import type { SignedRequest } from '../adapter';
import { isEqualConstantTime, sortedFields } from '../signing';

/**
 * HMAC-SHA1 under the auth token, in base64, over the address and each field of the form, sorted by name, name and
 * value joined. A socket's handshake is signed over its wss address alone. https://www.twilio.com/docs/usage/security
 */
export function isSigned({ url, headers, form }: SignedRequest, authToken: string): boolean {
  const right = createHmac('sha1', authToken)
    .update(`${url}${joinFields(form)}`, 'utf8')
    .digest('base64');
  return isEqualConstantTime(headers.get('x-twilio-signature') ?? '', right);
}

/** A name with several values has each value once. */
function joinFields(form: SignedRequest['form']): string {
  const fields = sortedFields(form);
  return fields
    .filter(([name, value], at) => fields[at - 1]?.[0] !== name || fields[at - 1]?.[1] !== value)
    .map(([name, value]) => name + value)
    .join('');
}
