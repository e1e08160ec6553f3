import { isIpv4 } from './uri';

/** The private ranges and this machine (RFC 1918, RFC 1122). */
export const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8'] as const;

export function inNetworks(address: string, networks: readonly string[]): boolean {
  if (!isIpv4(address)) return false;
  const value = number(address);
  return networks.some((network) => {
    const [base = '', bits = '32'] = network.split('/');
    if (!isIpv4(base)) return false;
    const size = 2 ** (32 - Number(bits));
    return Math.floor(value / size) === Math.floor(number(base) / size);
  });
}

function number(address: string): number {
  return address.split('.').reduce((value, octet) => value * 256 + Number(octet), 0);
}
