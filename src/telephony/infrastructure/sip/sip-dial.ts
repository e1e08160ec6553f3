import type { RtpLeg } from '../../../media';
import type { DetailKind, DialAnswer, DialRequest, LegEnd } from '../../domain/carrier';
import { type Verdict, verdictOf } from '../../domain/cause-map';
import { outcomeOfRoutes } from '../../domain/route-outcome';
import { SILENT_STATUS } from '../leg.repository';
import type { PendingLine } from '../voice/voice-lines';
import { AnsweredCall } from './answered-call';
import { leadToEnd } from './recorded-talk';
import {
  type DialRecording,
  type Fact,
  type LastWord,
  NOTHING_SAID,
  type SipDialParts,
} from './sip-dial-parts';
import type { SipRoute } from './sip-route';
import { SipTry, type TryEnd } from './sip-try';

/** One order to ring a number: trunk after trunk until one takes it, then the talk. */
export class SipDial {
  readonly #verdicts: Verdict[] = [];
  #state: 'on_its_way' | 'answered' | 'ended' = 'on_its_way';
  #trial: SipTry | null = null;
  #call: AnsweredCall | null = null;
  #hasMetSilence = false;
  #recording: DialRecording | null = null;
  #gaveUp = false;
  #dropped = false;
  #callId: string | null = null;
  #last: LastWord = NOTHING_SAID;
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
    const { openLeg, wasSilent, recording } = this.parts;
    const [leg, hasMetSilence] = await Promise.all([
      openLeg().catch(() => null),
      wasSilent(),
      recording().then((made) => {
        this.#recording = made;
      }),
    ]);
    if (!leg) return this.#refuse({ temporary: true, reason: 'there is no free RTP port' });
    this.#hasMetSilence = hasMetSilence;
    const line = this.parts.openLine(this.request.talk, (fact) => {
      this.#tell(fact);
    });
    if (!line) {
      void leg.close();
      return this.#refuse({ temporary: true, reason: 'this process has no engines of speech for the agent' });
    }
    const waiting = [...this.parts.routes];
    let end: TryEnd | null = null;
    let sources: readonly string[] = [];
    for (let route = waiting.shift(); route && !this.#gaveUp;) {
      this.#detail('trunk', `Trunk ${route.trunkName} was asked.`, route.callerId);
      end = await this.#try(route, leg, line);
      sources = route.mediaSources;
      if (end.kind !== 'failed') break;
      const verdict = verdictOf(end.event);
      this.#verdicts.push(verdict);
      this.#last = { ...NOTHING_SAID, verdict, ...wordsOf(end) };
      if (!verdict.failover) break;
      const next = await this.#failOver(waiting);
      if (next) this.#last = NOTHING_SAID;
      this.#tellFailover(route, next, end.said);
      route = next;
    }
    if (end?.kind === 'answered') return this.#talk(end, sources, leg, line);
    line.drop();
    void leg.close();
    return this.#endUnanswered(end);
  }

  /** Takes a channel of the next trunk that has one free; those that have none are passed over. */
  async #failOver(waiting: SipRoute[]): Promise<SipRoute | undefined> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (!this.#gaveUp && (await this.parts.record.moveTo(next, this.#last))) return next;
    }
    return undefined;
  }

  async #endUnanswered(end: TryEnd | null): Promise<void> {
    if (this.#gaveUp || end?.kind === 'canceled') {
      return this.#finish({ cause: 'canceled', by: 'agent', talkMs: null });
    }
    const outcome = outcomeOfRoutes(this.#verdicts);
    if (end?.kind === 'withheld' || !outcome) {
      return this.#refuse({ temporary: true, reason: 'it was not asked' });
    }
    if (outcome.outcome.kind === 'refused')
      return this.#refuse({ ...outcome.outcome, counts: outcome.counts });
    const { cause, reason } = outcome.outcome;
    return this.#finish({ cause, by: 'carrier', talkMs: null, ...(reason !== undefined && { reason }) });
  }

  async #try(route: SipRoute, leg: RtpLeg, line: PendingLine): Promise<TryEnd> {
    const { record, place, timers } = this.parts;
    const targets = await route.targets().catch(() => []);
    if (this.#gaveUp) return { kind: 'canceled' };
    if (targets.length === 0) return { kind: 'failed', event: { type: 'not_resolved' }, said: null };
    const { audio, ...invite } = route.invite(this.request.number);
    const names = record.names(route);
    this.#callId = names.callId ?? null;
    this.#trial = new SipTry(
      { ...invite, ...names, targets, audio: { ...audio, port: leg.port, direction: 'sendrecv' } },
      {
        place,
        timers,
        wasSilent: this.#hasMetSilence,
        ringSeconds: this.request.ringSeconds,
        onProgress: () => {
          record.rang();
        },
        onRinging: () => {
          // Not before: a number that is busy or does not exist costs no engine's time.
          line.prepare();
          this.#tell({ type: 'ringing' });
          this.#accept({ kind: 'accepted', carrierId: this.#callId });
        },
      },
    );
    return this.#trial.ended.finally(() => {
      this.#trial = null;
    });
  }

  async #talk(
    { session, audio }: Extract<TryEnd, { kind: 'answered' }>,
    sources: readonly string[],
    leg: RtpLeg,
    line: PendingLine,
  ): Promise<void> {
    const { request, parts } = this;
    this.#state = 'answered';
    this.#tell({ type: 'answered' });
    this.#accept({ kind: 'accepted', carrierId: this.#callId });
    const call = new AnsweredCall(session, audio, leg, {
      ...{ talk: parts.talk, timers: parts.timers, recordingPath: this.#recording?.path ?? null },
      makeLine: (answered) => line.answered(answered),
      sources,
      tell: (fact) => {
        this.#tell(fact);
      },
    });
    this.#call = call;
    if (this.#gaveUp) call.hangUp();
    await parts.record.answered(session).catch(() => undefined);
    await leadToEnd(call, request.talk, this.#recording, parts.timers, {
      ended: (end, statistics, delivered) => {
        this.#last = { ...NOTHING_SAID, packets: statistics };
        return this.#finish(end, delivered);
      },
      recorded: (ms, delivered) => {
        this.#tell({ type: 'recorded', ms }, delivered);
      },
    });
  }

  #tellFailover({ trunkName }: SipRoute, next: SipRoute | undefined, said: string | null): void {
    const what = said === null ? 'cannot be reached' : `answered ${said}`;
    this.#detail('trunk', `Trunk ${trunkName} ${what}${next ? `; ${next.trunkName} is next` : ''}.`);
  }

  async #refuse(refusal: Omit<Extract<DialAnswer, { kind: 'refused' }>, 'kind'>): Promise<void> {
    this.#state = 'ended';
    await this.parts.record.ended(this.#last);
    this.#accept({ kind: 'refused', ...refusal });
  }

  async #finish(end: LegEnd, delivered?: () => void): Promise<void> {
    this.#state = 'ended';
    await this.parts.record.ended(this.#last);
    this.#accept({ kind: 'accepted', carrierId: this.#callId });
    this.#tell({ type: 'ended', end }, delivered);
  }

  #detail(kind: DetailKind, message: string, shownNumber?: string): void {
    this.#tell({ type: 'detail', kind, message, ...(shownNumber !== undefined && { shownNumber }) });
  }

  #tell(fact: Fact, delivered?: () => void): void {
    if (this.#dropped) return;
    const { reference } = this.request;
    this.parts.facts.add({ reference, at: this.parts.now(), ...fact }, delivered);
  }
}

/** What the network said, for the leg's row. */
function wordsOf({ said, event }: Extract<TryEnd, { kind: 'failed' }>): Pick<LastWord, 'said' | 'q850'> {
  const wasSilent = event.type === 'no_response' && !event.targetSpoke;
  return {
    said: wasSilent ? SILENT_STATUS : said,
    q850: event.type === 'sip' ? (event.q850 ?? null) : null,
  };
}
