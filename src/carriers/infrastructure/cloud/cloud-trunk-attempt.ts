import type { WebSocket } from 'ws';
import type { StreamLeg } from '../../../media';
import type { Timers } from '../../../platform/timers';
import type { TrunkAttemptResult } from '../shared/trunk-failover';
import type {
  CloudAdapter,
  CreateCallOptions,
  CallbackResponse,
  CloudCallsApi,
  CloudCallStatus,
} from './adapter';
import { CloudOutboundLeg } from './cloud-outbound-leg';
import type { CloudAnsweredLeg } from './cloud-answered-leg';
import type { CallbackHandler } from './gateway/callback-handler';
import { StreamAttachment } from './gateway/stream-attachment';

/** The carrier connects the audio of an answered call within this time, or never. */
const SOCKET_TIMEOUT_MS = 10_000;

/** What comes with an answer; without a phone the call is over before its audio came. */
export type CloudAnswer =
  | { readonly phone: CloudAnsweredLeg }
  | { readonly phone: null; readonly cause: 'hung_up' | 'connection_lost'; readonly talkMs: number };

export interface CloudTrunkAttemptOptions {
  readonly adapter: Pick<CloudAdapter, 'parseStatus' | 'streamResponse' | 'stream'>;
  readonly rest: CloudCallsApi;
  readonly order: CreateCallOptions;
  readonly leg: StreamLeg;
  readonly timers: Timers;
  readonly now: () => Date;
  /** Whether a call of the carrier's is known to be another one of ours. Never rejects. */
  readonly isOthers: (carrierId: string) => Promise<boolean>;
  /** The carrier's id is known. */
  readonly onCallId: (carrierId: string) => void;
  /** The carrier says that it rings; once. */
  readonly onRinging: () => void;
  /** The phone was answered; once, and before `ended`. */
  readonly onAnswered: () => void;
  /** Resolves when all that was told so far is stored. */
  readonly stored: () => Promise<void>;
}

/** One phone that one cloud trunk is asked to ring, from the request until its audio is connected or it is over. */
export class CloudTrunkAttempt implements CallbackHandler {
  readonly ended: Promise<TrunkAttemptResult<CloudAnswer>>;
  readonly #socket: StreamAttachment;
  readonly #phone: CloudOutboundLeg;
  #end: (end: TrunkAttemptResult<CloudAnswer>) => void = () => undefined;
  #isSettled = false;
  #answeredMs: number | null = null;
  #stopWaiting: () => void = () => undefined;

  constructor(private readonly options: CloudTrunkAttemptOptions) {
    const { leg, adapter, timers, order, rest, now, isOthers } = options;
    this.#socket = new StreamAttachment({
      leg,
      codec: adapter.stream,
      timers,
      hangUp: () => {
        this.#phone.hangUp();
      },
      answered: (phone) => {
        this.#phone.answer();
        this.#settle({ kind: 'answered', phone });
      },
    });
    this.ended = new Promise<TrunkAttemptResult<CloudAnswer>>((resolve) => {
      this.#end = resolve;
    });
    this.#phone = new CloudOutboundLeg({
      rest,
      order,
      timers,
      isOthers,
      since: now(),
      ask: () => rest.createCall(order),
      watcher: {
        onCallId: options.onCallId,
        ringing: options.onRinging,
        answered: () => {
          this.#answered();
        },
        failed: (event, said) => {
          this.#settle({ kind: 'failed', event, said });
        },
        canceled: () => {
          this.#settle({ kind: 'canceled' });
        },
        over: () => {
          if (this.#isSettled) this.#socket.phone?.onRemoteEnd('said');
          else this.#settleWithoutAudio('hung_up');
        },
      },
    });
  }

  get acceptsStream(): boolean {
    return this.#socket.acceptsStream;
  }

  attachStream(socket: WebSocket): void {
    this.#socket.attachStream(socket);
  }

  nextInstruction(): CallbackResponse | null {
    const { adapter, order } = this.options;
    return (
      this.#socket.phone?.pendingInstruction ??
      (this.acceptsStream ? adapter.streamResponse(order.mediaUrl) : null)
    );
  }

  /** Stops the ringing; `ended` follows. */
  giveUp(): void {
    if (this.#isSettled) return;
    this.#phone.giveUp();
    // Answered already, and not connected yet.
    if (this.#answeredMs !== null) this.#settle({ kind: 'canceled' });
  }

  async onCallback(fields: ReadonlyMap<string, string>): Promise<void> {
    const word = this.options.adapter.parseStatus(fields);
    if (word) await this.say(word);
  }

  async say(word: CloudCallStatus): Promise<void> {
    this.#phone.say(word);
    await this.options.stored();
  }

  #answered(): void {
    this.#answeredMs = performance.now();
    this.options.onAnswered();
    this.#stopWaiting = this.options.timers.after(SOCKET_TIMEOUT_MS, () => {
      this.#phone.hangUp();
      this.#settleWithoutAudio('connection_lost');
    });
  }

  #settleWithoutAudio(cause: 'hung_up' | 'connection_lost'): void {
    const talkMs = Math.round(performance.now() - (this.#answeredMs ?? performance.now()));
    this.#settle({ kind: 'answered', phone: null, cause, talkMs });
  }

  #settle(end: TrunkAttemptResult<CloudAnswer>): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#stopWaiting();
    this.#socket.close();
    this.#end(end);
  }
}
