import { createHash, randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { AnsweredLeg, AnsweredLegListener } from '../../carriers';
import type { LegStatistics, StreamLeg } from '../../media';
import type { Timers } from '../../platform/timers';
import type { ClientMessage, HostMessage } from '../domain/live-message';
import { CLOSE_CODES, LiveConnection } from './live-connection';

/** A page resumes a broken connection within this time. */
const RESUME_TIMEOUT_MS = 5_000;
const TOKEN_BYTES = 32;

export interface BrowserPhoneOptions {
  readonly timers: Timers;
  readonly onMessage: (message: ClientMessage) => void;
  readonly onDelay: (ms: number) => void;
  readonly onDropped: (ms: number) => void;
  /** A page that is signed out, sends what it may not, or stays away: called once. */
  readonly onLeft: (why: 'lost' | 'signed_out' | 'misused') => void;
}

/** A browser as an answered phone. While its connection is broken it is on hold. */
export class BrowserPhone implements AnsweredLeg {
  #leg: StreamLeg | null = null;
  #connection: LiveConnection | null = null;
  #listener: AnsweredLegListener | null = null;
  #resumeHash = '';
  #isFlushing = false;
  #hasLeft = false;
  #isOnHold = false;
  #stopWaiting: () => void = () => undefined;

  constructor(private readonly options: BrowserPhoneOptions) {
    // Until the first connection.
    this.#wait();
  }

  get leg(): StreamLeg {
    if (!this.#leg) throw new Error('the leg of a browser is not open');
    return this.#leg;
  }

  get isOnHold(): boolean {
    return this.#isOnHold;
  }

  openLeg(leg: StreamLeg): void {
    this.#leg = leg;
    leg.begin('mulaw', {
      audio: (bytes) => {
        if (!this.#isFlushing) this.#connection?.sendSound(bytes);
      },
      clear: () => {
        this.#isFlushing = true;
        this.send({ type: 'flush' });
      },
      cleared: () => {
        this.#isFlushing = false;
      },
    });
    this.#direct();
  }

  /** Replaces the connection before. */
  attach(socket: WebSocket): void {
    this.#stopWaiting();
    this.#connection?.close(CLOSE_CODES.resumed);
    const { timers, onMessage, onDelay, onDropped } = this.options;
    const connection = new LiveConnection(socket, {
      timers,
      onDelay,
      onDropped,
      onMessage: (message) => {
        if (message.type === 'key') this.#listener?.onKey(message.key);
        else if (message.type === 'hang_up' && this.#listener) this.#listener.onEnded('hung_up');
        else onMessage(message);
      },
      onSound: (bytes) => this.#leg?.receive(bytes),
      waitingMs: async () => (await this.#leg?.statistics())?.waitingMs ?? 0,
      onEnd: (why) => {
        if (this.#connection !== connection) return;
        this.#connection = null;
        if (why === 'broken') this.#wait();
        else this.#leave(why);
      },
    });
    this.#connection = connection;
    this.#setHold(false);
  }

  /** For one resumption. */
  issueResumeToken(): string {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    this.#resumeHash = hashOf(token);
    return token;
  }

  /** Valid once. */
  redeemResumeToken(token: string): boolean {
    if (this.#hasLeft || this.#resumeHash === '' || hashOf(token) !== this.#resumeHash) return false;
    this.#resumeHash = '';
    return true;
  }

  send(message: HostMessage): void {
    this.#connection?.send(message);
  }

  signOut(): void {
    this.#connection?.close(CLOSE_CODES.signedOut);
    this.#connection = null;
    this.#leave('signed_out');
  }

  /** After the last message. */
  release(): void {
    this.#hasLeft = true;
    this.#stopWaiting();
    this.#connection?.close(CLOSE_CODES.ended);
    this.#connection = null;
  }

  listen(listener: AnsweredLegListener): void {
    this.#listener = listener;
    if (this.#hasLeft) listener.onEnded('lost');
  }

  hangUp(): void {
    this.#listener = null;
  }

  close(): Promise<LegStatistics | null> {
    return this.#leg?.close() ?? Promise.resolve(null);
  }

  #wait(): void {
    this.#setHold(true);
    this.#stopWaiting = this.options.timers.after(RESUME_TIMEOUT_MS, () => this.#leave('lost'));
  }

  #setHold(isOnHold: boolean): void {
    this.#isOnHold = isOnHold;
    this.#direct();
    this.#listener?.onHold(isOnHold);
  }

  #direct(): void {
    this.#leg?.setDirection(this.#isOnHold ? 'inactive' : 'sendrecv');
  }

  #leave(why: 'lost' | 'signed_out' | 'misused'): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#stopWaiting();
    this.options.onLeft(why);
    this.#listener?.onEnded('lost');
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
