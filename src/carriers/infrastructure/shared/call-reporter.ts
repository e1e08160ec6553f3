import type { DialResult, LegEnd } from '../../domain/carrier';
import type { CarrierEventQueue } from './carrier-event-queue';
import type { LedTalkOptions } from './agent-call';
import type { CarrierEventBody } from './leg-store';
import type { Route } from './route';
import type { FailoverResult } from './trunk-failover';

export type CallPhase = 'in_transit' | 'answered' | 'ended';

export interface CallReporterOptions {
  readonly events: CarrierEventQueue;
  readonly now: () => Date;
}

/** How far an order to the carrier is, and what is told of it: one answer, then facts. */
export class CallReporter {
  #state: CallPhase = 'in_transit';
  #dropped = false;
  #answer: (answer: DialResult) => void = () => undefined;

  /** What the carrier answers to the order: the first of `accepted` and `refused`. */
  readonly answer: Promise<DialResult>;

  constructor(
    private readonly reference: string,
    private readonly options: CallReporterOptions,
  ) {
    this.answer = new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  get state(): CallPhase {
    return this.#state;
  }

  /** Says nothing more of it, as a process that ends. */
  drop(): void {
    this.#dropped = true;
  }

  accepted(carrierId: string | null): void {
    this.#answer({ kind: 'accepted', carrierId });
  }

  refused(why: Omit<Extract<DialResult, { kind: 'refused' }>, 'kind'>): void {
    this.#state = 'ended';
    this.#answer({ ...why, kind: 'refused' });
  }

  /** The talk begins. */
  answered(fact: Extract<CarrierEventBody, { type: 'answered' }>): void {
    this.#state = 'answered';
    this.tell(fact);
  }

  /** An order that ends was accepted. */
  finished(end: LegEnd, carrierId: string | null, delivered?: () => void): void {
    this.#state = 'ended';
    this.accepted(carrierId);
    this.tell({ type: 'ended', end }, delivered);
  }

  /** No trunk connected it. */
  unanswered(
    end: Exclude<FailoverResult<Route, object>, { kind: 'answered' }>,
    carrierId: string | null,
  ): void {
    switch (end.kind) {
      case 'abandoned':
        this.finished({ cause: 'canceled', by: 'agent', talkMs: null }, carrierId);
        return;
      case 'refused':
        this.refused(end);
        return;
      case 'ended': {
        const { cause, reason } = end;
        this.finished(
          { cause, by: 'carrier', talkMs: null, ...(reason !== undefined && { reason }) },
          carrierId,
        );
      }
    }
  }

  /** Who is told of the end of a talk, and of what comes after it. */
  talk(carrierId: string | null): Pick<LedTalkOptions, 'ended' | 'recorded' | 'transcribed'> {
    return {
      transcribed: (turns) => {
        this.tell({ type: 'transcription', turns });
      },
      ended: (end, delivered) => {
        this.finished(end, carrierId, delivered);
      },
      recorded: (ms, delivered) => {
        this.tell({ type: 'recording_stored', ms }, delivered);
      },
    };
  }

  /** Resolves when all that was told so far is stored. */
  stored(): Promise<void> {
    return this.options.events.flushed();
  }

  tell(fact: CarrierEventBody, delivered?: () => void): void {
    if (this.#dropped) return;
    this.options.events.add({ reference: this.reference, at: this.options.now(), ...fact }, delivered);
  }
}
