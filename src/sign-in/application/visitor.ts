import { networkOf } from '../domain/attempts';
import type { HashOwner } from '../infrastructure/hash-queue';

/** A browser that signed in before, by its signed cookie. */
export interface KnownBrowser {
  readonly id: string;
  /** The logins that it signed in with, each with the version of the password. */
  readonly logins: ReadonlyMap<string, string>;
}

/** The sender of a sign-in attempt, as far as the service can see. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
  readonly known: KnownBrowser | null;
  /** Headers of a proxy came along that TRUST_PROXY does not name: the address is the proxy's. */
  readonly behindUnknownProxy: boolean;
}

/** The owner of a hash; behind an unknown proxy addresses do not distinguish people. */
export function hashOwnerOf(login: string, { address, behindUnknownProxy }: Visitor): HashOwner {
  return { login, network: behindUnknownProxy ? null : networkOf(address) };
}
