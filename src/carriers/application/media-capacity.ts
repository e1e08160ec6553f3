import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { SipStack } from '../infrastructure/sip/sip-stack';

/** Capacity of this process for more real calls: its own limit, and ports for their audio. */
@Injectable()
export class MediaCapacity {
  #isFull = false;
  #arriving = 0;
  #count: () => number = () => 0;
  #hostsLive = true;
  #countVoiceTests: () => number = () => 0;

  constructor(
    private readonly config: Config,
    private readonly stack: SipStack,
  ) {}

  onCount(count: () => number): void {
    this.#count = count;
  }

  onVoiceTestCount(count: () => number): void {
    this.#countVoiceTests = count;
  }

  /** This process places real calls. */
  get isMediaProcess(): boolean {
    return this.config.does.media;
  }

  get free(): number {
    return Math.max(0, this.max - this.calls - this.#countVoiceTests());
  }

  /** Live audio is hosted no more. */
  stopLive(): void {
    this.#hostsLive = false;
  }

  get hostsLive(): boolean {
    return this.#hostsLive;
  }

  get max(): number {
    return this.config.telephony.maxCalls;
  }

  /** Real ones, and those that arrive. */
  get calls(): number {
    return this.#count() + this.#arriving;
  }

  /** Reserved ports belong to dials that are about to begin. */
  get hasRoom(): boolean {
    return this.free > this.stack.legPool.count;
  }

  /** Reserves capacity until the call is active or was rejected. @returns the release; null without capacity */
  reserveInbound(): (() => void) | null {
    if (!this.hasRoom) return null;
    this.#arriving += 1;
    return () => {
      this.#arriving -= 1;
    };
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /**
   * Reserves ports for calls that are about to be dialed.
   * @param calls within this process's own limit; 0: it is reached
   * @returns the calls that have ports
   */
  async reservePorts(calls: number, legs = 1): Promise<number> {
    if (this.stack.endpoint === null) {
      // Without SIP nothing has ports: cloud carriers bring their audio over the web.
      this.#isFull = calls === 0;
      return calls;
    }
    const reserved = await this.stack.legPool.reserve(calls * legs);
    this.#isFull = reserved === 0;
    return Math.floor(reserved / legs);
  }

  releasePorts(): void {
    this.stack.legPool.release();
  }
}
