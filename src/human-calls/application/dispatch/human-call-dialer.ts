import { Injectable } from '@nestjs/common';
import { LegDialer } from '../../../calling';
import { RING_SECONDS } from '../../../shared-kernel/ringing';
import type { BridgeRequest, Carrier } from '../../../carriers';
import type { LegAllocation } from '../../../shared-kernel/leg-allocation';
import { DIAL, type HumanCallState } from '../../domain/human-call-state';
import { HumanCallProgress } from '../human-call-progress';

/** The legs of a call over trunks: both have their channels. */
export interface HumanLegs {
  readonly counsellor: LegAllocation;
  readonly contact: LegAllocation;
}

/** A committed dial whose order has not been sent to the carrier yet. */
export interface HumanDial {
  readonly call: HumanCallState;
  readonly carrier: Carrier;
  /** The counsellor's number or extension, rung first. */
  readonly counsellor: string;
  readonly record: boolean;
  /** Absent when the call uses no trunk. */
  readonly legs?: HumanLegs;
}

@Injectable()
export class HumanCallDialer {
  constructor(
    private readonly dialer: LegDialer,
    private readonly progress: HumanCallProgress,
  ) {}

  /** Never throws. The watch finds a dial whose result could not be stored. */
  async place(dial: HumanDial): Promise<void> {
    const { call, carrier } = dial;
    const order = (reference: string) => carrier.bridge(bridgeRequest(dial, reference));
    const timed = { ...call, attempt: DIAL, dueAt: call.createdAt };
    await this.dialer.place({ call: timed, handler: this.progress, carrier, order });
  }
}

function bridgeRequest({ call, counsellor, record, legs }: HumanDial, reference: string): BridgeRequest {
  return {
    reference,
    counsellor,
    contact: call.phoneNumber,
    ringSeconds: RING_SECONDS,
    maxTalkSeconds: call.maxTalkSeconds ?? 0,
    record,
    ...(legs && { legs }),
  };
}
