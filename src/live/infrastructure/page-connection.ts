import type { WebSocket } from 'ws';
import { hashToken, newToken } from '../../platform/tokens';
import type { HostMessage } from '../domain/live-message';
import { CLOSE_CODES, LiveConnection, type LiveConnectionOptions } from './live-connection';

/** A page resumes a broken connection within this time. */
const RESUME_TIMEOUT_MS = 5_000;

export interface PageConnectionOptions extends Omit<LiveConnectionOptions, 'onEnd'> {
  /** Called when the page is there again, and when its connection breaks. */
  readonly onPresence: (isThere: boolean) => void;
  /** A page that is signed out, sends what it may not, or stays away: called once. */
  readonly onLeft: (why: PageEnd) => void;
  /** A page that closes its socket leaves at once; else it may resume. */
  readonly mayLeave?: boolean;
}

export type PageEnd = 'lost' | 'left' | 'signed_out' | 'misused';

/** The sockets of one page, one after another: each resumes what the one before left. */
export class PageConnection {
  #connection: LiveConnection | null = null;
  #resumeHash: Buffer | null = null;
  #isOver = false;
  #stopWaiting: () => void = () => undefined;

  /** The first socket comes soon. */
  constructor(private readonly options: PageConnectionOptions) {
    this.#waitForPage();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** When the page's last message came, on this connection or the one before. */
  get receivedAtMs(): number {
    return this.#connection?.receivedAtMs ?? 0;
  }

  /** Replaces the connection before. */
  attach(socket: WebSocket): void {
    this.#stopWaiting();
    this.#connection?.close(CLOSE_CODES.resumed);
    this.#connection = new LiveConnection(socket, {
      ...this.options,
      onEnd: (why) => {
        this.options.onPresence(false);
        if (why === 'signed_out' || why === 'misused') this.#leave(why);
        else if (why === 'left' && this.options.mayLeave === true) this.#leave('left');
        else this.#waitForPage();
      },
    });
    this.options.onPresence(true);
  }

  /** For one resumption. */
  issueResumeToken(): string {
    const token = newToken();
    this.#resumeHash = hashToken(token);
    return token;
  }

  /** Valid until the next is issued: a page that leaves during the upgrade may try again. */
  redeemResumeToken(token: string): boolean {
    return !this.#isOver && this.#resumeHash?.equals(hashToken(token)) === true;
  }

  /** Does nothing while the page is away. */
  send(message: HostMessage): void {
    this.#connection?.send(message);
  }

  sendSound(bytes: Uint8Array, ms: number): void {
    this.#connection?.sendSound(bytes, ms);
  }

  signOut(): void {
    this.#connection?.close(CLOSE_CODES.signedOut);
    this.#connection = null;
    this.#leave('signed_out');
  }

  /** After the last message. */
  release(): void {
    this.#isOver = true;
    this.#stopWaiting();
    this.#connection?.close(CLOSE_CODES.ended);
    this.#connection = null;
  }

  #waitForPage(): void {
    this.#stopWaiting = this.options.timers.after(RESUME_TIMEOUT_MS, () => this.#leave('lost'));
  }

  #leave(why: PageEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopWaiting();
    this.options.onLeft(why);
  }
}
