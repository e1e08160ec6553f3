import { put16, put32 } from './rtp-packet';

/** Suites of RFC 4568; the number is the length of RTP's tag. That of RTCP is always 80 bits long. */
export type SrtpSuite = 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32';

export interface SrtpKey {
  readonly suite: SrtpSuite;
  /** Master key (16 octets), then master salt (14), in base64. */
  readonly key: string;
}

export interface SrtpKeys {
  readonly send: SrtpKey;
  readonly receive: SrtpKey;
}

/** The primitives of the runtime's crypto library. */
export interface SrtpPrimitives {
  /** AES-128 of whole blocks, each by itself. */
  blockCipher(key: Uint8Array): (blocks: Uint8Array) => Uint8Array;
  /** HMAC-SHA1, of `further` after `bytes`. */
  authenticator(key: Uint8Array): (bytes: Uint8Array, further: Uint8Array | null) => Uint8Array;
}

export const RTP_TAG_BYTES: Readonly<Record<SrtpSuite, number>> = {
  AES_CM_128_HMAC_SHA1_80: 10,
  AES_CM_128_HMAC_SHA1_32: 4,
};
export const RTCP_TAG_BYTES = 10;
/** Beyond what any network carries in one piece; larger packets are not decrypted. */
export const MAX_SRTP_BYTES = 2_048;

const KEY_BYTES = 16;
const BLOCK_BYTES = 16;
const AUTH_KEY_BYTES = 20;
const SALT_BYTES = 14;
/** RFC 3711, 4.3.2: labels of the session keys. RTCP's follow those of RTP. */
const LABELS = { rtp: 0, rtcp: 3 } as const;

/** AES-CM (RFC 3711, 4.1.1). One cipher lasts as long as the key: its blocks are counted here. */
class CounterMode {
  readonly #encrypt: (blocks: Uint8Array) => Uint8Array;
  readonly #blocks = new Uint8Array(MAX_SRTP_BYTES);
  readonly #initial = new Uint8Array(BLOCK_BYTES);

  constructor(
    primitives: SrtpPrimitives,
    key: Uint8Array,
    private readonly salt: Uint8Array,
  ) {
    this.#encrypt = primitives.blockCipher(key);
  }

  /** The packet's index has 48 bits: `rollOver` is the upper 32, `sequence` the lower 16. */
  apply(bytes: Uint8Array, from: number, to: number, ssrc: number, rollOver: number, sequence: number): void {
    const initial = this.#initial;
    initial.fill(0);
    put32(initial, 4, ssrc);
    put32(initial, 8, rollOver);
    put16(initial, 12, sequence);
    for (let at = 0; at < SALT_BYTES; at++) initial[at] = (initial[at] ?? 0) ^ (this.salt[at] ?? 0);
    const stream = this.stream(to - from);
    for (let at = from; at < to; at++) bytes[at] = (bytes[at] ?? 0) ^ (stream[at - from] ?? 0);
  }

  /** @param initial the counter of the first block, without the two octets that count blocks */
  stream(length: number, initial: Uint8Array = this.#initial): Uint8Array {
    const count = Math.ceil(length / BLOCK_BYTES);
    for (let block = 0; block < count; block++) {
      this.#blocks.set(initial, block * BLOCK_BYTES);
      put16(this.#blocks, (block + 1) * BLOCK_BYTES - 2, block);
    }
    return this.#encrypt(this.#blocks.subarray(0, count * BLOCK_BYTES));
  }
}

/** The session keys of RTP or of RTCP in one direction (RFC 3711, 4.3). */
export class SessionKeys {
  readonly #cipher: CounterMode;
  readonly #authenticate: (bytes: Uint8Array, further: Uint8Array | null) => Uint8Array;
  readonly #indexBytes = new Uint8Array(4);

  constructor(primitives: SrtpPrimitives, master: Uint8Array, use: keyof typeof LABELS) {
    const label = LABELS[use];
    const [key, authKey, salt] = [KEY_BYTES, AUTH_KEY_BYTES, SALT_BYTES].map((length, offset) =>
      derive(primitives, master, label + offset, length),
    );
    if (!key || !authKey || !salt) throw new Error('a session has three keys');
    this.#cipher = new CounterMode(primitives, key, salt);
    this.#authenticate = primitives.authenticator(authKey);
  }

  /** Encrypts and decrypts in place. */
  crypt(bytes: Uint8Array, from: number, to: number, ssrc: number, rollOver: number, sequence: number): void {
    this.#cipher.apply(bytes, from, to, ssrc, rollOver, sequence);
  }

  /** @param rollOver authenticated after the packet; null: RTCP has none */
  tag(bytes: Uint8Array, length: number, rollOver: number | null): Uint8Array {
    if (rollOver !== null) put32(this.#indexBytes, 0, rollOver);
    return this.#authenticate(bytes.subarray(0, length), rollOver === null ? null : this.#indexBytes);
  }
}

/** RFC 3711, 4.3.3, at a key derivation rate of zero. */
export function derive(
  primitives: SrtpPrimitives,
  master: Uint8Array,
  label: number,
  length: number,
): Uint8Array {
  const salt = master.subarray(KEY_BYTES, KEY_BYTES + SALT_BYTES);
  const initial = new Uint8Array(BLOCK_BYTES);
  initial.set(salt);
  initial[7] = (initial[7] ?? 0) ^ label;
  const cipher = new CounterMode(primitives, master.subarray(0, KEY_BYTES), salt);
  return cipher.stream(length, initial).subarray(0, length);
}

/** Constant in time: the first difference does not show. */
export function isSameTag(expected: Uint8Array, bytes: Uint8Array, from: number, length: number): boolean {
  let difference = 0;
  for (let at = 0; at < length; at++) difference |= (expected[at] ?? 0) ^ (bytes[from + at] ?? 0);
  return difference === 0;
}
