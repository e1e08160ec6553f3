import { createPrivateKey, X509Certificate } from 'node:crypto';
import { OptionConflictError } from '../domain/setup-error';
import type { TrunkChange } from '../domain/trunk';

const PEM_BEGIN = '-----BEGIN CERTIFICATE-----';

/** TLS would ignore a certificate that it cannot read, or fail with the first call. @throws OptionConflictError */
export function requireCertificates({ options, secrets }: TrunkChange): void {
  const { tls_ca: authorities, tls_cert: cert } = options;
  if (typeof authorities === 'string') requireReadable('--tls-ca', authorities);
  const key = new Map(Object.entries(secrets)).get('tls_key');
  if ((cert === undefined) !== (key === undefined)) {
    throw new OptionConflictError(
      '--tls-cert and --tls-key are given together: the key is that of the certificate.',
    );
  }
  if (typeof cert !== 'string' || typeof key !== 'string') return;
  requireReadable('--tls-cert', cert);
  if (!isPair(cert, key)) {
    throw new OptionConflictError(
      '--tls-key must be a file with the key of the first certificate of --tls-cert, in PEM without a passphrase.',
    );
  }
}

function requireReadable(flag: string, pem: string): void {
  try {
    for (const one of pem.split(PEM_BEGIN).slice(1)) new X509Certificate(PEM_BEGIN + one);
  } catch {
    throw new OptionConflictError(
      `${flag} must be a file with certificates in PEM; one of them cannot be read.`,
    );
  }
}

function isPair(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
