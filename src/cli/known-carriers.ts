import { CARRIERS } from '../carriers';
import { UsageError } from './output';

/** @throws UsageError naming the carriers, when the service has none of this name */
export function requireCarrier(name: string): void {
  const names = CARRIERS.map((carrier) => carrier.name);
  if (names.includes(name)) return;
  throw new UsageError(`--carrier ${JSON.stringify(name)} must be one of ${names.join(', ')}.`);
}
