import type { WebSocket } from 'ws';
import type { StreamLeg } from '../../../media';
import { TimerGroup } from '../../../platform/kernel/time/timer-group';
import type { AcceptFailure, AnsweredContact, AttemptEvents, InboundTransport } from '../shared/transports';
import type { CallbackResponse, CloudCallStatus } from './adapter';
import type { CloudAnsweredLeg } from './cloud-answered-leg';
import type { CloudTransportOptions } from './cloud-outbound-transport';
import type { CloudTrunk } from './cloud-trunk';
import { hangUpWithRetry } from './hang-up';
import type { CallbackHandler } from './gateway/callback-handler';
import { StreamAttachment } from './gateway/stream-attachment';
import { deferred } from '../../../platform/kernel/async/deferred';

/** The limit from our response to the stream; after it the caller has left. */
const STREAM_TIMEOUT_MS = 10_000;
/** How often the call is polled until its stream comes. */
const POLL_INTERVAL_MS = 2_000;

export interface CloudInboundTransportOptions extends CloudTransportOptions {
  readonly carrierCallId: string;
  readonly trunk: CloudTrunk;
  /** null: carriers cannot reach this process. */
  readonly mediaUrl: (token: string) => string | null;
}

interface StreamAddress {
  readonly token: string;
  readonly url: string;
}

/** `canceled`: the caller left before the stream. */
type StreamResult = CloudAnsweredLeg | 'canceled' | 'stopping';

/** One inbound call, with audio over a media stream. */
export class CloudInboundTransport implements InboundTransport<StreamLeg>, CallbackHandler {
  #stream: StreamAttachment | null = null;
  #address: StreamAddress | null = null;
  readonly #response = deferred<CallbackResponse>();
  readonly #connected = deferred<StreamResult>();

  readonly response = this.#response.promise;

  constructor(private readonly options: CloudInboundTransportOptions) {}

  get acceptsStream(): boolean {
    return this.#stream?.acceptsStream ?? false;
  }

  attachStream(socket: WebSocket): void {
    this.#stream?.attachStream(socket);
  }

  nextInstruction(): CallbackResponse | null {
    return this.#stream?.phone?.pendingInstruction ?? null;
  }

  onCallback(fields: ReadonlyMap<string, string>): void {
    const status = this.options.trunk.adapter.parseStatus(fields);
    if (status) this.onStatus(status);
  }

  onStatus({ state, carrierCallId }: CloudCallStatus): void {
    if (state !== 'ended' || carrierCallId !== this.options.carrierCallId) return;
    if (this.#stream?.phone) this.#stream.phone.onRemoteEnd('reported');
    else this.#connected.resolve('canceled');
  }

  ring(): void {
    // The carrier plays the ringing.
  }

  async openMedia(): Promise<StreamLeg | null> {
    const { openLeg, record, mediaUrl, carrierCallId } = this.options;
    const [leg, token] = await Promise.all([
      openLeg().catch(() => null),
      record.issueToken().catch(() => null),
    ]);
    const url = token === null ? null : mediaUrl(token);
    if (!leg || token === null || url === null) {
      void leg?.close();
      return null;
    }
    this.#address = { token, url };
    await record.storeCarrierCallId(carrierCallId);
    return leg;
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  async accept(
    leg: StreamLeg,
    onProgress: AttemptEvents['onTransfer'],
  ): Promise<AnsweredContact | AcceptFailure> {
    const { trunk, timers, register, record, carrierCallId, transferControl } = this.options;
    const address = this.#address;
    if (!address) return 'no_audio';
    const hangUp = () => hangUpWithRetry(trunk.rest, carrierCallId, timers);
    this.#stream = new StreamAttachment({
      leg,
      timers,
      codec: trunk.adapter.stream,
      hangUp,
      onAnswered: (phone) => this.#connected.resolve(phone),
    });
    register(record.id, this);
    this.#response.resolve(trunk.adapter.streamResponse(address.url));
    const contact = await this.#inTime();
    if (typeof contact === 'string') {
      this.#stream.close();
      hangUp();
      return contact;
    }
    void record.storeAnswer();
    const transfer = transferControl({
      contact,
      trunk,
      token: address.token,
      carrierCallId: () => carrierCallId,
      onProgress,
    });
    return { leg: contact, transfer };
  }

  stop(): void {
    if (this.#stream) this.#connected.resolve('stopping');
  }

  reject(): void {
    this.#response.resolve(this.options.trunk.adapter.rejectResponse);
  }

  onCanceled(): void {
    // `accept` notices a caller who leaves early.
  }

  async #inTime(): Promise<StreamResult> {
    const timers = new TimerGroup(this.options.timers);
    timers.after(STREAM_TIMEOUT_MS, () => this.#connected.resolve('canceled'));
    const poll = () => timers.after(POLL_INTERVAL_MS, () => void this.#poll().then(poll));
    poll();
    return this.#connected.promise.finally(() => timers.stop());
  }

  async #poll(): Promise<void> {
    const { trunk, carrierCallId } = this.options;
    const status = await trunk.rest.fetchCall(carrierCallId).catch(() => null);
    if (status) this.onStatus(status);
  }
}
