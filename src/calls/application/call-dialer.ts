import { Injectable, Logger } from '@nestjs/common';
import { CallingLines } from '../../accounts';
import type { CallableAgent } from '../../agents';
import { describeError } from '../../platform/logging';
import { Metrics } from '../../platform/metrics';
import type { Carrier } from '../../telephony';
import type { CallState } from '../domain/call-state';
import { CallProgress } from './call-progress';
import { HeldCalls, referenceOf } from './held-calls';

/** Ringing ends after so many seconds: no_answer. */
const RING_SECONDS = 45;

/** A dial that was committed and not asked for yet. */
export interface Dial {
  readonly call: CallState;
  readonly agent: CallableAgent;
  readonly carrier: Carrier;
  readonly timeZone: string;
}

/** Asks the carrier, at most once for each dial. What stays unknown is looked up by the watch, never dialed again. */
@Injectable()
export class CallDialer {
  readonly #logger = new Logger(CallDialer.name);

  constructor(
    private readonly held: HeldCalls,
    private readonly progress: CallProgress,
    private readonly metrics: Metrics,
    private readonly lines: CallingLines,
  ) {}

  /** Never throws: an answer that cannot be stored is found again by the watch. */
  async ask({ call, agent, carrier, timeZone }: Dial): Promise<void> {
    const { id: callId, accountId, attempt } = call;
    if (call.dialedAt && !this.lines.isSurelyOwn(call.dialedAt)) {
      this.#logger.warn(`call ${callId}, dial ${attempt}: not asked for within its lease, so not at all`);
      return;
    }
    this.held.hold({ callId, accountId, attempt, carrier });
    try {
      const answer = await carrier.dial(
        {
          reference: referenceOf(callId, attempt),
          attempt,
          number: call.phoneNumber,
          ringSeconds: RING_SECONDS,
          talk: {
            ...agent.fill(valuesOf(call), call.dialedAt ?? call.dueAt, timeZone),
            contactName: call.contactName,
            now: call.dialedAt ?? call.dueAt,
            timeZone,
            maxSeconds: call.maxTalkSeconds ?? 0,
          },
        },
        this.progress,
      );
      this.metrics.count('aics_dials_total', 'Dials by what the carrier answered.', { answer: answer.kind });
      if (answer.kind === 'refused') await this.progress.refused(accountId, callId, attempt, answer, carrier);
      if (answer.kind === 'accepted' && answer.carrierId !== null) {
        await this.progress.accepted(callId, attempt, answer.carrierId, carrier);
      }
    } catch (error) {
      this.#logger.warn(`call ${callId}, dial ${attempt}: ${JSON.stringify(describeError(error))}`);
    }
  }
}

/** What fills the agent's placeholders. */
export function valuesOf(call: CallState) {
  return { contact: { name: call.contactName, email: call.contactEmail }, variables: call.variables };
}
