import type { TextTalk } from '../../../conversation';
import type { AnsweredBy } from '../../../shared-kernel/call-parties';
import type { EndCause } from '../../../shared-kernel/end-cause';
import type { OutboundCallRequest, LegEnd } from '../../domain/carrier';
import type { Contact } from './contact';
import { answeredByOf, type Ending } from './endings';
import type { CarrierEventQueue } from '../shared/carrier-event-queue';
import { SimulatedLine } from './line';
import { RINGING_MS, SimulatedCall } from './simulated-call';
import type { Timers } from '../../../platform/kernel/time/timers';

/** The talk waits for tools that fill its brief, after the answer. */
const EARLY_MS = 1_000;

/** The network of a leg. */
export interface Network {
  readonly speed: number;
  readonly timers: Timers;
  readonly now: () => Date;
  readonly talk: TextTalk;
}

/** A leg on which the agent talks with a contact. */
export class Leg extends SimulatedCall {
  readonly #abort = new AbortController();
  #line: SimulatedLine | null = null;

  constructor(
    private readonly request: OutboundCallRequest,
    private readonly ending: Ending,
    private readonly network: Network,
    private readonly queue: CarrierEventQueue,
    private readonly whoAnswers: () => { readonly contact: Contact; readonly language: string },
    onEnd: (end: LegEnd) => void,
  ) {
    super({ ...network, onEnd });
  }

  override start(): void {
    if (this.ending === 'never_reports') {
      this.move('silence');
      return;
    }
    const ringsOnly = this.ending === 'rings_out' || this.request.ringSeconds * 1_000 <= RINGING_MS;
    const [cause, ms] = this.#unansweredEnd(ringsOnly);
    // A busy or unknown number never rings.
    if (cause === null || cause === 'no_answer') this.after(0, () => this.#ring(cause, ms));
    else this.after(ms, () => this.finish({ cause, by: 'carrier', talkMs: null }));
  }

  protected override stop(): void {
    this.#abort.abort();
    // A talk ends itself when its line breaks, and reports its duration.
    if (this.#line) this.#line.break();
    else this.finish({ cause: 'canceled', by: 'agent', talkMs: null });
  }

  protected override reportEnd(end: LegEnd): void {
    this.#add({ type: 'ended', end });
  }

  #unansweredEnd(ringsOnly: boolean): readonly [EndCause | null, number] {
    if (this.ending === 'busy') return ['busy', RINGING_MS];
    if (this.ending === 'does_not_exist') return ['number_unreachable', RINGING_MS];
    return ringsOnly ? ['no_answer', this.request.ringSeconds * 1_000] : [null, RINGING_MS];
  }

  #ring(cause: EndCause | null, ms: number): void {
    this.#report({ type: 'ringing' });
    this.after(ms, () => {
      if (cause === null) void this.#talk().catch(() => this.#fail());
      else this.finish({ cause, by: null, talkMs: null });
    });
  }

  async #talk(): Promise<void> {
    const { contact, language } = this.whoAnswers();
    const { talk, early, countries = null } = this.request;
    const line = new SimulatedLine(contact, language, talk, this.network, countries);
    this.#line = line;
    this.move('answer');
    this.#report({ type: 'answered', answeredBy: answeredByOf(this.ending) });
    const { cause, by, reason } = await this.network.talk.run(
      line,
      early ? await early.settle(EARLY_MS) : talk,
      (turn) => this.#report({ type: 'transcript', turns: [turn] }),
      this.#abort.signal,
    );
    early?.drop();
    this.finish({ cause, by, talkMs: line.nowMs(), ...(reason !== undefined && { reason }) });
  }

  /** A safeguard: if a talk fails unexpectedly, the leg must still end. */
  #fail(): void {
    const talkMs = this.#line?.nowMs() ?? null;
    this.finish({ cause: 'failed', by: 'carrier', talkMs, reason: 'The simulated talk broke down.' });
  }

  #report(event: LegEvent): void {
    if (this.isReported) this.#add(event);
  }

  #add(event: LegEvent): void {
    this.queue.add({ reference: this.request.reference, at: this.network.now(), ...event });
  }
}

type LegEvent =
  | { readonly type: 'ringing' }
  | { readonly type: 'answered'; readonly answeredBy: AnsweredBy }
  | { readonly type: 'transcript'; readonly turns: Parameters<Parameters<TextTalk['run']>[2]>[0][] }
  | { readonly type: 'ended'; readonly end: LegEnd };
