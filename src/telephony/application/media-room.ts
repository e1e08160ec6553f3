import { Injectable } from '@nestjs/common';
import { SipStack } from '../infrastructure/sip/sip-stack';

/** The room of this process for more real calls: its own limit, and ports for their audio. */
@Injectable()
export class MediaRoom {
  #isFull = false;

  constructor(private readonly stack: SipStack) {}

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
  async take(calls: number, legs = 1): Promise<number> {
    const taken = await this.stack.spare.fill(calls * legs);
    this.#isFull = taken === 0;
    return Math.floor(taken / legs);
  }

  /** Frees the ports that no dial has used. */
  giveBack(): void {
    this.stack.spare.release();
  }
}
