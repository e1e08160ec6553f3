import { type RtpLeg, tones } from '../../../media';
import type { CallHandlers, CallOptions, OutgoingCall } from '../../../sip';
import type { Timers } from '../../../platform/timers';
import type { StartTransfer, Transfer } from '../../../voice';
import {
  TRANSFER_UNANSWERED,
  TRANSFER_RINGING,
  TRANSFER_ANSWERED,
  TRANSFER_LIMIT_MS,
  TRANSFER_RING_SECONDS,
  transferFailureMessage,
} from '../shared/transfer-messages';
import { mediaSummary } from '../shared/answered-leg';
import { SipAnsweredLeg } from './sip-answered-leg';
import { type RingEnd, SipOutboundLeg } from './sip-outbound-leg';
import { EMPTY_REPORT } from '../shared/leg-store';
import type { SipRecord } from './sip-leg-store';
import type { SipRoute } from './sip-route';

/** A channel that is taken for a number, and the trunks that may carry it. */
export interface TransferChannel {
  readonly routes: readonly SipRoute[];
  readonly record: SipRecord;
}

export interface SipTransferOptions {
  readonly numbers: readonly string[];
  /** The contact: it hears that it rings, then the person. */
  readonly contact: SipAnsweredLeg;
  /** Takes a channel; a sentence when there is none or the number may not be called. Never rejects. */
  readonly channel: (number: string) => Promise<TransferChannel | string>;
  readonly openLeg: () => Promise<RtpLeg>;
  readonly place: (options: CallOptions, handlers: CallHandlers) => OutgoingCall;
  readonly timers: Timers;
  /** A person answered. */
  readonly taken: () => void;
  /** A line for the timeline. */
  readonly tell: (message: string) => void;
}

/** Transfers of one contact, to numbers that the agent chooses. */
export function sipTransfers(parts: Omit<SipTransferOptions, 'numbers' | 'taken'>): StartTransfer {
  return (numbers, taken) => new SipTransfer({ ...parts, numbers, taken });
}

/** Hands a contact over to the first person who answers, and holds the two together. */
export class SipTransfer implements Transfer {
  readonly over: Transfer['over'];
  #stopped = false;
  #phone: SipOutboundLeg | null = null;
  #person: SipAnsweredLeg | null = null;
  /** Ends the talk of the two. */
  #part: () => void = () => undefined;

  constructor(private readonly options: SipTransferOptions) {
    const stopLongest = options.timers.after(TRANSFER_LIMIT_MS, () => {
      if (!this.#person) this.stop();
    });
    this.over = this.#run().finally(stopLongest);
  }

  key(key: string): void {
    this.#person?.press(key);
  }

  stop(): void {
    this.#stopped = true;
    this.#phone?.giveUp();
    this.#part();
  }

  async #run(): Transfer['over'] {
    const { numbers, tell } = this.options;
    const contact = this.options.contact.leg;
    void contact.play(tones.endlessTone(tones.RINGBACK));
    for (const number of numbers) {
      if (this.#stopped) break;
      const channel = await this.options.channel(number);
      if (typeof channel === 'string') tell(channel);
      else {
        const endedBy = await this.#call(number, channel);
        if (endedBy !== undefined) return { endedBy };
      }
    }
    await contact.clear();
    tell(TRANSFER_UNANSWERED);
    return { endedBy: null };
  }

  /** Undefined without an answer. */
  async #call(
    number: string,
    { routes, record }: TransferChannel,
  ): Promise<'human' | 'lost' | null | undefined> {
    const { openLeg, place, timers, tell } = this.options;
    const leg = await openLeg().catch(() => null);
    if (!leg || this.#stopped) {
      void leg?.close();
      await record.ended(EMPTY_REPORT);
      if (!leg) tell('There is no free RTP port for another phone.');
      return undefined;
    }
    tell(TRANSFER_RINGING);
    this.#phone = new SipOutboundLeg({
      number,
      routes,
      record,
      place,
      timers,
      tell,
      port: leg.port,
      ringSeconds: TRANSFER_RING_SECONDS,
      wasSilent: false,
      onRinging: () => undefined,
    });
    const end = await this.#phone.end;
    this.#phone = null;
    if (end.kind === 'answered') return this.#talk(end, leg, record);
    void leg.close();
    tell(transferFailureMessage(end));
    return undefined;
  }

  async #talk(
    { session, audio, route }: Extract<RingEnd, { kind: 'answered' }>,
    leg: RtpLeg,
    record: SipRecord,
  ): Promise<'human' | 'lost' | null> {
    const { contact, timers, taken, tell } = this.options;
    const { mediaSources: sources, keysByInfo = false } = route;
    const person = new SipAnsweredLeg(session, audio, leg, { timers, sources, keysByInfo });
    const ended = new Promise<'human' | 'lost' | null>((resolve) => {
      this.#part = () => {
        resolve(null);
      };
      person.listen({
        held: () => undefined,
        key: (key) => {
          contact.press(key);
        },
        ended: (why) => {
          resolve(why === 'lost' ? 'lost' : 'human');
        },
      });
    });
    const stops: (() => void)[] = [];
    if (this.#stopped) this.#part();
    else {
      this.#person = person;
      void contact.leg.clear();
      contact.leg.bridge(leg);
      stops.push(person.forwardDtmf(contact), contact.forwardDtmf(person));
      taken();
      tell(TRANSFER_ANSWERED);
    }
    await record.answered(session);
    const endedBy = await ended;
    for (const stop of stops) stop();
    contact.leg.bridge(null);
    person.hangUp();
    const packets = await person.close();
    await record.ended({ ...EMPTY_REPORT, packets });
    tell(`The phone of the person: ${mediaSummary(packets)}`);
    return endedBy;
  }
}
