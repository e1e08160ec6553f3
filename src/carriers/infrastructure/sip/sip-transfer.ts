import { type RtpLeg, tones } from '../../../media';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { Transfer } from '../../../voice';
import {
  TRANSFER_UNANSWERED,
  TRANSFER_RINGING,
  TRANSFER_ANSWERED,
  TRANSFER_LIMIT_MS,
  TRANSFER_RING_SECONDS,
  transferFailureMessage,
} from '../shared/transfer-messages';
import type { LineQuality } from '../../../shared-kernel/line-quality';
import { mediaSummary } from '../shared/answered-leg';
import { SipAnsweredLeg } from './sip-answered-leg';
import { SipOutboundLeg } from './sip-outbound-leg';
import { EMPTY_REPORT } from '../shared/leg-store';
import type { SipRecord } from './sip-leg-store';
import type { SipRoute } from './sip-route';
import type { PlaceCall, SipAnswer } from './sip-trunk-attempt';

export interface TransferChannel {
  readonly routes: readonly SipRoute[];
  readonly record: SipRecord;
}

export interface SipTransferOptions {
  readonly numbers: readonly string[];
  readonly contact: SipAnsweredLeg;
  /** Occupies a channel; else a sentence for the timeline. Never rejects. */
  readonly channel: (number: string) => Promise<TransferChannel | string>;
  readonly openLeg: () => Promise<RtpLeg>;
  readonly place: PlaceCall;
  readonly timers: Timers;
  readonly onAnswered: () => void;
  readonly onProgress: (message: string) => void;
}

/** Connects a contact with the first person who answers. */
export class SipTransfer implements Transfer {
  readonly over: Transfer['over'];
  #isStopped = false;
  #target: SipAnsweredLeg | null = null;
  /** Stops the ringing, or disconnects the target. */
  #stopLeg: () => void = () => undefined;

  constructor(private readonly options: SipTransferOptions) {
    const stopTimer = options.timers.after(TRANSFER_LIMIT_MS, () => {
      if (!this.#target) this.stop();
    });
    this.over = this.#run().finally(stopTimer);
  }

  key(key: string): void {
    this.#target?.press(key);
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopLeg();
  }

  async #run(): Transfer['over'] {
    const { numbers, onProgress } = this.options;
    const contact = this.options.contact.leg;
    void contact.play(tones.endlessTone(tones.RINGBACK));
    for (const number of numbers) {
      if (this.#isStopped) break;
      const channel = await this.options.channel(number);
      if (typeof channel === 'string') onProgress(channel);
      else {
        const endedBy = await this.#call(number, channel);
        if (endedBy !== undefined) return { endedBy };
      }
    }
    await contact.clear();
    onProgress(TRANSFER_UNANSWERED);
    return { endedBy: null };
  }

  async #call(
    number: string,
    { routes, record }: TransferChannel,
  ): Promise<'human' | 'lost' | null | undefined> {
    const { openLeg, place, timers, onProgress } = this.options;
    const leg = await openLeg().catch(() => null);
    if (!leg || this.#isStopped) {
      void leg?.close();
      await record.storeEnd(EMPTY_REPORT);
      if (!leg) onProgress('There is no free RTP port for another phone.');
      return undefined;
    }
    onProgress(TRANSFER_RINGING);
    const phone = new SipOutboundLeg({
      number,
      routes,
      record,
      place,
      timers,
      onProgress,
      port: leg.port,
      ringSeconds: TRANSFER_RING_SECONDS,
      hadNoResponse: false,
      onRinging: () => undefined,
    });
    this.#stopLeg = () => phone.giveUp();
    const result = await phone.run();
    if (result.kind === 'answered') return this.#talk(result, leg, record);
    void leg.close();
    onProgress(transferFailureMessage(result));
    return undefined;
  }

  async #talk(
    { session, audio, route }: SipAnswer & { readonly route: SipRoute },
    leg: RtpLeg,
    record: SipRecord,
  ): Promise<'human' | 'lost' | null> {
    const { contact, timers, onAnswered, onProgress } = this.options;
    const { mediaSources: sources, keysByInfo = false } = route;
    const onLine = (line: LineQuality) => record.storeLine(line);
    const target = new SipAnsweredLeg(session, audio, leg, { timers, sources, keysByInfo, onLine });
    const ended = new Promise<'human' | 'lost' | null>((resolve) => {
      this.#stopLeg = () => resolve(null);
      target.listen({
        onHold: () => undefined,
        onKey: (key) => contact.press(key),
        onEnded: (why) => resolve(why === 'lost' ? 'lost' : 'human'),
      });
    });
    const stops: (() => void)[] = [];
    if (this.#isStopped) this.#stopLeg();
    else {
      this.#target = target;
      void contact.leg.clear();
      contact.leg.bridge(leg);
      stops.push(target.forwardDtmf(contact), contact.forwardDtmf(target));
      onAnswered();
      onProgress(TRANSFER_ANSWERED);
    }
    await record.storeAnswer(session);
    const endedBy = await ended;
    for (const stop of stops) stop();
    contact.leg.bridge(null);
    target.hangUp();
    const packets = await target.close();
    await record.storeEnd({ ...EMPTY_REPORT, packets });
    for (const sentence of mediaSummary(packets)) onProgress(`The phone of the person: ${sentence}`);
    return endedBy;
  }
}
