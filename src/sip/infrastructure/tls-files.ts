import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { TlsIdentity } from '../domain/ports';

export interface TlsFilesOptions extends TlsIdentity {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A changed file is used for new connections within 60 s. */
const READ_INTERVAL_MS = 30_000;

/** A certificate and its key, as their files are now. A pair that does not fit is never used. */
export class TlsFiles {
  #pair: TlsIdentity;
  #refused: TlsIdentity | null = null;

  constructor(
    private readonly options: TlsFilesOptions,
    /** Once for each pair that does not fit. */
    private readonly onRefused: () => void,
  ) {
    this.#pair = options;
  }

  get pair(): TlsIdentity {
    return this.#pair;
  }

  /** @returns whether there is another pair than before. Never rejects */
  async refresh(): Promise<boolean> {
    const { certFile, keyFile } = this.options;
    const read = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')]).catch(() => null);
    if (read === null) return false;
    const pair = { cert: read[0], key: read[1] };
    if (isSame(pair, this.#pair)) return false;
    if (isUsable(pair)) {
      this.#pair = pair;
      return true;
    }
    if (this.#refused === null || !isSame(pair, this.#refused)) this.onRefused();
    this.#refused = pair;
    return false;
  }

  /** @returns the function that ends it */
  watch(onChange: (pair: TlsIdentity) => void): () => void {
    const timer = setInterval(() => {
      void this.refresh().then((isChanged) => {
        if (isChanged) onChange(this.#pair);
      });
    }, READ_INTERVAL_MS).unref();
    return () => clearInterval(timer);
  }
}

/** OpenSSL accepts an empty text as no certificate. */
function isUsable(pair: TlsIdentity): boolean {
  try {
    createSecureContext(pair);
    return new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key));
  } catch {
    return false;
  }
}

function isSame(one: TlsIdentity, other: TlsIdentity): boolean {
  return one.cert === other.cert && one.key === other.key;
}
