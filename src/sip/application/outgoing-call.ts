import { acceptAudio } from '../domain/audio';
import { AudioSession } from '../domain/audio-session';
import { type InviteRecord, dialogOfResponse } from '../domain/dialog';
import { Headers } from '../domain/headers';
import { q850Of, tagOf, writeNameAddr } from '../domain/header-values';
import type { SipRequest, SipResponse } from '../domain/message';
import { type Flow, type Target, Unreachable } from '../domain/ports';
import { targetKey } from '../domain/target-health';
import { CAPABILITIES, sdpOf } from '../domain/uas-rules';
import { Authenticator } from './authenticator';
import type { CallHandlers, CallOptions, FailureKind, TargetOutcome } from './call-outcome';
import type { Core } from './core';
import { InviteTry, type TryEnd } from './invite-try';
import { Session } from './session';
import type { UnexpectedResponses } from './unexpected-responses';

const MAX_FORKS = 16;

/** After these of a registered phone within 4 s, its user's next phone rings. */
const NEXT_PHONE: readonly number[] = [408, 430, 480];
const NEXT_PHONE_MS = 4_000;

interface Tried {
  readonly end: TryEnd | { readonly kind: 'not_sent' };
  readonly attempt: InviteTry | null;
  readonly audio: AudioSession | null;
  readonly auth: Authenticator;
}

const requestUriOf = ({ requestUri }: CallOptions, { registered }: Target): string =>
  registered?.contact ?? requestUri;

/** Sends an INVITE to its targets in turn, until one sends a final response. */
export class OutgoingCall {
  readonly callId: string;
  readonly fromTag: string;
  readonly #early = new Map<string, string>();
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

  /** `failed` follows: at once without an INVITE, else after the final response or 32 s. */
  cancel(): void {
    if (this.#over || this.#canceled) return;
    this.#canceled = true;
    if (this.#attempt === null) this.#fail({ kind: 'canceled', answered: false });
    else this.#attempt.cancel();
  }

  async #run(): Promise<void> {
    let last: FailureKind = { kind: 'unreachable', why: 'resolve' };
    for (const target of this.core.health.order(this.options.targets)) {
      const begun = this.core.runtime.now();
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
    const auth = new Authenticator(this.options.peer.credentials, this.core.runtime);
    try {
      const flow = await this.core.open(target);
      const { address } = this.core.here(flow, this.options.peer);
      const id = Math.floor(this.core.runtime.random() * 2 ** 31);
      const audio = new AudioSession({ ...this.options.audio, address }, id);
      for (;;) {
        if (this.#gaveUp()) return { end: { kind: 'canceled' }, attempt: null, audio, auth };
        const { request, record, branch } = this.#invite(flow, target, auth, audio);
        if (!(await this.#mayLeave(record))) return { end: { kind: 'not_sent' }, attempt: null, audio, auth };
        if (this.#gaveUp()) return { end: { kind: 'canceled' }, attempt: null, audio, auth };
        const { peer, contact } = this.options;
        const attempt = new InviteTry(this.core, record, {
          provisional: (response) => this.#provisional(response, { ...this.options.audio, address }),
          further: (response) => this.#further(response),
        });
        this.#attempt = attempt;
        const end = await attempt.run(request, flow, { target, peer, contact, branch });
        const again = end.kind === 'final' && auth.answers(request, end.response);
        if (!again || this.#gaveUp()) return { end, attempt, audio, auth };
      }
    } catch (error) {
      const own = error instanceof Unreachable ? error : new Unreachable('closed', String(error));
      return { end: { kind: 'unreachable', error: own }, attempt: null, audio: null, auth };
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

  #invite(
    flow: Flow,
    target: Target,
    auth: Authenticator,
    audio: AudioSession,
  ): { request: SipRequest; record: InviteRecord; branch: string } {
    const { core, callId, fromTag } = this;
    const { options } = this;
    const n = this.#invites++;
    const branch = options.branch?.(n) ?? core.newBranch();
    const { address, port } = core.here(flow, options.peer);
    const from = writeNameAddr({
      display: Buffer.from(options.from.display ?? '', 'utf8').toString('latin1'),
      uri: options.from.uri,
      params: new Map([['tag', fromTag]]),
    });
    const to = `<${options.to.uri}>`;
    const record = {
      callId,
      branch,
      fromTag,
      cseq: n + 1,
      requestUri: requestUriOf(options, target),
      from,
      to,
      sentBy: `${address}:${port}`,
      target,
    };
    const headers = new Headers([
      ['max-forwards', '70'],
      ['from', from],
      ['to', to],
      ['call-id', callId],
      ['cseq', `${n + 1} INVITE`],
      ...(options.headers ?? []),
      ...auth.lines,
      ...CAPABILITIES,
      ['content-type', 'application/sdp'],
    ]);
    const { requestUri: uri } = record;
    return {
      request: { kind: 'request', method: 'INVITE', uri, headers, body: audio.offer() },
      record,
      branch,
    };
  }

  #provisional(response: SipResponse, local: Parameters<typeof acceptAudio>[1]): void {
    this.#rang = true;
    if (this.#canceled || this.#over) return;
    const sdp = sdpOf(response);
    const tag = tagOf(response.headers.get('to')) ?? '';
    if (sdp !== null && (this.#early.has(tag) || this.#early.size < MAX_FORKS)) this.#early.set(tag, sdp);
    const { status, reason } = response;
    const audio = sdp === null ? null : acceptAudio(sdp, local);
    this.core.guard('provisional', () => this.handlers.provisional?.({ status, reason, audio }));
  }

  #classify(target: Target, tried: Tried, begun: number): { failure: FailureKind | null; next: boolean } {
    const { end, attempt } = tried;
    const { core } = this;
    const { peer } = this.options;
    if (attempt !== null) {
      if (end.kind === 'final') this.unexpected.rememberFinal(attempt.record, peer);
      else this.unexpected.remember(attempt.record, peer);
    }
    const note = (result: TargetOutcome['result'], rest: Partial<TargetOutcome> = {}): void => {
      this.#outcomes.push({ target, result, status: null, why: null, ...rest });
    };
    if (end.kind === 'not_sent') return { failure: end, next: false };
    if (end.kind === 'canceled') return { failure: { kind: 'canceled', answered: false }, next: false };
    if (end.kind === 'unreachable') {
      const { why } = end.error;
      note('unreachable', { why });
      return { failure: { kind: 'unreachable', why }, next: !this.#canceled && !this.#rang };
    }
    if (end.kind === 'silent') {
      note('silent');
      return { failure: end, next: false };
    }
    const { status, reason, headers } = end.response;
    note(status === 503 ? 'unavailable' : 'final', { status });
    if (status < 300) return { failure: this.#answered(tried, end.response), next: false };
    if (status === 503) core.health.unavailable(targetKey(target));
    const q850 = q850Of(headers.list('reason'))?.cause ?? null;
    const isOut = status === 503 && !this.#rang;
    const isSoon = core.runtime.now() - begun <= NEXT_PHONE_MS;
    const isAway = target.registered !== undefined && isSoon && NEXT_PHONE.includes(status);
    const next = (isOut || isAway) && !this.#canceled;
    return { failure: { kind: 'refused', status, reason, q850 }, next };
  }

  #answered({ attempt, audio, auth }: Tried, response: SipResponse): FailureKind | null {
    const { core } = this;
    const { peer, contact } = this.options;
    if (attempt === null || audio === null) return { kind: 'no_audio' };
    const { record } = attempt;
    const dispose = (unwanted: SipResponse): void => this.unexpected.dispose(record, peer, unwanted);
    this.#further = dispose;
    const dialog = dialogOfResponse(record, response);
    const tag = tagOf(response.headers.get('to')) ?? '';
    const sdp = sdpOf(response) ?? this.#early.get(tag) ?? '';
    const remote = audio.accept(sdp);
    if (this.#canceled || dialog === null || remote === null) {
      dispose(response);
      return this.#canceled ? { kind: 'canceled', answered: true } : { kind: audio.problemOf(sdp) };
    }
    this.#over = true;
    this.unexpected.wanted(record, peer, tag);
    const session = new Session(core, { dialog, audio, peer, contact });
    const acknowledge = (): void => void session.ack(record.cseq, auth.lines);
    this.#further = (later) => {
      if ((tagOf(later.headers.get('to')) ?? '') === tag) acknowledge();
      else dispose(later);
    };
    acknowledge();
    core.guard('answered', () => this.handlers.answered(session, remote));
    return null;
  }

  #fail(kind: FailureKind): void {
    if (this.#over) return;
    this.#over = true;
    const failure = { ...kind, rang: this.#rang, targets: this.#outcomes };
    this.core.guard('failed', () => this.handlers.failed(failure));
  }
}
