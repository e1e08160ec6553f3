import type { RtpLeg } from '../../../media';
import type { CallHandlers, CallOptions, OutgoingCall } from '../../../sip';
import type { Timers } from '../../../platform/timers';
import type { BridgeRequest, DialResult, LegEnd, LegName } from '../../domain/carrier';
import { unconnectedLegEnd } from '../../domain/connect-end';
import { SipBridge } from './sip-bridge';
import { SipAnsweredLeg } from './sip-answered-leg';
import { EarlyMedia } from './early-media';
import { reportCallEnd } from '../shared/agent-call';
import { type RingEnd, SipOutboundLeg, type SipOutboundLegOptions } from './sip-outbound-leg';
import { EMPTY_REPORT, type DialRecording, type LegEndReport } from '../shared/leg-store';
import type { SipRecord } from './sip-leg-store';
import { CallReporter, type CallReporterOptions, type CallPhase } from '../shared/call-reporter';
import type { SipRoute } from './sip-route';

type Answered = Extract<RingEnd, { kind: 'answered' }>;

/** One of the two phones: where it is asked for, and its rows. */
interface Side {
  readonly routes: readonly SipRoute[];
  readonly record: SipRecord;
}

export interface SipBridgedCallOptions extends CallReporterOptions {
  readonly counsellor: Side;
  readonly contact: Side;
  /** The contact's INVITE is about to leave: it delays the next slot of its trunk. Never rejects. */
  readonly delayNextSlot: () => Promise<void>;
  readonly openLeg: () => Promise<RtpLeg>;
  readonly place: (options: CallOptions, handlers: CallHandlers) => OutgoingCall;
  readonly timers: Timers;
  /** A monotonic clock. */
  readonly nowMs: () => number;
  /** Resolves with null when none is made. Never rejects. */
  readonly recording: () => Promise<DialRecording | null>;
}

/** One order to connect two people: the counsellor is rung, then the contact, each over its own trunks; then they talk. */
export class SipBridgedCall {
  readonly #progress: CallReporter;
  #phone: SipOutboundLeg | null = null;
  #talk: SipBridge | null = null;
  #gaveUp = false;
  /** Phones that are gone before there was a talk. */
  readonly #gone = new Map<LegName, 'hung_up' | 'lost'>();
  #recording: DialRecording | null = null;
  #carrierId: string | null = null;

  /** What the carrier answers to the order. */
  readonly answer: Promise<DialResult>;
  /** Resolves when all is over. */
  readonly over: Promise<void>;

  constructor(
    private readonly request: BridgeRequest,
    private readonly options: SipBridgedCallOptions,
  ) {
    this.#progress = new CallReporter(request.reference, options);
    this.answer = this.#progress.answer;
    this.over = this.#run();
  }

  get state(): CallPhase {
    return this.#progress.state;
  }

  /** Stops the ringing, or hangs both up. */
  hangUp(): void {
    this.#gaveUp = true;
    this.#phone?.giveUp();
    this.#talk?.hangUp();
  }

  /** Says nothing more of it, as a process that ends. */
  drop(): void {
    this.#progress.drop();
  }

  async #run(): Promise<void> {
    const { openLeg, counsellor, contact, recording } = this.options;
    const opening = [openLeg().catch(() => null), openLeg().catch(() => null)] as const;
    const opened = await Promise.all(opening);
    const [own, other] = opened;
    this.#recording = await recording();
    if (!own || !other) {
      for (const leg of opened) void leg?.close();
      await Promise.all([counsellor.record.ended(EMPTY_REPORT), contact.record.ended(EMPTY_REPORT)]);
      this.#progress.refused({ temporary: true, reason: 'there is no free RTP port' });
      return;
    }
    const end = await this.#ring('counsellor', own);
    if (end.kind === 'answered') return this.#answered(end, own, other);
    void own.close();
    void other.close();
    await contact.record.ended(EMPTY_REPORT);
    if (end.kind === 'refused') {
      const { temporary, reason } = end;
      this.#progress.refused({ temporary, reason });
    } else this.#finish(unconnectedLegEnd(end, 'counsellor', false));
  }

  /** The counsellor waits while the contact's phone rings. */
  async #answered(end: Answered, own: RtpLeg, other: RtpLeg): Promise<void> {
    const { counsellor, timers, delayNextSlot: ringsSecond } = this.options;
    const waiting = this.#connect(end, own, 'counsellor');
    this.#progress.tell({ type: 'answered', leg: 'counsellor' });
    this.#accepted();
    // Before the contact is rung: after a crash another process finds the counsellor's dialog.
    await counsellor.record.answered(end.session);
    void ringsSecond();
    const early = new EarlyMedia(own, other, timers);
    const contactEnd = await this.#ring('contact', other, early);
    early.stop();
    if (contactEnd.kind === 'answered') return this.#bridge(waiting, contactEnd, other);
    // Closing its audio is no leaving.
    const hasLeft = this.#gone.has('counsellor');
    waiting.hangUp();
    void other.close();
    const packets = await waiting.close();
    await counsellor.record.ended({ ...EMPTY_REPORT, packets });
    this.#finish(unconnectedLegEnd(contactEnd, 'contact', hasLeft));
  }

  async #bridge(counsellor: SipAnsweredLeg, end: Answered, leg: RtpLeg): Promise<void> {
    const { options: parts, request } = this;
    const contact = this.#connect(end, leg, 'contact');
    const hasLeft = this.#gone.has('counsellor');
    // It crossed our CANCEL.
    if (this.#gaveUp || hasLeft) {
      counsellor.hangUp();
      contact.hangUp();
      await parts.contact.record.answered(end.session);
      await this.#freeBoth(await counsellor.close(), await contact.close());
      this.#finish(unconnectedLegEnd({ kind: 'abandoned' }, 'contact', hasLeft));
      return;
    }
    const recording = this.#recording;
    const talk = new SipBridge(counsellor, contact, {
      timers: parts.timers,
      nowMs: parts.nowMs,
      maxTalkMs: request.maxTalkSeconds * 1_000,
      recordingPath: recording?.path ?? null,
    });
    this.#talk = talk;
    this.#progress.answered({ type: 'answered', leg: 'contact' });
    for (const [who, why] of this.#gone) talk.onLegEnded(who, why);
    await parts.contact.record.answered(end.session);
    const talked = await talk.run();
    const { statistics } = talked;
    await reportCallEnd(talked.end, talked.recording, {
      recording,
      timers: parts.timers,
      free: () => this.#freeBoth(statistics.counsellor, statistics.contact),
      ended: (told, delivered) => {
        this.#finish(told, delivered);
      },
      recorded: (ms, delivered) => {
        this.#progress.tell({ type: 'recording_stored', ms }, delivered);
      },
    });
  }

  #ring(who: LegName, leg: RtpLeg, early?: EarlyMedia): Promise<RingEnd> {
    const { place, timers } = this.options;
    const { ringSeconds } = this.request;
    const { routes, record } = this.options[who];
    const number = this.request[who];
    const phone = new SipOutboundLeg({
      number,
      ringSeconds,
      routes,
      record,
      place,
      timers,
      port: leg.port,
      // A human call is never put back, so a silent target is asked once.
      wasSilent: true,
      // Human calls have no timeline; the watch over silent carriers hears that something goes on.
      tell: (message) => {
        this.#progress.tell({ type: 'timeline', kind: 'trunk', message });
      },
      onRinging: () => {
        this.#progress.tell({ type: 'ringing', leg: who });
        this.#accepted();
      },
      ...(early && {
        onEarlyAudio: ((audio, { mediaSources }) => {
          early.follow(audio, mediaSources);
        }) satisfies SipOutboundLegOptions['onEarlyAudio'],
      }),
    });
    this.#phone = phone;
    if (this.#gaveUp || this.#gone.has('counsellor')) phone.giveUp();
    return phone.end.finally(() => {
      if (who === 'counsellor') this.#carrierId = phone.callId;
    });
  }

  /** A phone that was answered. Its end, or that of its audio, ends the talk; before the contact's answer it ends the call. */
  #connect({ session, audio, route }: Answered, leg: RtpLeg, who: LegName): SipAnsweredLeg {
    const { mediaSources: sources, keysByInfo = false } = route;
    const phone = new SipAnsweredLeg(session, audio, leg, {
      timers: this.options.timers,
      sources,
      keysByInfo,
    });
    leg.listen({
      closed: () => {
        this.#onLegEnded(who, 'lost');
      },
    });
    phone.listen({
      // The leg follows the direction: what is held hears and says nothing.
      held: () => undefined,
      key: (key) => {
        this.#talk?.press(who, key);
      },
      ended: (why) => {
        this.#onLegEnded(who, why);
      },
    });
    return phone;
  }

  #onLegEnded(who: LegName, why: 'hung_up' | 'lost'): void {
    if (this.#talk) {
      this.#talk.onLegEnded(who, why);
      return;
    }
    this.#gone.set(who, why);
    this.#phone?.giveUp();
  }

  async #freeBoth(counsellor: LegEndReport['packets'], contact: LegEndReport['packets']): Promise<void> {
    await Promise.all([
      this.options.counsellor.record.ended({ ...EMPTY_REPORT, packets: counsellor }),
      this.options.contact.record.ended({ ...EMPTY_REPORT, packets: contact }),
    ]);
  }

  #finish(end: LegEnd, delivered?: () => void): void {
    this.#progress.finished(end, this.#callId, delivered);
  }

  #accepted(): void {
    this.#progress.accepted(this.#callId);
  }

  /** The counsellor's, also while the contact's phone rings. */
  get #callId(): string | null {
    return this.#carrierId ?? this.#phone?.callId ?? null;
  }
}
