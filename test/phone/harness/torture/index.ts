import { INVALID } from './invalid';
import { SEMANTICS } from './semantics';
import { VALID } from './valid';

/**
 * What the user agent does with a message: the status that it sends (401 with the right password after it: `registered`),
 * `call` for an INVITE that is offered, `understood` for a response, `drop`, or over TCP `close` and `wait` (for the octets
 * that Content-Length promises).
 */
export type Outcome = number | 'registered' | 'call' | 'understood' | 'drop' | 'close' | 'wait';

/** The test messages of RFC 4475, one a line: section, name, content, outcome, and over TCP where it is another. */
const TABLE: readonly (readonly [string, string, string, Outcome, Outcome?])[] = [
  ['3.1.1.1', 'wsinv', 'white space, folded lines, short names; of a dialog that is unknown', 481],
  ['3.1.1.2', 'intmeth', 'every character that a token may have', 405],
  ['3.1.1.3', 'esc01', 'escapes in the user part', 'call'],
  ['3.1.1.4', 'escnull', 'an escaped null in the user part', 'registered'],
  ['3.1.1.5', 'esc02', 'percent signs that are no escapes', 405],
  ['3.1.1.6', 'lwsdisp', 'no space before the angle bracket', 200],
  ['3.1.1.7', 'longreq', 'long values, many Vias', 'call'],
  ['3.1.1.8', 'dblreq', 'octets after the body: over TCP the next message', 'registered'],
  ['3.1.1.9', 'semiuri', 'a semicolon in the user part', 200],
  ['3.1.1.10', 'transports', 'Vias of all kinds', 200],
  ['3.1.1.11', 'mpart01', 'a body of several parts', 405],
  ['3.1.1.12', 'unreason', 'a reason in UTF-8', 'understood'],
  ['3.1.1.13', 'noreason', 'no reason', 'understood'],
  ['3.1.2.1', 'badinv01', 'separators without values', 400],
  ['3.1.2.2', 'clerr', 'a length beyond the message', 400, 'wait'],
  ['3.1.2.3', 'ncl', 'a negative length', 400, 'close'],
  ['3.1.2.4', 'scalar02', 'numbers beyond their range', 400],
  ['3.1.2.5', 'scalarlg', 'the same in a response', 'drop'],
  ['3.1.2.6', 'quotbal', 'a quote that never ends', 400],
  ['3.1.2.7', 'ltgtruri', 'angle brackets around the Request-URI', 400],
  ['3.1.2.8', 'lwsruri', 'white space in the Request-URI', 400],
  ['3.1.2.9', 'lwsstart', 'more than one space in the request line', 400],
  ['3.1.2.10', 'trws', 'white space at the end of the request line', 400],
  ['3.1.2.11', 'escruri', 'headers in the Request-URI', 400],
  ['3.1.2.12', 'baddate', 'a time zone other than GMT', 400],
  ['3.1.2.13', 'regbadct', 'a question mark outside of angle brackets', 400],
  ['3.1.2.14', 'badaspec', 'white space in an address', 400],
  ['3.1.2.15', 'baddn', 'a display name that needs quotes', 400],
  ['3.1.2.16', 'badvers', 'another version', 505],
  ['3.1.2.17', 'mismatch01', 'CSeq names another method', 400],
  ['3.1.2.18', 'mismatch02', 'the same with a method nobody knows', 400],
  ['3.1.2.19', 'bigcode', 'a status beyond all', 'drop'],
  ['3.2.1', 'badbranch', 'a branch with nothing behind the cookie', 200],
  ['3.3.1', 'insuf', 'From, To and Call-ID are missing', 400],
  ['3.3.2', 'unkscm', 'a scheme that we lack', 416],
  ['3.3.3', 'novelsc', 'a known scheme of others', 416],
  ['3.3.4', 'unksm2', 'known schemes of others in From, To and Contact', 400],
  ['3.3.5', 'bext01', 'extensions that we lack', 420],
  ['3.3.6', 'invut', 'a body that we lack', 415],
  ['3.3.7', 'regaut01', 'a scheme of authorization nobody knows', 'registered'],
  ['3.3.8', 'multi01', 'single headers twice', 400],
  ['3.3.9', 'mcl01', 'two lengths', 400, 'close'],
  ['3.3.10', 'bcast', 'a response that went through others', 'drop'],
  ['3.3.11', 'zeromf', 'no hops left', 200],
  ['3.3.12', 'cparam01', 'a parameter of the Contact', 'registered'],
  ['3.3.13', 'cparam02', 'the same in its URI', 'registered'],
  ['3.3.14', 'regescrt', 'a header in the URI of the Contact', 'registered'],
  ['3.3.15', 'sdp01', 'an Accept without session descriptions', 'call'],
  // RFC 3261 requires a Contact: the dialog could be neither confirmed nor hung up.
  ['3.4.1', 'inv2543', 'a peer of RFC 2543, without Contact and length', 400, 'close'],
];

/** Written after the descriptions of the RFC, shortened: not its own octets. Each has a transaction of its own. */
const TEXTS: Readonly<Record<string, string>> = { ...VALID, ...INVALID, ...SEMANTICS };

export const TORTURE = TABLE.map(([section, name, content, udp, tcp = udp]) => ({
  name,
  title: `${section} ${name}: ${content}`,
  text: (TEXTS[name] ?? '').replaceAll('torture', name),
  udp,
  tcp,
}));
