import { createHmac, randomUUID } from 'node:crypto';

/**
 * The headers of a callback (https://www.plivo.com/docs/voice/concepts/signature-validation), with signatures by other tokens.
 * @param {string} url
 * @param {Readonly<Record<string, string>>} fields
 * @param {string} authToken
 * @returns {Record<string, string>}
 */
export function plivoSignature(url, fields, authToken) {
  const nonce = randomUUID();
  const joined = Object.keys(fields)
    .sort()
    .map((name) => `${name}${fields[name] ?? ''}`)
    .join('');
  const by = (/** @type {string} */ token) =>
    createHmac('sha256', token).update(`${url}?${joined}.${nonce}`).digest('base64');
  return {
    // The number belongs to a subaccount, whose token we do not have.
    'x-plivo-signature-v3': by('token of a subaccount'),
    'x-plivo-signature-ma-v3': `${by('an older token')},${by(authToken)}`,
    'x-plivo-signature-v3-nonce': nonce,
  };
}
