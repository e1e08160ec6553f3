import { Injectable } from '@nestjs/common';
import { LegDialer, RING_SECONDS } from '../../calling';
import type { Carrier } from '../../telephony';
import { DIAL, type HumanCallState } from '../domain/human-call-state';
import { HumanCallProgress } from './human-call-progress';

/** A committed dial whose order has not been sent to the carrier yet. */
export interface HumanDial {
  readonly call: HumanCallState;
  readonly carrier: Carrier;
  /** The counsellor's number or extension, rung first. */
  readonly counsellor: string;
}

/** Sends dial orders of human calls to carriers. */
@Injectable()
export class HumanCallDialer {
  constructor(
    private readonly dialer: LegDialer,
    private readonly progress: HumanCallProgress,
  ) {}

  /** Never throws. The watch finds a dial whose result could not be stored. */
  async place({ call, carrier, counsellor }: HumanDial): Promise<void> {
    await this.dialer.order({
      ...{ callId: call.id, attempt: DIAL, accountId: call.accountId },
      ...{ owner: this.progress, carrier, dialedAt: call.dialedAt, dueAt: call.createdAt },
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
