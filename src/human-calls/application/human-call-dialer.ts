import { Injectable, Logger } from '@nestjs/common';
import { CallingLines } from '../../accounts';
import { Clock } from '../../platform/clock';
import { describeError } from '../../platform/logging';
import { Metrics } from '../../platform/metrics';
import type { Carrier } from '../../telephony';
import type { HumanCallState } from '../domain/human-call-state';
import { HeldHumanCalls } from './held-human-calls';
import { HumanCallProgress } from './human-call-progress';
import { RING_SECONDS } from './human-watchdog';

/** A human call whose dial was committed and not asked for yet. */
export interface HumanDial {
  readonly call: HumanCallState;
  readonly carrier: Carrier;
  /** What is rung first: a number, or an extension. */
  readonly counsellor: string;
}

/** Asks the carrier to connect two, at most once for a call. What stays unknown is looked up by the watch. */
@Injectable()
export class HumanCallDialer {
  readonly #logger = new Logger(HumanCallDialer.name);

  constructor(
    private readonly clock: Clock,
    private readonly held: HeldHumanCalls,
    private readonly progress: HumanCallProgress,
    private readonly metrics: Metrics,
    private readonly lines: CallingLines,
  ) {}

  /** Never throws: an answer that cannot be stored is found again by the watch. */
  async ask({ call, carrier, counsellor }: HumanDial): Promise<void> {
    const { id, phoneNumber: contact, maxTalkSeconds } = call;
    if (call.dialedAt && !this.lines.isSurelyOwn(call.dialedAt)) {
      this.#logger.warn(`human call ${id}: not asked for within its lease, so not at all`);
      return;
    }
    this.held.hold(id, carrier);
    try {
      const answer = await carrier.connectTwo(
        {
          reference: id,
          counsellor,
          contact,
          ringSeconds: RING_SECONDS,
          maxTalkSeconds: maxTalkSeconds ?? 0,
        },
        this.progress,
      );
      this.metrics.count('aics_human_dials_total', 'Human calls by what the carrier answered.', {
        answer: answer.kind,
      });
      if (answer.kind === 'accepted' && answer.carrierId !== null)
        await this.progress.accepted(id, answer.carrierId, carrier);
      if (answer.kind === 'refused') {
        const reason = `The carrier refused: ${answer.reason}`;
        const end = { cause: 'failed', by: 'carrier', talkMs: null, who: 'counsellor', reason } as const;
        await this.progress.ended(id, end, this.clock.now());
      }
    } catch (error) {
      this.#logger.warn(`human call ${id}: ${JSON.stringify(describeError(error))}`);
    }
  }
}
