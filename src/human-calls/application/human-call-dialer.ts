import { Injectable } from '@nestjs/common';
import { LegDialer, RING_SECONDS } from '../../calling';
import type { Carrier } from '../../telephony';
import { DIAL, type HumanCallState } from '../domain/human-call-state';
import { HumanCallProgress } from './human-call-progress';

/** A human call whose dial was committed and not asked for yet. */
export interface HumanDial {
  readonly call: HumanCallState;
  readonly carrier: Carrier;
  /** What is rung first: a number, or an extension. */
  readonly counsellor: string;
}

/** Orders the legs of human calls. */
@Injectable()
export class HumanCallDialer {
  constructor(
    private readonly dialer: LegDialer,
    private readonly progress: HumanCallProgress,
  ) {}

  /** Never throws: the watch finds what could not be stored. */
  async ask({ call, carrier, counsellor }: HumanDial): Promise<void> {
    await this.dialer.order({
      ...{ callId: call.id, attempt: DIAL, accountId: call.accountId },
      ...{ owner: this.progress, carrier, dialedAt: call.dialedAt },
      order: (reference) =>
        carrier.connectTwo({
          reference,
          counsellor,
          contact: call.phoneNumber,
          ringSeconds: RING_SECONDS,
          maxTalkSeconds: call.maxTalkSeconds ?? 0,
        }),
    });
  }
}
