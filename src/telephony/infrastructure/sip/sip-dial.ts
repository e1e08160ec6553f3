import type { TextTalk } from '../../../conversation';
import type { RtpLeg } from '../../../media';
import type { CallHandlers, CallOptions, OutgoingCall, Session } from '../../../sip';
import type { CarrierFact, DetailKind, DialAnswer, DialRequest, LegEnd } from '../../domain/carrier';
import { type Verdict, verdictOf } from '../../domain/cause-map';
import { outcomeOfRoutes } from '../../domain/route-outcome';
import type { FactQueue } from '../fact-queue';
import type { Timers } from '../timers';
import { AnsweredCall } from './answered-call';
import type { SipRoute } from './sip-route';
import { SipTry, type TryEnd } from './sip-try';

/** The rows of a dial's leg: written before the network learns of what they say. */
export interface LegRecord {
  /** Takes a channel of the next trunk in place of the last one's; false when it has none free. */
  moveTo(route: SipRoute): Promise<boolean>;
  /** How the n-th try is named on the wire, and what is stored before its INVITE leaves. */
  names(trial: number): Pick<CallOptions, 'callId' | 'fromTag' | 'branch' | 'beforeInvite'>;
  /** The dialog was established. @throws when it cannot be stored */
  answered(session: Session): Promise<void>;
  /** The last word of the network; frees the channel. Never rejects. */
  ended(what: { readonly verdict: Verdict | null; readonly said: string | null }): Promise<void>;
}

export interface SipDialParts {
  readonly routes: readonly SipRoute[];
  readonly record: LegRecord;
  readonly openLeg: () => Promise<RtpLeg>;
  readonly place: (options: CallOptions, handlers: CallHandlers) => OutgoingCall;
  readonly talk: TextTalk;
  readonly facts: FactQueue;
  readonly timers: Timers;
  readonly now: () => Date;
  /** The same call met a silent target before. */
  readonly wasSilent: boolean;
  /** Where the recording is written; null: none is made. */
  readonly recordingPath: string | null;
}

type Fact = CarrierFact extends infer T
  ? T extends CarrierFact
    ? Omit<T, 'reference' | 'at'>
    : never
  : never;

/** One order to ring a number: trunk after trunk until one takes it, then the talk. */
export class SipDial {
  readonly #verdicts: Verdict[] = [];
  #state: 'on_its_way' | 'answered' | 'ended' = 'on_its_way';
  #trial: SipTry | null = null;
  #call: AnsweredCall | null = null;
  #gaveUp = false;
  #dropped = false;
  #callId: string | null = null;
  #accept: (answer: DialAnswer) => void = () => undefined;

  /** What the carrier answers to the order. */
  readonly answer: Promise<DialAnswer>;
  /** Resolves when all is over. */
  readonly over: Promise<void>;

  constructor(
    private readonly request: DialRequest,
    private readonly parts: SipDialParts,
  ) {
    this.answer = new Promise((resolve) => {
      this.#accept = resolve;
    });
    this.over = this.#run();
  }

  get state(): 'on_its_way' | 'answered' | 'ended' {
    return this.#state;
  }

  /** Stops the ringing, or hangs up. */
  hangUp(): void {
    this.#gaveUp = true;
    this.#trial?.giveUp();
    this.#call?.hangUp();
  }

  /** Says nothing more of it, as a process that ends. */
  drop(): void {
    this.#dropped = true;
  }

  async #run(): Promise<void> {
    let [end, leg, said]: [TryEnd | null, RtpLeg | null, string | null] = [null, null, null];
    const { routes, record, openLeg } = this.parts;
    for (const [at, route] of routes.entries()) {
      if (this.#gaveUp) break;
      if (at > 0 && !(await record.moveTo(route))) continue;
      leg ??= await openLeg().catch(() => null);
      if (!leg) return this.#refuse({ temporary: true, reason: 'there is no free RTP port' }, null);
      this.#detail('trunk', `Trunk ${route.trunkName} was asked.`);
      end = await this.#try(route, leg, at);
      if (end.kind !== 'failed') break;
      const verdict = verdictOf(end.event);
      this.#verdicts.push(verdict);
      said = end.said;
      if (!verdict.failover) break;
      this.#tellFailover(route, routes[at + 1], end);
    }
    if (end?.kind === 'answered' && leg) return this.#talk(end, leg, routes);
    void leg?.close();
    this.#state = 'ended';
    const outcome = outcomeOfRoutes(this.#verdicts);
    const last = this.#verdicts.at(-1) ?? null;
    if (this.#gaveUp || end?.kind === 'canceled') {
      return this.#finish({ cause: 'canceled', by: 'agent', talkMs: null }, { verdict: null, said });
    }
    if (end?.kind === 'withheld' || !outcome) {
      return this.#refuse({ temporary: true, reason: 'it was not asked' }, said);
    }
    if (outcome.outcome.kind === 'refused') {
      return this.#refuse({ ...outcome.outcome, counts: outcome.counts }, said);
    }
    const { cause, reason } = outcome.outcome;
    return this.#finish(
      { cause, by: 'carrier', talkMs: null, ...(reason !== undefined && { reason }) },
      { verdict: last, said },
    );
  }

  async #try(route: SipRoute, leg: RtpLeg, trial: number): Promise<TryEnd> {
    const { record, place, timers, wasSilent } = this.parts;
    const targets = await route.targets().catch(() => []);
    if (targets.length === 0) return { kind: 'failed', event: { type: 'not_resolved' }, said: null };
    const { audio, ...invite } = route.invite(this.request.number);
    const names = record.names(trial);
    this.#callId = names.callId ?? null;
    this.#trial = new SipTry(
      { ...invite, ...names, targets, audio: { ...audio, port: leg.port, direction: 'sendrecv' } },
      {
        place,
        timers,
        wasSilent,
        ringSeconds: this.request.ringSeconds,
        onRinging: () => {
          this.#tell({ type: 'ringing' });
          this.#accept({ kind: 'accepted', carrierId: this.#callId });
        },
      },
    );
    if (this.#gaveUp) this.#trial.giveUp();
    return this.#trial.ended.finally(() => {
      this.#trial = null;
    });
  }

  async #talk(
    { session, audio }: Extract<TryEnd, { kind: 'answered' }>,
    leg: RtpLeg,
    routes: readonly SipRoute[],
  ): Promise<void> {
    const { request, parts } = this;
    this.#state = 'answered';
    this.#tell({ type: 'answered' });
    this.#accept({ kind: 'accepted', carrierId: this.#callId });
    const call = new AnsweredCall(session, audio, leg, {
      ...{ talk: parts.talk, timers: parts.timers, recordingPath: parts.recordingPath },
      sources: routes.flatMap(({ mediaSources }) => mediaSources),
      tell: (fact) => {
        this.#tell(fact);
      },
    });
    this.#call = call;
    if (this.#gaveUp) call.hangUp();
    await parts.record.answered(session).catch(() => undefined);
    const end = await call.lead(request.talk);
    this.#state = 'ended';
    await this.#finish(end, { verdict: null, said: null });
  }

  #tellFailover(route: SipRoute, next: SipRoute | undefined, end: Extract<TryEnd, { kind: 'failed' }>): void {
    const said = end.said === null ? 'cannot be reached' : `answered ${end.said}`;
    const then = next ? `; ${next.trunkName} is next.` : '.';
    this.#detail('trunk', `Trunk ${route.trunkName} ${said}${then}`);
  }

  async #refuse(
    refusal: Omit<Extract<DialAnswer, { kind: 'refused' }>, 'kind'>,
    said: string | null,
  ): Promise<void> {
    this.#state = 'ended';
    await this.parts.record.ended({ verdict: this.#verdicts.at(-1) ?? null, said });
    this.#accept({ kind: 'refused', ...refusal });
  }

  async #finish(end: LegEnd, last: Parameters<LegRecord['ended']>[0]): Promise<void> {
    await this.parts.record.ended(last);
    this.#accept({ kind: 'accepted', carrierId: this.#callId });
    this.#tell({ type: 'ended', end });
  }

  #detail(kind: DetailKind, message: string): void {
    this.#tell({ type: 'detail', kind, message });
  }

  #tell(fact: Fact): void {
    if (this.#dropped) return;
    this.parts.facts.add({ reference: this.request.reference, at: this.parts.now(), ...fact });
  }
}
