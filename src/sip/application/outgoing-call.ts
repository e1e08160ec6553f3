import { AudioSession } from '../domain/audio-session';
import type { InviteRecord } from '../domain/dialog';
import { q850Of, tagOf } from '../domain/header-values';
import type { SipResponse } from '../domain/message';
import type { Target } from '../domain/ports';
import { TimerOffer } from '../domain/session-expires';
import { targetKey } from '../domain/target-health';
import { Authenticator } from './authenticator';
import type { CallHandlers, CallOptions, FailureKind, Provisional, TargetOutcome } from './call-outcome';
import type { Core } from './core';
import { OutgoingEarlyDialogs } from './dialogs/outgoing-early-dialogs';
import { outgoingInvite } from './dialogs/outgoing-invite';
import { InviteTry, type TryEnd } from './invite-try';
import { Session } from './session';
import { sessionSecondsOf } from './settings';
import type { UnexpectedResponses } from './unexpected-responses';

/** After these of a registered phone within 4 s, its user's next phone rings. */
const NEXT_PHONE: readonly number[] = [408, 430, 480];
const NEXT_PHONE_MS = 4_000;

interface Tried {
  readonly end: TryEnd | { readonly kind: 'not_sent' };
  readonly attempt: InviteTry | null;
  readonly early: OutgoingEarlyDialogs | null;
  readonly auth: Authenticator;
}

interface Classified {
  /** null: the call was answered. */
  readonly failure: FailureKind | null;
  /** Whether the next target is tried. */
  readonly next: boolean;
}

/** Sends an INVITE to its targets in turn, until one sends a final response. */
export class OutgoingCall {
  readonly callId: string;
  readonly fromTag: string;
  readonly #outcomes: TargetOutcome[] = [];
  #invites = 0;
  #rang = false;
  #canceled = false;
  #over = false;
  #attempt: InviteTry | null = null;
  /** Repeats the ACK of a repeated 2xx; a 2xx of another fork gets ACK and BYE. */
  #further: (response: SipResponse) => void = () => undefined;

  constructor(
    private readonly core: Core,
    private readonly unexpected: UnexpectedResponses,
    private readonly options: CallOptions,
    private readonly handlers: CallHandlers,
  ) {
    this.callId = options.callId ?? core.runtime.randomHex(16);
    this.fromTag = options.fromTag ?? core.newTag();
    // Runs after the caller has received the new object.
    core.spawn('a call', () => Promise.resolve().then(() => this.#run()));
  }

  /** `onFailed` follows: at once without an INVITE, else after the final response or 32 s. */
  cancel(): void {
    if (this.#over || this.#canceled) return;
    this.#canceled = true;
    if (this.#attempt === null) this.#fail({ kind: 'canceled', answered: false });
    else this.#attempt.cancel();
  }

  async #run(): Promise<void> {
    let last: FailureKind = { kind: 'unreachable', why: 'resolve' };
    for (const target of this.core.health.order(this.options.targets)) {
      const begun = this.core.runtime.timers.now();
      const tried = await this.#tryTarget(target);
      this.#attempt = null;
      if (this.#over) return;
      const { failure, next } = this.#classify(target, tried, begun);
      if (failure === null) return;
      last = failure;
      if (!next) break;
    }
    this.#fail(this.#canceled && last.kind !== 'canceled' ? { kind: 'canceled', answered: false } : last);
  }

  async #tryTarget(target: Target): Promise<Tried> {
    const { core, options, callId, fromTag } = this;
    const { peer, contact } = options;
    const auth = new Authenticator(peer.credentials, core.runtime);
    const timer = new TimerOffer(sessionSecondsOf(peer));
    const unsent = (end: Tried['end']): Tried => ({ end, attempt: null, early: null, auth });
    try {
      const flow = await core.open(target);
      const here = core.here(flow, peer);
      const local = { ...options.audio, address: here.address };
      const audio = new AudioSession(local, Math.floor(core.runtime.random() * 2 ** 31));
      for (;;) {
        if (this.#gaveUp()) return unsent({ kind: 'canceled' });
        const n = this.#invites++;
        const branch = options.branch?.(n) ?? core.newBranch();
        const lines = [...auth.lines, ...timer.lines];
        const parts = { callId, fromTag, branch, cseq: n + 1, target, here, lines, sdp: audio.offer() };
        const { request, record } = outgoingInvite(options, parts);
        if (!(await this.#mayLeave(record))) return unsent({ kind: 'not_sent' });
        if (this.#gaveUp()) return unsent({ kind: 'canceled' });
        const onProvisional = (own: Provisional): void => this.#notify(own);
        const early = new OutgoingEarlyDialogs(core, { record, peer, contact, audio, local, onProvisional });
        const attempt = new InviteTry(core, record, {
          provisional: (response) => this.#provisional(early, response),
          further: (response) => this.#further(response),
        });
        this.#attempt = attempt;
        const end = await attempt.run(request, flow, { target, peer, contact, branch });
        early.close();
        const isRefused = end.kind === 'final' && end.response.status >= 300;
        const again = isRefused && (auth.answers(request, end.response) || timer.raises(end.response));
        if (!again || this.#gaveUp()) return { end, attempt, early, auth };
      }
    } catch (error) {
      return unsent(core.unreachable(error));
    }
  }

  #gaveUp(): boolean {
    return this.#canceled;
  }

  async #mayLeave(record: InviteRecord): Promise<boolean> {
    try {
      await this.options.beforeInvite?.(record);
      return true;
    } catch (error) {
      this.core.runtime.warn({ error }, 'an INVITE was withheld');
      return false;
    }
  }

  #provisional(early: OutgoingEarlyDialogs, response: SipResponse): void {
    const { status } = response;
    this.#rang ||= status >= 180 && status < 190;
    if (!this.#canceled && !this.#over) early.receive(response);
  }

  #notify(provisional: Provisional): void {
    this.core.guard('provisional', () => this.handlers.provisional?.(provisional));
  }

  #classify(target: Target, tried: Tried, begun: number): Classified {
    const { end } = tried;
    this.#remember(tried);
    switch (end.kind) {
      case 'not_sent':
        return { failure: end, next: false };
      case 'canceled':
        return { failure: { kind: 'canceled', answered: false }, next: false };
      case 'unreachable': {
        const { why } = end.error;
        this.#note(target, 'unreachable', { why });
        return { failure: { kind: 'unreachable', why }, next: !this.#canceled && !this.#rang };
      }
      case 'silent':
        this.#note(target, 'silent');
        // The call is dialed again 10 s later: then the other targets come first.
        if (!end.receivedSince) this.core.health.unavailable(targetKey(target));
        return { failure: end, next: false };
      case 'final':
        return this.#classifyFinal(target, tried, end.response, begun);
    }
  }

  #classifyFinal(target: Target, tried: Tried, response: SipResponse, begun: number): Classified {
    const { status, reason, headers } = response;
    this.#note(target, status === 503 ? 'unavailable' : 'final', { status });
    if (status < 300) return { failure: this.#onAnswered(tried, response), next: false };
    const { core, options } = this;
    if (status === 503) core.health.unavailable(targetKey(target));
    const q850 = q850Of(headers.list('reason'))?.cause ?? null;
    const isOut = status === 503 && !this.#rang && (options.triesNextTarget?.(q850) ?? true);
    const isSoon = core.runtime.timers.now() - begun <= NEXT_PHONE_MS;
    const isAway = target.registered !== undefined && isSoon && NEXT_PHONE.includes(status);
    const next = (isOut || isAway) && !this.#canceled;
    return { failure: { kind: 'refused', status, reason, q850 }, next };
  }

  /** Responses to the INVITE may still come. */
  #remember({ end, attempt, early }: Tried): void {
    if (attempt === null) return;
    const { peer } = this.options;
    const step = early?.byeStep ?? 1;
    if (end.kind === 'final') this.unexpected.rememberFinal(attempt.record, peer, step);
    else this.unexpected.remember(attempt.record, peer, step);
  }

  #note(target: Target, result: TargetOutcome['result'], rest: Partial<TargetOutcome> = {}): void {
    this.#outcomes.push({ target, result, status: null, why: null, ...rest });
  }

  #onAnswered({ attempt, early, auth }: Tried, response: SipResponse): FailureKind | null {
    const { core } = this;
    const { peer, contact } = this.options;
    if (attempt === null || early === null) return { kind: 'no_audio' };
    const { record } = attempt;
    const dispose = (unwanted: SipResponse): void => this.unexpected.dispose(record, peer, unwanted);
    this.#further = dispose;
    const tag = tagOf(response.headers.get('to')) ?? '';
    const confirmed = this.#canceled ? null : early.confirm(response);
    if (confirmed === null) {
      dispose(response);
      return this.#canceled ? { kind: 'canceled', answered: true } : { kind: early.problemOf(response) };
    }
    this.#over = true;
    this.unexpected.accept(record, peer, tag);
    const { dialog, audio, remote } = confirmed;
    const session = new Session(core, { dialog, audio, peer, contact });
    session.confirm(response);
    const acknowledge = (): void => void session.ack(record.cseq, auth.lines);
    this.#further = (later) => {
      if ((tagOf(later.headers.get('to')) ?? '') === tag) acknowledge();
      else dispose(later);
    };
    acknowledge();
    core.guard('answered', () => this.handlers.onAnswered(session, remote));
    return null;
  }

  #fail(kind: FailureKind): void {
    if (this.#over) return;
    this.#over = true;
    const failure = { ...kind, rang: this.#rang, targets: this.#outcomes };
    this.core.guard('failed', () => this.handlers.onFailed(failure));
  }
}
