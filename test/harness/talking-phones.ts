import { MediaLegs, type RtpLeg, tones } from '../../src/media';
import type { PhoneScript, RungPhone } from './human-sip';

/** Tones of one person, each at its time after the answer. */
export type Sayings = readonly { readonly atMs: number; readonly hertz: number; readonly ms: number }[];

/** Phones of the test with audio in both directions. */
export class TalkingPhones {
  readonly #legs = new MediaLegs({ ports: '0', host: '127.0.0.1' });
  readonly #open: RtpLeg[] = [];
  readonly #recordings: Promise<unknown>[] = [];

  /**
   * Answers after a delay, plays tones, records the received audio, and hangs up after the answer (null: the others
   * do).
   */
  async script(
    sayings: Sayings,
    { afterMs = 100, hangUpAfterMs = null as number | null, record = null as string | null, keys = '' } = {},
  ): Promise<PhoneScript> {
    const leg = await this.#legs.openRtp();
    this.#open.push(leg);
    return (phone: RungPhone) => {
      phone.answer(afterMs, hangUpAfterMs, leg.port);
      phone.onAnswered = (remote) => {
        leg.setRemote({
          address: remote.address,
          port: remote.port,
          codec: remote.codec === 'pcma' ? 'PCMA' : 'PCMU',
          events:
            remote.telephoneEvent === null
              ? null
              : { send: remote.telephoneEvent, receive: [remote.telephoneEvent] },
          sources: [],
        });
        leg.onAnswered();
        if (record !== null) this.#recordings.push(leg.record(record).then(({ finished }) => finished));
        for (const { atMs, hertz, ms } of sayings) {
          setTimeout(
            () => void leg.play(tones.toneSamples({ hertz: [hertz], pattern: [180, 60], level: -16 }, ms)),
            atMs,
          ).unref();
        }
        if (keys !== '') setTimeout(() => leg.sendDtmf(keys), 500).unref();
      };
    };
  }

  /** Ends the playing and the recording. */
  async hangUp(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((leg) => leg.close()));
    await Promise.all(this.#recordings.splice(0));
  }

  async close(): Promise<void> {
    await this.hangUp();
    await this.#legs.close();
  }
}
