import type { DialAnswer, LegEnd } from '../../domain/carrier';
import type { FactQueue } from '../fact-queue';
import type { LedTalkParts } from './led-talk';
import type { Fact } from './leg-record';
import type { Route } from './route';
import type { SearchEnd } from './route-search';

export type OrderState = 'on_its_way' | 'answered' | 'ended';

export interface OrderProgressParts {
  readonly facts: FactQueue;
  readonly now: () => Date;
}

/** How far an order to the carrier is, and what is told of it: one answer, then facts. */
export class OrderProgress {
  #state: OrderState = 'on_its_way';
  #dropped = false;
  #answer: (answer: DialAnswer) => void = () => undefined;

  /** What the carrier answers to the order: the first of `accepted` and `refused`. */
  readonly answer: Promise<DialAnswer>;

  constructor(
    private readonly reference: string,
    private readonly parts: OrderProgressParts,
  ) {
    this.answer = new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  get state(): OrderState {
    return this.#state;
  }

  /** Says nothing more of it, as a process that ends. */
  drop(): void {
    this.#dropped = true;
  }

  accepted(carrierId: string | null): void {
    this.#answer({ kind: 'accepted', carrierId });
  }

  refused(why: Omit<Extract<DialAnswer, { kind: 'refused' }>, 'kind'>): void {
    this.#state = 'ended';
    this.#answer({ ...why, kind: 'refused' });
  }

  /** The talk begins. */
  answered(fact: Extract<Fact, { type: 'answered' }>): void {
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
  unanswered(end: Exclude<SearchEnd<Route, object>, { kind: 'answered' }>, carrierId: string | null): void {
    switch (end.kind) {
      case 'given_up':
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
  talk(carrierId: string | null): Pick<LedTalkParts, 'ended' | 'recorded' | 'transcribed'> {
    return {
      transcribed: (turns) => {
        this.tell({ type: 'transcribed', turns });
      },
      ended: (end, delivered) => {
        this.finished(end, carrierId, delivered);
      },
      recorded: (ms, delivered) => {
        this.tell({ type: 'recorded', ms }, delivered);
      },
    };
  }

  /** Resolves when all that was told so far is stored. */
  stored(): Promise<void> {
    return this.parts.facts.stored();
  }

  tell(fact: Fact, delivered?: () => void): void {
    if (this.#dropped) return;
    this.parts.facts.add({ reference: this.reference, at: this.parts.now(), ...fact }, delivered);
  }
}
