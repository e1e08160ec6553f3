import fc from 'fast-check';
import { TORTURE } from './torture';

/** The time of each fuzzer: a second, or SIP_FUZZ_SECONDS. */
export const FUZZ_SECONDS = Number(process.env['SIP_FUZZ_SECONDS'] ?? '1');

const octets = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  maxLength: 300,
});
const seeds = TORTURE.map(({ text }) => text);
const fragments = fc.oneof(
  octets,
  fc.constantFrom(
    '\r\n',
    '\r\n\r\n',
    ' ',
    ':',
    ';',
    ',',
    '<',
    '>',
    '"',
    '\\',
    '=',
    '@',
    '%',
    'sip:',
    'SIP/2.0',
    'tag',
    'branch=z9hG4bK',
    '\t',
    '0',
    '9'.repeat(40),
    'v=0\r\n',
    'm=audio ',
    'c=IN IP4 ',
  ),
  fc.constantFrom(...seeds).map((seed) => seed.slice(0, 200)),
);
/** A message of RFC 4475 with pieces cut out, doubled and put in. */
const mutated = fc
  .tuple(
    fc.constantFrom(...seeds),
    fc.array(fc.tuple(fc.nat(2_000), fc.nat(60), fragments, fc.nat(30)), { maxLength: 8 }),
  )
  .map(([seed, changes]) =>
    changes.reduce((text, [at, cut, put, times]) => {
      const from = at % (text.length + 1);
      return (text.slice(0, from) + put.repeat(times % 5) + text.slice(from + cut)).slice(0, 70_000);
    }, seed),
  );
/** Octets that strangers might send: messages of RFC 4475 with pieces cut out, doubled and put in, and plain noise. */
export const hostile = fc.oneof(
  { weight: 5, arbitrary: mutated },
  { weight: 1, arbitrary: fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join('')) },
);
