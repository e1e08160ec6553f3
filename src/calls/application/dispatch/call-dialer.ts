import { Injectable } from '@nestjs/common';
import type { CallableAgent } from '../../../agents';
import { LegDialer } from '../../../calling';
import { RING_SECONDS } from '../../../shared-kernel/ringing';
import type { Carrier } from '../../../carriers';
import type { LegAllocation } from '../../../shared-kernel/leg-allocation';
import type { CallState } from '../../domain/call-state';
import { CallProgress } from '../call-progress';
import { TalkPreparation } from '../talks/talk-preparation';

/** A committed dial whose order has not been sent to the carrier yet. */
export interface Dial {
  readonly call: CallState;
  readonly agent: CallableAgent;
  readonly carrier: Carrier;
  readonly timeZone: string;
  /** The name that a call screener gets. */
  readonly accountName: string;
  /** Announces that somebody may listen; null: no announcement. */
  readonly notice: string | null;
  readonly record: boolean;
  /** Countries whose numbers the account may call; null for all. */
  readonly countries: readonly string[] | null;
  /** Absent when the call uses no trunk. */
  readonly leg?: LegAllocation;
}

@Injectable()
export class CallDialer {
  constructor(
    private readonly dialer: LegDialer,
    private readonly progress: CallProgress,
    private readonly talks: TalkPreparation,
  ) {}

  /** Never throws. The watch finds a dial whose result could not be stored. */
  async place({ call, agent, carrier, record, countries, leg, ...account }: Dial): Promise<void> {
    const now = call.dialedAt ?? call.dueAt;
    await this.dialer.place({
      call,
      handler: this.progress,
      carrier,
      order: async (reference) =>
        carrier.dial({
          reference,
          attempt: call.attempt,
          number: call.phoneNumber,
          ringSeconds: RING_SECONDS,
          record,
          countries,
          ...(leg && { leg }),
          ...(await this.talks.prepare(call, agent, { ...account, now })),
        }),
    });
  }
}
