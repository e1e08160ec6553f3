import type { LegStatistics, StreamLeg } from '../../../media';
import { StateMachine, type TriggerOf } from '../../../platform/kernel/transition-table';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { AnsweredLegListener, AnsweredLeg } from '../shared/answered-leg';
import type { CallbackResponse } from './adapter';
import type { StreamSocket } from './gateway/stream-socket';

/** After a stream that closed without a stop message: timeout of the carrier's status. */
const STATUS_TIMEOUT_MS = 5_000;

export interface CloudAnsweredLegOptions {
  readonly timers: Timers;
  readonly socket: () => StreamSocket | null;
  readonly hangUp: () => void;
  /** Accepts another stream. Calls back with its start, or false after the timeout. */
  readonly waitForReconnect: (timeoutMs: number, onDone: (isThere: boolean) => void) => void;
}

const REDIRECTED = {
  reported: 'hung_up',
  resume: 'streaming',
  time_out: 'lost',
  release: 'released',
  detach: 'detached',
} as const;

/** `stopped` and `closed`: the stream, by a message or without; `reported`: the end of the call, by the carrier's status. */
export const ANSWERED_LEG = {
  streaming: {
    stopped: 'hung_up',
    closed: 'cut',
    reported: 'hung_up',
    redirect: 'redirected',
    release: 'released',
  },
  /** The carrier's status is awaited. */
  cut: { reported: 'hung_up', time_out: 'lost', redirect: 'redirected_cut', release: 'released' },
  /** The stream may end while the call continues. */
  redirected: {
    ...REDIRECTED,
    stopped: 'redirected_stopped',
    closed: 'redirected_cut',
    cancel_redirect: 'streaming',
  },
  redirected_stopped: { ...REDIRECTED, cancel_redirect: 'hung_up' },
  redirected_cut: { ...REDIRECTED, cancel_redirect: 'cut' },
  hung_up: { release: 'released' },
  lost: { release: 'released' },
  /** We have hung up. */
  released: {},
  /** The carrier and another process continue the call. */
  detached: {},
} as const;
type AnsweredLegStatus = keyof typeof ANSWERED_LEG;
export type AnsweredLegTrigger = TriggerOf<typeof ANSWERED_LEG>;

/** An answered phone with audio over our media stream. */
export class CloudAnsweredLeg implements AnsweredLeg {
  readonly isOnHold = false;
  /** null: the carrier continues the first instruction. */
  pendingInstruction: CallbackResponse | null = null;
  #listener: AnsweredLegListener | null = null;
  readonly #machine = new StateMachine<AnsweredLegStatus, AnsweredLegTrigger>(ANSWERED_LEG, 'streaming');
  #stopWaiting: () => void = () => undefined;

  constructor(
    readonly leg: StreamLeg,
    private readonly options: CloudAnsweredLegOptions,
  ) {
    leg.onAnswered();
  }

  get status(): AnsweredLegStatus {
    return this.#machine.status;
  }

  get isOver(): boolean {
    return this.status === 'hung_up' || this.status === 'lost' || this.status === 'released';
  }

  get isRedirected(): boolean {
    return this.#machine.allows('resume');
  }

  listen(listener: AnsweredLegListener): void {
    this.#listener = listener;
    this.#reportEnd();
  }

  key(key: string): void {
    this.#listener?.onKey(key);
  }

  /** False when an earlier redirect continues, or the call has ended. */
  beginRedirect(): boolean {
    return this.#move('redirect');
  }

  cancelRedirect(): void {
    this.#move('cancel_redirect');
  }

  /** The carrier reconnects the audio. Without a stream in time the call is lost. */
  resumeStream(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.options.waitForReconnect(timeoutMs, (isThere) => {
        this.#move(isThere ? 'resume' : 'time_out');
        resolve();
      });
    });
  }

  detach(): void {
    this.#move('detach');
  }

  /** The stream stopped by a message, or closed without one; or the carrier reported the end of the call. */
  onRemoteEnd(how: 'stopped' | 'closed' | 'reported'): void {
    this.#move(how);
  }

  hangUp(): void {
    this.#move('release');
    if (this.status !== 'detached') this.options.hangUp();
    this.options.socket()?.close();
  }

  close(): Promise<LegStatistics | null> {
    this.#move('release');
    return this.leg.close();
  }

  #move(trigger: AnsweredLegTrigger): boolean {
    if (!this.#machine.move(trigger)) return false;
    this.#stopWaiting();
    if (this.status === 'cut') {
      this.#stopWaiting = this.options.timers.after(STATUS_TIMEOUT_MS, () => this.#move('time_out'));
    }
    this.#reportEnd();
    return true;
  }

  #reportEnd(): void {
    if (this.status === 'hung_up' || this.status === 'lost') this.#listener?.onEnded(this.status);
  }
}
