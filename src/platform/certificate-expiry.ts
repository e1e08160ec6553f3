import { X509Certificate } from 'node:crypto';

/** The expiry of the first certificate in a PEM file; null when it cannot be read. */
export function expiryOf(pem: string): Date | null {
  try {
    return new Date(new X509Certificate(pem).validTo);
  } catch {
    return null;
  }
}
