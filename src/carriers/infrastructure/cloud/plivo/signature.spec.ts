import { isSigned } from './signature';

const STATUS = `https://calls.example.com/telephony/plivo/${'A'.repeat(42)}_/status`;
const CALL = '8f0b5ef8-3b34-4c56-a2c2-5ed1f0a7f3f1';

type Vector = readonly [
  what: string,
  url: string,
  form: readonly (readonly [string, string])[],
  nonce: string,
  token: string,
  signature: string,
];

/** Each was taken by validateV3Signature of the npm package plivo 4.79.0, alone and as the second of a list. */
const VECTORS: readonly Vector[] = [
  [
    'a callback as Plivo sends it',
    STATUS,
    [
      ['CallUUID', CALL],
      ['RequestUUID', CALL],
      ['Event', 'Ring'],
      ['CallStatus', 'ringing'],
      ['Direction', 'outbound'],
      ['From', '911140000001'],
      ['To', '919812345670'],
    ],
    '05429567804466091622',
    'NmYxZTQ4Y2ItZmFrZS10b2tlbg',
    'y99548gGHwPgomcce7/Ir4om4+nZwcSdnva+04d55tw=',
  ],
  [
    'an address with a port',
    'http://127.0.0.1:3080/telephony/plivo/x/status',
    [
      ['b', '2'],
      ['a', '1'],
    ],
    'n-1',
    'token',
    'LzmMxx3Fb2ZwkNzXK0CYJJg2dsnD+LMdFdy3VomWQHw=',
  ],
  [
    'names in another order, upper case before lower',
    STATUS,
    [
      ['to', '1'],
      ['To', '2'],
      ['_', '3'],
    ],
    'n-2',
    'token',
    'ya5b6swFNUWTso1FOjrlwZt58mcv46umUrPM4FDtFAI=',
  ],
  [
    'a name with two values',
    STATUS,
    [
      ['Digits', '9'],
      ['CallUUID', 'u'],
      ['Digits', '1'],
    ],
    'n-3',
    'token',
    'dm4MgROcL0FD3Bm9jYco1CH5lrBQl8hHumA9BCLcBtQ=',
  ],
  [
    'empty values',
    STATUS,
    [
      ['CallerName', ''],
      ['CallUUID', 'u'],
    ],
    'n-4',
    'token',
    'c/Sm4JJR/Ik2Ile+2qdC/qYLETDbfRgzWyXWkWyUTfU=',
  ],
  [
    'other scripts, spaces and signs',
    STATUS,
    [
      ['CallerName', 'आशा & Söhne 100% +1'],
      ['CallUUID', 'u'],
    ],
    'n-5',
    'token',
    'JVAU8t9n2I58aDYC7khfzmY1jtnwndAJ5URYX/Nv+qc=',
  ],
  ['no field at all', STATUS, [], 'n-6', 'token', 'N5SUHASEelrUj0oluZLqDFk/8+G1Kh8JDTblyfiR9D8='],
];

function signed(
  [, url, form, nonce, token, signature]: Vector,
  headers: Readonly<Record<string, string>> = { 'x-plivo-signature-v3': signature },
  other: { readonly url?: string; readonly form?: Vector[2]; readonly token?: string } = {},
): boolean {
  const all = new Map(Object.entries({ 'x-plivo-signature-v3-nonce': nonce, ...headers }));
  return isSigned(
    { kind: 'status', url: other.url ?? url, headers: all, form: other.form ?? form },
    other.token ?? token,
  );
}

test.each(VECTORS)('accepts %s, in either header and anywhere in a list', (...vector) => {
  const signature = vector[5];
  expect(signed(vector)).toBe(true);
  expect(signed(vector, { 'x-plivo-signature-ma-v3': signature })).toBe(true);
  expect(signed(vector, { 'x-plivo-signature-v3': `${'A'.repeat(43)}=, ${signature}` })).toBe(true);
  expect(
    signed(vector, { 'x-plivo-signature-v3': 'of a subaccount', 'x-plivo-signature-ma-v3': signature }),
  ).toBe(true);
});

test.each(VECTORS)('refuses %s when any part of it is different', (...vector) => {
  const [, url, form, , , signature] = vector;
  expect(signed(vector, {})).toBe(false);
  expect(signed(vector, { 'x-plivo-signature-v3': '' })).toBe(false);
  expect(signed(vector, { 'x-plivo-signature-v3': signature.slice(1) })).toBe(false);
  expect(signed(vector, { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': '' })).toBe(false);
  expect(signed(vector, { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': 'n' })).toBe(
    false,
  );
  expect(signed(vector, undefined, { token: 'another' })).toBe(false);
  expect(signed(vector, undefined, { url: url.replace(/status$/, 'inbound') })).toBe(false);
  expect(signed(vector, undefined, { form: [...form, ['CallStatus', 'completed']] })).toBe(false);
});
