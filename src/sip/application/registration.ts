import { Headers } from '../domain/headers';
import { parseNameAddr } from '../domain/header-values';
import type { SipRequest, SipResponse } from '../domain/message';
import type { Cancel, Flow, Target } from '../domain/ports';
import { wholeNumber } from '../domain/scanner';
import { targetKey } from '../domain/target-health';
import { escapeUser } from '../domain/uri';
import type { Core, Outgoing, RequestOutcome } from './core';
import type { PeerSettings } from './settings';
import { DAY_SECONDS } from '../../platform/kernel/time/durations';
import { withTimeout } from '../../platform/kernel/time/timeout';

export interface RegisterOptions {
  readonly targets: () => Promise<readonly Target[]>;
  readonly peer: PeerSettings;
  readonly registrar: string;
  /** The address of record. */
  readonly uri: string;
  readonly contact: string;
  /** In seconds. */
  readonly expires: number;
  /** Called after each success and failure. */
  readonly onChanged?: (state: RegistrationState) => void;
}

export type RegistrationState =
  | { readonly registered: true; readonly expiresS: number }
  | { readonly registered: false; readonly status: number | null; readonly reason: string };

/** In seconds after a failure or a closed connection; the last one repeats. */
const RETRY_S = [5, 15, 30, 60] as const;
const REFRESH_FRACTION = 0.8;
const MAX_EXPIRES_S = DAY_SECONDS;
const STOP_TIMEOUT_MS = 2_000;

/** Maintains the registration of one address until it is stopped. */
export class Registration {
  readonly #callId: string;
  readonly #tag: string;
  #cseq = 0;
  #failures = 0;
  #expires: number;
  #timer: Cancel = () => undefined;
  /** Connections that closed since the last refresh that was due. */
  #losses = 0;
  #flow: Flow | null = null;
  #unfollow: Cancel = () => undefined;
  #stopped = false;
  #gaveUp = false;
  #last: SipRequest | null = null;
  #state: RegistrationState = { registered: false, status: null, reason: 'not asked yet' };
  #granted: Extract<RegistrationState, { registered: true }> | null = null;
  #registeredUntilMs = 0;
  #current: Promise<void>;

  constructor(
    private readonly core: Core,
    private readonly options: RegisterOptions,
  ) {
    this.#callId = core.runtime.randomHex(16);
    this.#tag = core.newTag();
    this.#expires = options.expires;
    this.#current = this.#refresh();
  }

  /**
   * Not registered any more once the granted time is over, also while a refresh awaits its response. Within that time a
   * refresh that fails for a passing reason changes nothing.
   */
  get state(): RegistrationState {
    const state = this.#state;
    if (state.registered) return this.#valid ?? { registered: false, status: null, reason: 'no response' };
    const isPassing = state.status === null || Math.floor(state.status / 100) === 5;
    return (isPassing ? this.#valid : null) ?? state;
  }

  /** The last grant; null once its time is over. */
  get #valid(): RegistrationState | null {
    return this.core.runtime.timers.now() <= this.#registeredUntilMs ? this.#granted : null;
  }

  /** Sends Expires: 0 if registered, within 2 s. Never rejects. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#timer();
    this.#unfollow();
    const giveUp = () => {
      // A late request of ours would end a registration that another process makes now.
      this.#gaveUp = true;
    };
    await withTimeout(STOP_TIMEOUT_MS, this.#unregister(), giveUp, this.core.runtime.timers);
  }

  async #unregister(): Promise<void> {
    await this.#current;
    if (this.#valid && !this.#gaveUp) await this.#requestTargets(0);
  }

  async #refresh(): Promise<void> {
    this.#unfollow();
    let outcome = await this.#requestTargets(this.#expires);
    if (outcome.kind === 'response' && outcome.response.status === 423) {
      const least = wholeNumber(outcome.response.headers.get('min-expires') ?? '', MAX_EXPIRES_S);
      if (least !== null && least > this.#expires) {
        this.#expires = least;
        outcome = await this.#requestTargets(least);
      }
    }
    const state = this.#stateOf(outcome);
    this.#state = state;
    if (state.registered) {
      this.#granted = state;
      this.#registeredUntilMs = this.core.runtime.timers.now() + state.expiresS * 1_000;
    }
    this.#failures = state.registered ? 0 : this.#failures + 1;
    const waitS = state.registered
      ? Math.max(state.expiresS * REFRESH_FRACTION, 1)
      : retrySeconds(this.#failures);
    if (this.#stopped) return;
    this.#refreshIn(waitS, () => {
      this.#losses = 0;
    });
    if (state.registered) this.#unfollow = this.#flow?.onClosed(() => this.#onClosed()) ?? this.#unfollow;
    this.core.guard('registration', () => this.options.onChanged?.(state));
  }

  #refreshIn(seconds: number, onDue: () => void = () => undefined): void {
    this.#timer();
    this.#timer = this.core.runtime.timers.after(seconds * 1_000, () => {
      onDue();
      this.#current = this.#refresh();
    });
  }

  /** RFC 5626 section 4.4.1: the registrar may reach the Contact by that connection alone, or have lost it. */
  #onClosed(): void {
    this.#losses += 1;
    this.#refreshIn(retrySeconds(this.#losses));
  }

  #stateOf(outcome: RequestOutcome): RegistrationState {
    if (outcome.kind === 'timeout') return { registered: false, status: null, reason: 'no response' };
    if (outcome.kind === 'unreachable') {
      return { registered: false, status: null, reason: outcome.error.message };
    }
    const { status, reason } = outcome.response;
    if (status >= 300) return { registered: false, status, reason };
    const expiresS = this.#grantedSecondsOf(outcome.response);
    if (expiresS === 0) return { registered: false, status, reason: 'no time was granted' };
    return { registered: true, expiresS };
  }

  #grantedSecondsOf({ headers }: SipResponse): number {
    const contacts = headers.list('contact').map(parseNameAddr);
    const sent = parseNameAddr(this.#last?.headers.get('contact') ?? '')?.uri;
    // Other phones of the user may be registered, too; some registrars rewrite the address of ours.
    const own =
      contacts.find((contact) => contact?.uri === sent) ??
      contacts.find((contact) => contact?.uri.includes(`:${escapeUser(this.options.contact)}@`));
    const seconds = own?.params.get('expires') ?? headers.get('expires') ?? '';
    return wholeNumber(seconds, MAX_EXPIRES_S) ?? this.#expires;
  }

  async #requestTargets(expires: number): Promise<RequestOutcome> {
    let outcome: RequestOutcome = this.core.unreachable(new Error('no target'));
    const targets = await this.options.targets().catch(() => []);
    for (const target of this.core.health.order(targets)) {
      if (this.#gaveUp) break;
      const { peer, contact } = this.options;
      outcome = await this.#send(expires, { target, peer, contact });
      if (outcome.kind === 'timeout') this.core.health.out(targetKey(target));
      if (outcome.kind === 'response' && outcome.response.status !== 503) break;
      if (outcome.kind === 'response') this.core.health.unavailable(targetKey(target));
    }
    return outcome;
  }

  async #send(expires: number, outgoing: Outgoing): Promise<RequestOutcome> {
    try {
      const flow = await this.core.open(outgoing.target);
      this.#flow = flow;
      return await this.core.request(() => this.#request(expires), outgoing, flow);
    } catch (error) {
      return this.core.unreachable(error);
    }
  }

  #request(expires: number): SipRequest {
    const { registrar, uri } = this.options;
    const headers = new Headers([
      ['max-forwards', '70'],
      ['from', `<${uri}>;tag=${this.#tag}`],
      ['to', `<${uri}>`],
      ['call-id', this.#callId],
      ['cseq', `${++this.#cseq} REGISTER`],
      ['expires', String(expires)],
      ['supported', ''],
    ]);
    this.#last = { kind: 'request', method: 'REGISTER', uri: registrar, headers, body: '' };
    return this.#last;
  }
}

function retrySeconds(failures: number): number {
  return RETRY_S[failures - 1] ?? RETRY_S[RETRY_S.length - 1] ?? 60;
}
