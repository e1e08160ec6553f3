import type { LegStatistics, RtpLeg, RtpRemote } from '../../../media';
import { endsDialog, type RemoteAudio, type Session, TELEPHONE_EVENT } from '../../../sip';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { LineQuality } from '../../../shared-kernel/line-quality';
import { HoldTimer } from '../../../voice';
import type { AnsweredLegListener, AnsweredLeg } from '../shared/answered-leg';

/** Without packets for this time, OPTIONS checks whether the far side still has the call. */
const SILENCE_TIMEOUT_MS = 30_000;
const CHECK_INTERVAL_MS = 5_000;

export interface SipAnsweredLegOptions {
  readonly timers: Timers;
  /** CIDR, besides the addresses of SDP and signaling. */
  readonly sources: readonly string[];
  readonly keysByInfo?: boolean;
  /** Each 5 s. */
  readonly onLine: (line: LineQuality) => void;
}

const LAWS = { pcma: 'PCMA', pcmu: 'PCMU' } as const;

export function remoteOf(
  { address, port, codec, payloadType, receive, telephoneEvent, srtp }: RemoteAudio,
  sources: readonly string[],
): RtpRemote {
  return {
    address: address === '0.0.0.0' ? null : address,
    port,
    codec: LAWS[codec],
    payloadType,
    receive: new Map([...receive].map(([type, own]) => [type, LAWS[own]])),
    events:
      telephoneEvent === null ? null : { send: telephoneEvent, receive: [telephoneEvent, TELEPHONE_EVENT] },
    sources,
    ...(srtp && { srtp }),
  };
}

/** An answered phone: its dialog, and its audio, which follows every new SDP. */
export class SipAnsweredLeg implements AnsweredLeg {
  readonly isOnHold: boolean;
  readonly #answeredAtMs: number;
  readonly #holdTimer: HoldTimer;
  /** The time on hold before the current silence began. */
  #onHoldBeforeMs = 0;
  #stopCheck: () => void = () => undefined;

  constructor(
    private readonly session: Session,
    audio: RemoteAudio,
    readonly leg: RtpLeg,
    private readonly options: SipAnsweredLegOptions,
  ) {
    this.isOnHold = audio.onHold;
    this.#answeredAtMs = options.timers.now();
    this.#holdTimer = new HoldTimer(options.timers, () => options.timers.now());
    this.#follow(audio);
    leg.onAnswered();
  }

  listen(listener: AnsweredLegListener): void {
    this.session.listen({
      audio: (changed) => {
        this.#follow(changed);
        listener.onHold(changed.onHold);
      },
      dtmf: (key) => listener.onKey(key),
      onEnded: ({ by, why }) => {
        this.#stopCheck();
        if (by !== 'local') listener.onEnded(why === 'bye' ? 'hung_up' : 'lost');
      },
    });
    if (!this.session.ended) this.#checkLater(listener);
  }

  press(key: string): void {
    if (this.#wantsInfo) void this.session.sendDtmf(key);
    else this.leg.sendDtmf(key);
  }

  /**
   * The audio bridge forwards keys. A phone that wants SIP INFO gets the other phone's keys until the returned
   * function is called.
   */
  forwardDtmf({ leg }: SipAnsweredLeg): () => void {
    if (!this.#wantsInfo) return () => undefined;
    return leg.listen({
      dtmf: (key) => this.press(key),
    });
  }

  hangUp(): void {
    this.#stopCheck();
    void this.session.hangUp();
  }

  close(): Promise<LegStatistics | null> {
    this.#stopCheck();
    return this.leg.close();
  }

  get #wantsInfo(): boolean {
    return this.options.keysByInfo ?? false;
  }

  #follow(audio: RemoteAudio): void {
    const sources = [this.session.record.peer.address, ...this.options.sources];
    this.leg.setRemote({ ...remoteOf(audio, sources), keysElsewhere: this.#wantsInfo });
    this.leg.setDirection(audio.direction);
    this.#holdTimer.setOnHold(audio.onHold);
  }

  #checkLater(listener: AnsweredLegListener): void {
    this.#stopCheck = this.options.timers.after(
      CHECK_INTERVAL_MS,
      () =>
        // Rejects once its audio has ended.
        void this.#check(listener)
          .catch(() => undefined)
          .finally(() => {
            if (!this.session.ended) this.#checkLater(listener);
          }),
    );
  }

  /** A call without packets and without a response is lost. Packets may come again while the response is awaited. */
  async #check(listener: AnsweredLegListener): Promise<void> {
    if (!(await this.#isSilent())) return;
    const outcome = await this.session.options();
    const isThere = outcome.kind === 'response' && !endsDialog(outcome.response);
    if (!isThere && !this.session.ended && (await this.#isSilent())) listener.onEnded('lost');
  }

  /** Since the answer. Time on SIP hold does not count. */
  async #isSilent(): Promise<boolean> {
    const { silentMs, line } = await this.leg.statistics();
    if (line) this.options.onLine(line);
    const quietMs = Math.min(silentMs ?? Infinity, this.options.timers.now() - this.#answeredAtMs);
    const onHoldMs = this.#holdTimer.totalMs;
    if (quietMs < CHECK_INTERVAL_MS) this.#onHoldBeforeMs = onHoldMs;
    return quietMs - (onHoldMs - this.#onHoldBeforeMs) >= SILENCE_TIMEOUT_MS;
  }
}
