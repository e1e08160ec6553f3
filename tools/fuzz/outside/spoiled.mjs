/** What text of a foreign program may hold, and what neither PostgreSQL nor a terminal takes. */
const PIECES = [
  '\0',
  '\0\0',
  '\x01',
  '\x07',
  '\b',
  '\x1b[2J',
  '\r\n',
  '\t',
  '\x7f',
  '\x85',
  '\u2028',
  '\ud800',
  '\ud83d',
  '\udc00',
  '\udc00\ud800',
  '\u202e',
  '\ufeff',
  '\ufffe',
  '😀',
];

/** The text with one to three such pieces in it, wherever they hit. */
export function spoiled(text, random) {
  let result = text;
  for (let times = random.between(1, 3); times > 0; times--) {
    const at = random.below(result.length + 1);
    result = result.slice(0, at) + random.pick(PIECES) + result.slice(at);
  }
  return result;
}

/** The same for where octets are sent: a lone surrogate is the three octets that stand for it. */
export function spoiledOctets(text, random) {
  const units = Array.from(spoiled(text, random), (unit) =>
    unit.isWellFormed() ? Buffer.from(unit) : octetsOf(unit.charCodeAt(0)),
  );
  return Buffer.concat(units);
}

const octetsOf = (unit) =>
  Buffer.from([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]);

/** Names in a value that came back in JSON where a text holds what no store takes. */
export function forbiddenIn(value, path = '') {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => forbiddenIn(item, `${path}.${name}`));
}
