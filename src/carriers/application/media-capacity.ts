import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config.token';
import { SipStack } from '../infrastructure/sip/sip-stack';

/** The room of this process for more real calls: its own limit, and ports for their audio. */
@Injectable()
export class MediaCapacity {
  #isFull = false;
  /** Calls that came in and are being decided about. */
  #arriving = 0;
  #count: () => number = () => 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly stack: SipStack,
  ) {}

  /** Registers who counts the real calls that this process holds. */
  onCount(count: () => number): void {
    this.#count = count;
  }

  /** How many more calls this process may hold. */
  get free(): number {
    return Math.max(0, this.config.telephony.maxCalls - this.#count() - this.#arriving);
  }

  /**
   * Takes the place of a call that came in, until it counts as held or was refused.
   * @returns what gives the place back; null when there is none
   */
  reserveInbound(): (() => void) | null {
    // Ports that are taken are for dials that are about to begin.
    if (this.free <= this.stack.legPool.count) return null;
    this.#arriving += 1;
    return () => {
      this.#arriving -= 1;
    };
  }

  /** Nothing more could be taken when it was last tried. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /**
   * Takes ports for calls that are about to be dialed.
   * @param calls as many as this process's own limit leaves; 0: it is reached
   * @param legs that each call has
   * @returns for how many there are ports
   */
  async reservePorts(calls: number, legs = 1): Promise<number> {
    if (this.stack.endpoint === null) {
      // Without SIP nothing has ports: cloud carriers bring their audio over the web.
      this.#isFull = calls === 0;
      return calls;
    }
    const taken = await this.stack.legPool.reserve(calls * legs);
    this.#isFull = taken === 0;
    return Math.floor(taken / legs);
  }

  /** Frees the ports that no dial has used. */
  releasePorts(): void {
    this.stack.legPool.release();
  }
}
