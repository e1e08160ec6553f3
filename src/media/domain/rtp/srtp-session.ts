import type { DropReason } from '../audio-path';
import { SrtpReceiver, SrtpSender, type Unprotected } from './srtp';
import type { SrtpKeys, SrtpPrimitives } from './srtp-keys';

/** The encryption of one RTP session; off until it has keys. */
export class SrtpSession {
  #sender: SrtpSender | null = null;
  #receiver: SrtpReceiver | null = null;
  /** Receives what is under way after an SDP with a new key, until the first packet with the new one. */
  #previous: SrtpReceiver | null = null;

  constructor(private readonly primitives: SrtpPrimitives) {}

  /** An unchanged key continues its indexes: no key stream is used twice, and nothing is received twice. */
  setKeys(keys: SrtpKeys | null): void {
    if (keys === null) {
      this.#sender = null;
      this.#receiver = null;
      this.#previous = null;
      return;
    }
    if (!this.#sender?.continueWith(keys.send)) this.#sender = new SrtpSender(this.primitives, keys.send);
    if (this.#receiver?.isFor(keys.receive)) return;
    if (this.#receiver?.hasReceived) this.#previous = this.#receiver;
    this.#receiver = new SrtpReceiver(this.primitives, keys.receive, this.#previous);
  }

  get isEncrypted(): boolean {
    return this.#sender !== null;
  }

  /** In place. @returns the packet without what SRTP adds, or why it is dropped */
  openRtp(bytes: Uint8Array): Uint8Array | DropReason {
    if (this.#receiver === null) return bytes;
    const result = this.#receiver.unprotectRtp(bytes);
    if (result !== 'authentication') this.#previous = null;
    else if (this.#previous !== null) return payloadOf(bytes, this.#previous.unprotectRtp(bytes));
    return payloadOf(bytes, result);
  }

  openRtcp(bytes: Uint8Array): Uint8Array | DropReason {
    return this.#receiver === null ? bytes : payloadOf(bytes, this.#receiver.unprotectRtcp(bytes));
  }

  /** In place; `bytes` has room for the tag. @returns the length to send */
  sealRtp(bytes: Uint8Array, length: number): number {
    return this.#sender?.protectRtp(bytes, length) ?? length;
  }

  sealRtcp(bytes: Uint8Array): Uint8Array {
    return this.#sender?.protectRtcp(bytes) ?? bytes;
  }
}

function payloadOf(bytes: Uint8Array, result: Unprotected): Uint8Array | DropReason {
  return typeof result === 'string' ? result : bytes.subarray(0, result);
}
