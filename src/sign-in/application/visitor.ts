import { networkOf } from '../domain/attempts';
import type { HashOwner } from '../infrastructure/hash-queue';

export interface KnownBrowser {
  readonly id: string;
  readonly logins: ReadonlyMap<string, string>;
}

export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
  readonly known: KnownBrowser | null;
  /** A proxy that is missing in TRUST_PROXY sent headers: the address is the proxy's. */
  readonly behindUnknownProxy: boolean;
}

/** Behind an unknown proxy addresses do not distinguish people. */
export function hashOwnerOf(login: string, { address, behindUnknownProxy }: Visitor): HashOwner {
  return { login, network: behindUnknownProxy ? null : networkOf(address) };
}
