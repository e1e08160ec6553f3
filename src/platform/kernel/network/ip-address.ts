export interface IpAddress {
  readonly family: 4 | 6;
  readonly bits: bigint;
}

export interface IpRange {
  readonly text: string;
  readonly family: 4 | 6;
  readonly hostBits: bigint;
  readonly prefix: bigint;
}

const WIDTH = { 4: 32n, 6: 128n } as const;

/** Dotted IPv4 without leading zeros, IPv6 with or without brackets and zone. `undefined`: a name. */
export function parseAddress(text: string): IpAddress | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  if (!bare.includes(':')) {
    const bits = ipv4Bits(bare);
    return bits === undefined ? undefined : { family: 4, bits };
  }
  const [address = ''] = bare.split('%');
  const bits = ipv6Bits(address);
  return bits === undefined ? undefined : { family: 6, bits };
}

/** A range such as `10.0.0.0/8`, or a single address; undefined for anything else. */
export function parseRange(text: string): IpRange | undefined {
  const [start = '', length, rest] = text.split('/');
  const address = parseAddress(start);
  if (!address || rest !== undefined || (length !== undefined && !/^\d{1,3}$/.test(length))) return undefined;
  const width = WIDTH[address.family];
  const prefixLength = length === undefined ? width : BigInt(length);
  if (prefixLength > width) return undefined;
  const hostBits = width - prefixLength;
  return { text, family: address.family, hostBits, prefix: address.bits >> hostBits };
}

export function isWithin({ family, bits }: IpAddress, range: IpRange): boolean {
  return family === range.family && bits >> range.hostBits === range.prefix;
}

function ipv4Bits(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) {
    return undefined;
  }
  return parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

function ipv6Bits(text: string): bigint | undefined {
  const [left, right, more] = text.split('::');
  if (left === undefined || more !== undefined) return undefined;
  const head = groupsOf(left);
  const tail = right === undefined ? [] : groupsOf(right);
  if (!head || !tail) return undefined;
  const missing = 8 - head.length - tail.length;
  if (right === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => 0n), ...tail];
  return groups.reduce((bits, group) => (bits << 16n) | group, 0n);
}

/** On one side of `::`; the last may be a dotted IPv4 address. */
function groupsOf(side: string): bigint[] | undefined {
  if (side === '') return [];
  const parts = side.split(':');
  const groups: bigint[] = [];
  for (const [index, part] of parts.entries()) {
    const dotted = index === parts.length - 1 && part.includes('.') ? ipv4Bits(part) : undefined;
    if (dotted !== undefined) groups.push(dotted >> 16n, dotted & 0xffffn);
    else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(BigInt(`0x${part}`));
    else return undefined;
  }
  return groups;
}
