import { type RtpLeg, tones } from '../../../media';
import type { RemoteAudio } from '../../../sip';
import type { Timers } from '../../../platform/kernel/time/timers';
import { remoteOf } from './sip-answered-leg';

const LOOK_INTERVAL_MS = 200;

/**
 * The counsellor's audio while the contact's phone rings: ringback, until early media arrives. Some networks announce
 * early media and send none.
 */
export class EarlyMedia {
  #status: 'unannounced' | 'announced' | 'over' = 'unannounced';
  #stopLook: () => void = () => undefined;

  constructor(
    private readonly counsellor: RtpLeg,
    private readonly contact: RtpLeg,
    private readonly timers: Timers,
  ) {
    void counsellor.play(tones.endlessTone(tones.RINGBACK));
  }

  /** The counsellor is muted there before the answer. */
  follow(audio: RemoteAudio, sources: readonly string[]): void {
    if (this.#status === 'over') return;
    this.contact.setRemote(remoteOf(audio, sources));
    this.contact.setDirection('recvonly');
    if (this.#status === 'announced') return;
    this.#status = 'announced';
    this.#lookLater();
  }

  stop(): void {
    this.#status = 'over';
    this.#stopLook();
  }

  #lookLater(): void {
    this.#stopLook = this.timers.after(LOOK_INTERVAL_MS, () => void this.#look());
  }

  async #look(): Promise<void> {
    const received = await this.contact.statistics().then(
      (statistics) => statistics.received,
      () => 0,
    );
    if (this.#status === 'over') return;
    if (received === 0) {
      this.#lookLater();
      return;
    }
    this.counsellor.bridge(this.contact);
    await this.counsellor.clear();
  }
}
