import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signs links with keys derived from SECRET_KEY. Signatures by SECRET_KEY_PREVIOUS stay valid. */
export class LinkSigner {
  readonly #keys: readonly [Buffer, ...Buffer[]];

  /** 32 bytes each. */
  constructor(secretKey: Buffer, previousKey: Buffer | null = null) {
    this.#keys = previousKey ? [linkKey(secretKey), linkKey(previousKey)] : [linkKey(secretKey)];
  }

  sign(text: string): string {
    return signature(text, this.#keys[0]);
  }

  /** Constant time. Compares texts, not decoded bytes, so that a link has one spelling. */
  isSigned(text: string, claimed: string): boolean {
    const given = Buffer.from(claimed);
    return this.#keys.some((key) => {
      const right = Buffer.from(signature(text, key));
      return given.length === right.length && timingSafeEqual(given, right);
    });
  }
}

function linkKey(secretKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'aics links', 32));
}

function signature(text: string, key: Buffer): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
