import { createHmac, randomUUID } from 'node:crypto';

/** The headers of a callback, beside signatures that are not to be believed. */
export function plivoSignature(
  url: string,
  fields: Readonly<Record<string, string>>,
  authToken: string,
): Record<string, string> {
  const nonce = randomUUID();
  const joined = Object.keys(fields)
    .sort()
    .map((name) => `${name}${fields[name] ?? ''}`)
    .join('');
  const by = (token: string) =>
    createHmac('sha256', token).update(`${url}?${joined}.${nonce}`).digest('base64');
  return {
    // The number belongs to a subaccount, whose token we do not have.
    'x-plivo-signature-v3': by('token of a subaccount'),
    'x-plivo-signature-ma-v3': `${by('an older token')},${by(authToken)}`,
    'x-plivo-signature-v3-nonce': nonce,
  };
}
