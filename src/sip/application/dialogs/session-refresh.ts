import { contactOf, endsDialog } from '../../domain/dialog';
import type { Headers } from '../../domain/headers';
import type { SipRequest, SipResponse } from '../../domain/message';
import type { Cancel } from '../../domain/ports';
import { agreedTimer, type SessionTerms, TimerOffer } from '../../domain/session-expires';
import type { Core } from '../core';
import { afterGlare, MAX_GLARES } from '../reinvite';
import type { SessionOwner } from '../session-types';

/** The side that does not refresh hangs up this long before the time is over, or a third of it (RFC 4028). */
const EARLY_MS = 32_000;

/** Longest delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** A refused refresh is sent again after this part of the time. */
const RETRY_PART = 10;

const NO_UPDATE: readonly number[] = [405, 501];

interface RefreshedSession extends SessionOwner {
  /** Sends a re-INVITE. Never rejects. */
  refresh(): Promise<void>;
}

/** The session timer of a session (RFC 4028): refreshes it, or ends the call when its time is over. */
export class SessionRefresh {
  #terms: SessionTerms | null = null;
  #hasUpdate = false;
  readonly #stop: Cancel[] = [];

  constructor(
    private readonly core: Core,
    private readonly session: RefreshedSession,
  ) {}

  learn(headers: Headers): void {
    this.#hasUpdate = this.session.peer.prack !== false && headers.list('allow').includes('UPDATE');
  }

  /** The offer of our next request. The roles stay (RFC 4028 section 7.4). */
  offer(): TimerOffer {
    const terms = this.#terms;
    return new TimerOffer(terms?.seconds ?? 0, terms && (terms.refreshes === 'we' ? 'uac' : 'uas'));
  }

  start(terms: SessionTerms | null): void {
    this.stop();
    if (terms === null || this.session.ended) return;
    this.#terms = terms;
    const ms = terms.seconds * 1_000;
    const isOurs = terms.refreshes === 'we';
    if (isOurs) this.#after(ms / 2, () => this.#refresh(terms));
    this.#after(isOurs ? ms : ms - Math.min(EARLY_MS, ms / 3), () => this.session.onLost());
  }

  stop(): void {
    this.#terms = null;
    for (const stop of this.#stop.splice(0)) stop();
  }

  #after(ms: number, fire: () => void): void {
    this.#stop.push(this.core.runtime.timers.after(Math.min(ms, MAX_DELAY_MS), fire));
  }

  #refresh(terms: SessionTerms): void {
    this.core.spawn('a session refresh', async () => {
      if (this.#hasUpdate) await this.#update(terms);
      // This also follows an UPDATE that the far side does not support.
      if (!this.#hasUpdate && this.#terms === terms) await this.session.refresh();
      // Another refresh has started the time again.
      if (this.#terms !== terms) return;
      this.#after((terms.seconds * 1_000) / RETRY_PART, () => this.#refresh(terms));
    });
  }

  /** Sends an UPDATE without a description (RFC 4028 section 7.4). */
  async #update(terms: SessionTerms): Promise<void> {
    const { core, session } = this;
    const offer = this.offer();
    for (let glares = 0; ;) {
      const response = await this.#send(offer);
      // The call has ended, or the far side's own refresh crossed this one.
      if (this.#terms !== terms) return;
      if (response === null || endsDialog(response)) {
        session.onLost();
        return;
      }
      if (response.status < 300) {
        session.retarget(contactOf(response));
        this.start(agreedTimer(response.headers));
        return;
      }
      if (NO_UPDATE.includes(response.status)) this.#hasUpdate = false;
      if (offer.raises(response)) continue;
      if (response.status !== 491 || ++glares > MAX_GLARES) return;
      await afterGlare(core);
      if (this.#terms !== terms) return;
    }
  }

  async #send(offer: TimerOffer): Promise<SipResponse | null> {
    const { core, session } = this;
    const make = (): SipRequest => {
      const request = session.newRequest('UPDATE');
      for (const [name, value] of offer.lines) request.headers.add(name, value);
      request.headers.add('supported', 'timer');
      return request;
    };
    try {
      const { record, peer, contact } = session;
      const outcome = await core.request(
        make,
        { target: record.peer, peer, contact },
        await core.flowOf(record),
      );
      return outcome.kind === 'response' ? outcome.response : null;
    } catch {
      return null;
    }
  }
}
