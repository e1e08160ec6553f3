import { Injectable } from '@nestjs/common';
import { type Accounts, CallingLines, type CallingRules } from '../../../accounts';
import type { RoutedInboundCall } from '../../../carriers';
import type { SpeechStreamPair } from '../../../shared-kernel/leg-allocation';
import { InboundChannels } from '../../../trunks';
import { ANONYMOUS } from '../../domain/call-state';
import { INBOUND_ATTEMPT } from '../../domain/inbound-call';

/** An offer whose account's line row is locked. */
export interface LockedOffer {
  readonly offer: RoutedInboundCall;
  readonly account: Awaited<ReturnType<Accounts['get']>>;
  readonly rules: CallingRules;
}

/** The line and the channel that a call which comes in occupies. */
@Injectable()
export class InboundCapacity {
  constructor(
    private readonly lines: CallingLines,
    private readonly channels: InboundChannels,
  ) {}

  async occupy(
    { offer, account, rules }: LockedOffer,
    legId: string,
    speech: SpeechStreamPair,
    at: Date,
  ): Promise<void> {
    const { callId, accountId } = offer;
    const { caller, called, trunkId } = offer.interpretation;
    const dial = { callId, attempt: INBOUND_ATTEMPT };
    await Promise.all([
      this.lines.occupy({
        accountId,
        kind: 'inbound',
        test: offer.interpretation.isTrial === true,
        at,
        dials: [{ ...dial, phoneNumber: caller }],
        policy: { ...rules.policy, recording: account.recording },
      }),
      this.channels.occupy({
        id: legId,
        accountId,
        ...dial,
        trunkId,
        shownNumber: called,
        phoneNumber: caller === ANONYMOUS ? null : caller,
        beganAt: at,
        speech,
      }),
    ]);
  }

  /** Counts a refused call among the account's, without a line. */
  async turnAway({ offer, account, rules }: LockedOffer, at: Date): Promise<void> {
    const { accountId, callId } = offer;
    const dials = [{ callId, attempt: INBOUND_ATTEMPT, phoneNumber: offer.interpretation.caller }];
    const policy = { ...rules.policy, recording: account.recording };
    const test = offer.interpretation.isTrial === true;
    await this.lines.turnAway({ accountId, policy, at, dials, test });
  }
}
