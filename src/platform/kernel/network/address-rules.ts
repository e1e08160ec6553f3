import { type IpAddress, type IpRange, isWithin, parseAddress, parseRange } from './ip-address';

const REFUSED: readonly (readonly [range: string, kind: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared by carriers'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'for protocols'],
  ['192.0.2.0/24', 'for documentation'],
  ['192.88.99.0/24', 'a 6to4 relay'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'for benchmarks'],
  ['198.51.100.0/24', 'for documentation'],
  ['203.0.113.0/24', 'for documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  ['2001::/23', 'for protocols'],
  ['2001:db8::/32', 'for documentation'],
  ['2002::/16', '6to4'],
  ['3fff::/20', 'for documentation'],
];

/** Contains no mapped, NAT64, unique local, link-local or loopback address. */
const PUBLIC_IPV6 = rangeOf('2000::/3');

const REFUSED_RANGES = REFUSED.map(([range, kind]) => ({ range: rangeOf(range), kind }));

/** Allows addresses from outside the service only if they are public. */
export class AddressRules {
  readonly #allowed: readonly IpRange[];

  /** `allowed`: ranges that the operator opened (WEBHOOK_ALLOW_CIDRS). */
  constructor(allowed: readonly string[] = []) {
    this.#allowed = allowed.map(rangeOf);
  }

  /** A clause that follows "which". */
  refusal(text: string): string | undefined {
    const address = parseAddress(text);
    if (!address) return 'is not an address';
    if (this.#allowed.some((range) => isWithin(address, range))) return undefined;
    return refusalOf(address);
  }

  isPublic(text: string): boolean {
    const address = parseAddress(text);
    return address !== undefined && refusalOf(address) === undefined;
  }
}

function refusalOf(address: IpAddress): string | undefined {
  const refused = REFUSED_RANGES.find(({ range }) => isWithin(address, range));
  if (refused) return `is not a public address but ${refused.kind} (${refused.range.text})`;
  if (address.family === 6 && !isWithin(address, PUBLIC_IPV6)) {
    return `is not a public address (outside ${PUBLIC_IPV6.text})`;
  }
  return undefined;
}

/** @throws Error for an invalid range, which validation of the configuration prevents */
function rangeOf(text: string): IpRange {
  const range = parseRange(text);
  if (!range) throw new Error(`${text} is not a range of addresses`);
  return range;
}
