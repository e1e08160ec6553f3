import type { LegStatistics, RtpLeg, RtpRemote } from '../../../media';
import type { RemoteAudio, Session } from '../../../sip';
import type { Timers } from '../../../platform/timers';
import type { AnsweredLegListener, AnsweredLeg } from '../shared/answered-leg';

/** Without a packet for so long the far side is asked whether it still knows the call. */
const SILENT_MS = 30_000;
const CHECK_INTERVAL_MS = 5_000;

export interface SipAnsweredLegOptions {
  readonly timers: Timers;
  /** Addresses and ranges that RTP may come from, besides those of SDP and signalling. */
  readonly sources: readonly string[];
  /** Keys that are pressed for it go by SIP INFO. */
  readonly keysByInfo?: boolean;
}

/** Where a leg sends its audio, and takes it from, by what the far side's SDP says. */
export function remoteOf(
  { address, port, codec, payloadType, telephoneEvent }: RemoteAudio,
  sources: readonly string[],
): RtpRemote {
  return {
    address: address === '0.0.0.0' ? null : address,
    port,
    codec: codec === 'pcma' ? 'PCMA' : 'PCMU',
    payloadType,
    events: telephoneEvent === null ? null : { send: telephoneEvent, receive: [telephoneEvent] },
    sources,
  };
}

/** A phone that was answered: its dialog and its audio, which follows every new SDP. */
export class SipAnsweredLeg implements AnsweredLeg {
  readonly held: boolean;
  #stopCheck: () => void = () => undefined;

  constructor(
    private readonly session: Session,
    audio: RemoteAudio,
    readonly leg: RtpLeg,
    private readonly options: SipAnsweredLegOptions,
  ) {
    this.held = audio.onHold;
    this.#follow(audio);
    leg.answered();
  }

  /** Tells of what the far side does; at once, when it has ended already. */
  listen(listener: AnsweredLegListener): void {
    this.session.listen({
      audio: (changed) => {
        this.#follow(changed);
        listener.held(changed.onHold);
      },
      dtmf: (key) => {
        listener.key(key);
      },
      ended: ({ by, why }) => {
        this.#stopCheck();
        if (by !== 'local') listener.ended(why === 'bye' ? 'hung_up' : 'lost');
      },
    });
    if (!this.session.ended) this.#checkLater(listener);
  }

  /** Presses a key for the far side. */
  press(key: string): void {
    if (this.#wantsInfo) void this.session.sendDtmf(key);
    else this.leg.sendDtmf(key);
  }

  /**
   * Keys in the audio of another phone reach this one in the bridge of the two; if it wants them by SIP INFO, it gets them so
   * until the returned function is called.
   */
  forwardDtmf({ leg }: SipAnsweredLeg): () => void {
    if (!this.#wantsInfo) return () => undefined;
    return leg.listen({
      dtmf: (key) => {
        this.press(key);
      },
    });
  }

  /** Sends BYE. Whether it is answered is not waited for. */
  hangUp(): void {
    this.#stopCheck();
    void this.session.hangUp();
  }

  /** Ends its audio; with what it counted, null when that is lost with the media thread. */
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
  }

  #checkLater(listener: AnsweredLegListener): void {
    this.#stopCheck = this.options.timers.after(CHECK_INTERVAL_MS, () => {
      void this.#check(listener).finally(() => {
        if (!this.session.ended) this.#checkLater(listener);
      });
    });
  }

  /** A call without packets whose far side does not answer either is lost. */
  async #check(listener: AnsweredLegListener): Promise<void> {
    const { silentMs, clockMs } = await this.leg.statistics();
    if ((silentMs ?? clockMs) < SILENT_MS) return;
    const outcome = await this.session.options();
    if (outcome.kind !== 'response' || outcome.response.status === 481) listener.ended('lost');
  }
}
