import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface BoxKey {
  readonly fingerprint: string;
  readonly key: Buffer;
}

/** Encrypts secrets at rest (AES-256-GCM under SECRET_KEY), in the form `v1.FINGERPRINT.BASE64URL`. */
export class SecretBox {
  readonly #current: BoxKey;
  readonly #previous: BoxKey | null;

  /** 32 bytes each. */
  constructor(secretKey: Buffer, previousKey: Buffer | null = null) {
    this.#current = boxKey(secretKey);
    const previous = previousKey && boxKey(previousKey);
    this.#previous = previous?.fingerprint === this.#current.fingerprint ? null : previous;
  }

  get fingerprint(): string {
    return this.#current.fingerprint;
  }

  /** `null`: there is no such key, or it equals SECRET_KEY. */
  get previousFingerprint(): string | null {
    return this.#previous?.fingerprint ?? null;
  }

  get prefix(): string {
    return `${VERSION}.${this.fingerprint}.`;
  }

  /** `context` identifies the owner; decryption needs the same. */
  seal(text: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#current.key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.prefix}${sealed.toString('base64url')}`;
  }

  /** @throws Error when the key is not available, the context differs, or the text was changed */
  open(sealed: string, context: string): string {
    const [version, fingerprint, data = ''] = sealed.split('.');
    const key = [this.#current, this.#previous].find((one) => one?.fingerprint === fingerprint);
    if (version !== VERSION || !key) throw new Error('a secret was encrypted with another SECRET_KEY');
    const bytes = Buffer.from(data, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  }
}

function boxKey(secretKey: Buffer): BoxKey {
  const derive = (use: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secretKey, '', `aics ${use}`, bytes));
  return { key: derive('secret box', 32), fingerprint: derive('key fingerprint', 8).toString('hex') };
}
