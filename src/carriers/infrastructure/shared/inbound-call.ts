import { Logger } from '@nestjs/common';
import type { MediaLeg } from '../../../media';
import { errorText } from '../../../platform/logging';
import type { LegEnd } from '../../domain/carrier';
import {
  CALLER_HUNG_UP,
  INBOUND_REFUSALS,
  type InboundRejection,
  type InboundSink,
} from '../../domain/inbound';
import { type PendingLine, ReadinessWait } from '../../../voice';
import { type DialRecording, EMPTY_REPORT } from './leg-store';
import type { AcceptFailure, InboundTransport } from './transports';
import { TrunkCall, type TrunkCallOptions } from './trunk-call';
import { deferred } from '../../../platform/kernel/async/deferred';

const NO_ENGINES = 'This process has no engines of speech for the agent.';
const NOT_CONFIRMED = "The caller's side did not confirm the answer.";

export interface InboundCallOptions extends TrunkCallOptions {
  readonly countRejection: InboundSink['countRejection'];
}

/** Answers an admitted call when its agent is ready, then runs the talk. */
export class InboundCall<L extends MediaLeg> extends TrunkCall {
  readonly #logger = new Logger(InboundCall.name);
  readonly #readiness: ReadinessWait;
  readonly #countRejection: InboundSink['countRejection'];
  readonly #settled = deferred();
  /** The talk closes it. */
  #leg: L | null = null;
  #line: PendingLine | null = null;

  /** Resolves when the talk begins, or the end of the call is stored. */
  readonly settled = this.#settled.promise;
  readonly ended: Promise<void>;

  constructor(
    private readonly transport: InboundTransport<L>,
    { countRejection, ...options }: InboundCallOptions,
  ) {
    super(options);
    this.#countRejection = countRejection;
    this.#readiness = new ReadinessWait(options.timers);
    transport.onCanceled(() => {
      this.reporter.cancel();
      this.#readiness.interrupt();
    });
    this.ended = this.#run().catch((error: unknown) => this.#onFailed(error));
  }

  override stop(): void {
    super.stop();
    this.#readiness.interrupt();
    this.transport.stop();
  }

  async #run(): Promise<void> {
    const { transport } = this;
    transport.ring();
    const line = this.openLine();
    if (!line) return this.#refuse('agent', NO_ENGINES);
    this.#line = line;
    const ready = line.isReady();
    const [leg, recording] = await Promise.all([transport.openMedia(), this.options.recording()]);
    this.#leg = leg;
    if (!leg) return this.#refuse('no_channel');
    const isReady = await this.#readiness.inTime(ready);
    if (isReady) await transport.prepare();
    if (this.phase !== 'in_transit') return this.#refuse('stopping');
    if (!isReady) return this.#refuse('not_ready');
    return this.#accept(leg, line, recording);
  }

  async #accept(leg: L, line: PendingLine, recording: DialRecording | null): Promise<void> {
    const contact = await this.transport.accept(leg, this.onTransfer);
    if (typeof contact === 'string') return this.#notAccepted(contact);
    this.reporter.reportAnswered({ type: 'answered' });
    this.#settled.resolve();
    this.#line = this.#leg = null;
    return this.talk(contact, line, recording);
  }

  #notAccepted(failure: AcceptFailure): Promise<void> {
    switch (failure) {
      case 'canceled':
        return this.#finishCanceled();
      case 'caller_left':
        this.reporter.reportAnswered({ type: 'answered' });
        return this.#finish({ cause: 'hung_up', by: 'contact', talkMs: 0 });
      case 'no_ack':
        return this.#finishUnanswered('failed', NOT_CONFIRMED);
      case 'no_audio':
      case 'no_encryption':
      case 'stopping':
        return this.#refuse(failure);
    }
  }

  /** A caller who canceled got 487, and the call ends as canceled. */
  #refuse(why: InboundRejection, reason: string | null = INBOUND_REFUSALS[why].reason): Promise<void> {
    if (this.phase === 'canceled') return this.#finishCanceled();
    this.transport.reject(why);
    this.#countRejection(why);
    return this.#finishUnanswered(INBOUND_REFUSALS[why].becomes, reason);
  }

  #finishCanceled(): Promise<void> {
    return this.#finishUnanswered('no_answer', CALLER_HUNG_UP, 'contact');
  }

  #finishUnanswered(cause: LegEnd['cause'], reason: string | null, by: LegEnd['by'] = null): Promise<void> {
    return this.#finish({ cause, by, talkMs: null, ...(reason !== null && { reason }) });
  }

  async #finish(end: LegEnd): Promise<void> {
    this.#line?.drop();
    void this.#leg?.close();
    await this.options.record.storeEnd(EMPTY_REPORT);
    this.reporter.reportEnd(end);
    await this.reporter.flushed();
    this.#settled.resolve();
  }

  async #onFailed(error: unknown): Promise<void> {
    this.#logger.warn(`a call that came in: ${errorText(error)}`);
    this.#countRejection('error');
    this.transport.reject('error');
    if (this.phase === 'ended') this.#settled.resolve();
    else {
      this.hangUp();
      await this.#finishUnanswered('failed', 'The call could not be answered.');
    }
  }
}
