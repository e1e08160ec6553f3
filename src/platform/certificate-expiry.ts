import { X509Certificate } from 'node:crypto';

/** The expiry of the first certificate in a PEM file. @throws Error when it cannot be read */
export function expiryOf(pem: string): Date {
  return new Date(new X509Certificate(pem).validTo);
}
