import type { WebSocket } from 'ws';
import type { RunningCall } from '../../../carriers';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { TalkObserver } from '../../../voice';
import type { ClientMessage } from '../../domain/live-message';
import { PageConnection } from '../../infrastructure/page-connection';
import type { LiveAttachment } from '../live-host';
import { PartialPacer } from '../partial-pacer';
import { turnView } from '../turn.view';

const BLOCK_MS = 100;
const TIME_BYTES = 4;
const NOT_STORED = 'The audit log could not be written.';

export interface ListenerOptions {
  readonly timers: Timers;
  readonly id: string;
  readonly sessionId: string;
  readonly mayEnd: boolean;
  /** Neither rejects; without a record nobody listens. */
  readonly record: {
    begin(): Promise<boolean>;
    /** @param awayMs since the page was there */
    end(awayMs: number): Promise<unknown>;
  };
  readonly onDropped: (ms: number) => void;
  /** Called once. */
  readonly onEnded: () => void;
}

/** One page that listens to a running call, until the call or the page ends it. */
export class Listener {
  readonly #page: PageConnection;
  readonly #partials: PartialPacer;
  #begun: Promise<boolean> | null = null;
  #isRecorded = false;
  #awayFrom: number | null = null;
  #stops: (() => void)[] = [];
  readonly #leaveCall: () => void;
  #isOver = false;

  constructor(
    private readonly call: RunningCall,
    private readonly options: ListenerOptions,
  ) {
    const { timers, onDropped } = options;
    this.#partials = new PartialPacer(timers, (text) => this.#page.send({ type: 'partial', text }));
    this.#page = new PageConnection({
      timers,
      onDropped,
      onSound: null,
      mayLeave: true,
      onDelay: () => undefined,
      waitingMs: () => Promise.resolve(0),
      onMessage: (message) => this.#onMessage(message),
      onPresence: (isThere) => {
        this.#awayFrom = isThere ? null : timers.now();
        if (isThere) void this.#listen();
        else this.#pause();
      },
      onLeft: () => this.#leave(),
    });
    this.#leaveCall = call.onEnded(({ by, reason }) => this.end(by ?? 'carrier', reason ?? null));
  }

  get id(): string {
    return this.options.id;
  }

  /** The begin of the session is stored. */
  get isRecorded(): boolean {
    return this.#isRecorded;
  }

  attach(socket: WebSocket): LiveAttachment {
    this.#begun ??= this.#begin();
    this.#page.attach(socket);
    return { isRelayed: false, signOut: () => this.#page.signOut() };
  }

  redeemResumeToken(sessionId: string, token: string): boolean {
    return sessionId === this.options.sessionId && this.#page.redeemResumeToken(token);
  }

  /** The record of the session is lost: listening without one is not allowed. */
  onRecordLost(): void {
    this.end('service', NOT_STORED);
  }

  end(endedBy: string, reason: string | null): void {
    if (this.#isOver) return;
    this.#page.send({ type: 'ended', ended_by: endedBy, reason });
    this.#page.release();
    this.#leave();
  }

  async #begin(): Promise<boolean> {
    const isStored = await this.options.record.begin();
    this.#isRecorded = isStored;
    if (!isStored) this.onRecordLost();
    return isStored;
  }

  /** As soon as the begin is stored, unless the page has left since. */
  async #listen(): Promise<void> {
    if (!(await this.#begun) || this.#isOver || this.#awayFrom !== null) return;
    const { call } = this;
    this.#pause();
    this.#page.send({
      type: 'ready',
      sides: [...call.sides],
      elapsed_ms: Math.max(0, Math.round(this.options.timers.now() - call.answeredAt)),
      resume: this.#page.issueResumeToken(),
    });
    this.#stops = [
      call.tap((atMs, first, second) => this.#page.sendSound(messageOf(atMs, first, second), BLOCK_MS)),
      call.agent?.talk.add(this.#observer()) ?? (() => undefined),
    ];
  }

  #pause(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#pause();
    this.#leaveCall();
    this.#partials.stop();
    this.options.onEnded();
    const { timers, record } = this.options;
    const awayMs = this.#awayFrom === null ? 0 : timers.now() - this.#awayFrom;
    void this.#begun?.then((isStored) => isStored && record.end(awayMs));
  }

  #onMessage({ type }: ClientMessage): void {
    if (type === 'hang_up' && this.options.mayEnd) this.call.agent?.end();
  }

  #observer(): TalkObserver {
    return {
      onState: (state) => this.#page.send({ type: 'state', state }),
      onPartial: (text) => this.#partials.add(text),
      onTurn: (turn) => {
        this.#partials.clear();
        this.#page.send({ type: 'turn', ...turnView(turn) });
      },
    };
  }
}

/** Big-endian milliseconds since the answer, then 100 ms of each side. */
function messageOf(atMs: number, first: Uint8Array, second: Uint8Array): Uint8Array {
  const message = Buffer.allocUnsafe(TIME_BYTES + first.length + second.length);
  message.writeUInt32BE(atMs);
  message.set(first, TIME_BYTES);
  message.set(second, TIME_BYTES + first.length);
  return message;
}
