import type { WebSocket } from 'ws';
import type { StreamLeg } from '../../../media';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { AttemptEvents, AudioLost } from '../shared/transports';
import type { TrunkAttempt, TrunkAttemptResult } from '../shared/trunk-failover';
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
import { deferred } from '../../../platform/kernel/async/deferred';

/** The limit from the answer to the stream. */
const STREAM_TIMEOUT_MS = 10_000;

/** `answeredAt` by `performance.now()`: the carrier may report the answer before the stream comes. */
export type CloudAnswer =
  { readonly leg: CloudAnsweredLeg; readonly answeredAt: number } | { readonly lost: AudioLost };

export interface CloudTrunkAttemptOptions extends Omit<AttemptEvents, 'onTransfer'> {
  readonly adapter: Pick<CloudAdapter, 'parseStatus' | 'streamResponse' | 'stream'>;
  readonly rest: CloudCallsApi;
  readonly request: CreateCallOptions;
  readonly leg: StreamLeg;
  readonly timers: Timers;
  readonly now: () => Date;
  /** The carrier's call is another one of ours. Never rejects. */
  readonly isOthers: (carrierCallId: string) => Promise<boolean>;
}

/** Rings one phone over one cloud trunk, until its audio is connected or the call has ended. */
export class CloudTrunkAttempt implements CallbackHandler, TrunkAttempt<CloudAnswer> {
  readonly #stream: StreamAttachment;
  readonly #phone: CloudOutboundLeg;
  readonly #ended = deferred<TrunkAttemptResult<CloudAnswer>>();
  readonly ended = this.#ended.promise;
  #isSettled = false;
  #answeredMs: number | null = null;
  #stopWaiting: () => void = () => undefined;

  constructor(private readonly options: CloudTrunkAttemptOptions) {
    const { leg, adapter, timers, request, rest, now, isOthers, onCallId, onRinging } = options;
    this.#stream = new StreamAttachment({
      leg,
      codec: adapter.stream,
      timers,
      hangUp: () => this.#phone.hangUp(),
      onAnswered: (answered) => {
        this.#phone.answer();
        const answeredAt = this.#answeredMs ?? performance.now();
        this.#settle({ kind: 'answered', leg: answered, answeredAt });
      },
    });
    this.#phone = new CloudOutboundLeg({
      rest,
      request,
      timers,
      isOthers,
      since: now(),
      create: () => rest.createCall(request),
      listener: {
        onCallId,
        onRinging,
        onAnswered: () => this.#onAnswered(),
        onFailed: (event, response) => this.#settle({ kind: 'failed', event, response }),
        onCanceled: () => this.#settle({ kind: 'canceled' }),
        onEnded: () => {
          if (this.#isSettled) this.#stream.phone?.onRemoteEnd('reported');
          else this.#settleWithoutAudio('hung_up');
        },
      },
    });
  }

  get carrierCallId(): string | null {
    return this.#phone.carrierCallId;
  }

  get acceptsStream(): boolean {
    return this.#stream.acceptsStream;
  }

  attachStream(socket: WebSocket): void {
    this.#stream.attachStream(socket);
  }

  /** A repeated request gets the same response. */
  nextInstruction(): CallbackResponse | null {
    const { adapter, request } = this.options;
    if (this.#stream.isOver) return null;
    return this.#stream.phone?.pendingInstruction ?? adapter.streamResponse(request.mediaUrl);
  }

  giveUp(): void {
    if (this.#isSettled) return;
    this.#phone.giveUp();
    // The phone answered, and its stream is missing.
    if (this.#phone.status === 'answered') this.#settle({ kind: 'canceled' });
  }

  onCallback(fields: ReadonlyMap<string, string>): void {
    const status = this.options.adapter.parseStatus(fields);
    if (status) this.onStatus(status);
  }

  onStatus(status: CloudCallStatus): void {
    this.#phone.onStatus(status);
  }

  #onAnswered(): void {
    this.#answeredMs = performance.now();
    this.options.onAnswered();
    this.#stopWaiting = this.options.timers.after(STREAM_TIMEOUT_MS, () => {
      this.#phone.hangUp();
      this.#settleWithoutAudio('connection_lost');
    });
  }

  #settleWithoutAudio(cause: 'hung_up' | 'connection_lost'): void {
    const talkMs = Math.round(performance.now() - (this.#answeredMs ?? performance.now()));
    this.#settle({ kind: 'answered', lost: { cause, talkMs } });
  }

  #settle(result: TrunkAttemptResult<CloudAnswer>): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#stopWaiting();
    this.#stream.close();
    this.#ended.resolve(result);
  }
}
