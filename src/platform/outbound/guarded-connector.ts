import { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard';

/** Connects only to addresses that the guard allows. */
export function guardedConnector(
  guard: Pick<AddressGuard, 'check' | 'lookup'>,
  options: buildConnector.BuildOptions,
): buildConnector.connector {
  // A resumed TLS session would skip the check of the certificate's name.
  const connect = buildConnector({ ...options, lookup: guard.lookup, maxCachedSessions: 0 });
  return (target, callback) => {
    try {
      guard.check(target.protocol, target.hostname);
    } catch (error) {
      process.nextTick(() => callback(error as Error, null));
      return;
    }
    connect(target, callback);
  };
}
