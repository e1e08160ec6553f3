import { createHmac } from 'node:crypto';
import type { SignedRequest } from '../adapter';
import { isEqualConstantTime, sortedFields } from '../signing';

/** One header has a signature for each active token; further ones are ignored. */
const MAX_SIGNATURES = 8;

/**
 * Whether Plivo signed a callback: HMAC-SHA256 under the auth token, in base64, over the address, `?`, each field of the
 * form (sorted by name, then value, both joined), `.` and the nonce. One header is signed for the account that the number
 * belongs to, the other for its main account; any signature of either will do.
 * https://www.plivo.com/docs/voice/concepts/signature-validation
 */
export function isSigned({ url, headers, form }: SignedRequest, authToken: string): boolean {
  const nonce = headers.get('x-plivo-signature-v3-nonce') ?? '';
  if (nonce === '') return false;
  const right = signatureOf(url, form, nonce, authToken);
  return ['x-plivo-signature-v3', 'x-plivo-signature-ma-v3']
    .flatMap((name) => (headers.get(name) ?? '').split(',', MAX_SIGNATURES))
    .some((given) => isEqualConstantTime(given.trim(), right));
}

/** Signs a POST. Our addresses have no query. */
function signatureOf(url: string, form: SignedRequest['form'], nonce: string, authToken: string): string {
  const fields = sortedFields(form)
    .map(([name, value]) => name + value)
    .join('');
  const message = `${url}${form.length === 0 ? '' : '?'}${fields}.${nonce}`;
  return createHmac('sha256', authToken).update(message, 'utf8').digest('base64');
}
