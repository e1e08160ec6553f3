import { isIpv4 } from './uri';

/** The private ranges and this machine (RFC 1918, RFC 1122). */
export const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8'] as const;

export function inNetworks(address: string, networks: readonly string[]): boolean {
  return networks.length > 0 && new Networks(networks).has(address);
}

/** Networks that many addresses are compared with. */
export class Networks {
  readonly #ranges: readonly { readonly size: number; readonly at: number }[];

  /** @param networks CIDR, of IPv4; others contain no address */
  constructor(networks: readonly string[]) {
    this.#ranges = networks.flatMap((network) => {
      const [base = '', bits = '32'] = network.split('/');
      const size = 2 ** (32 - Number(bits));
      return isIpv4(base) ? [{ size, at: Math.floor(number(base) / size) }] : [];
    });
  }

  has(address: string): boolean {
    if (!isIpv4(address)) return false;
    const value = number(address);
    return this.#ranges.some(({ size, at }) => Math.floor(value / size) === at);
  }
}

function number(address: string): number {
  return address.split('.').reduce((value, octet) => value * 256 + Number(octet), 0);
}
