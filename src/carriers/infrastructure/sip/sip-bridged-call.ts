import type { RtpLeg } from '../../../media';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { BridgeRequest, DialResult, LegName } from '../../domain/carrier';
import { unconnectedLegEnd } from '../../domain/connect-end';
import type { CallAudios } from '../shared/call-audio';
import { SipBridge } from './sip-bridge';
import { SipAnsweredLeg } from './sip-answered-leg';
import { EarlyMedia } from './early-media';
import type { ActiveCall, CallPhase } from '../shared/active-call';
import { reportCallEnd } from '../shared/agent-call';
import { type OutboundLegResult, SipOutboundLeg } from './sip-outbound-leg';
import { EMPTY_REPORT, type DialRecording, type LegEndReport } from '../shared/leg-store';
import type { SipRecord } from './sip-leg-store';
import { CallReporter, type CallReporterOptions } from '../shared/call-reporter';
import type { SipRoute } from './sip-route';
import type { PlaceCall } from './sip-trunk-attempt';

type Answered = Extract<OutboundLegResult, { kind: 'answered' }>;

interface Side {
  readonly routes: readonly SipRoute[];
  readonly record: SipRecord;
}

export interface SipBridgedCallOptions extends CallReporterOptions {
  readonly counsellor: Side;
  readonly contact: Side;
  /** The contact's INVITE leaves. Never rejects. */
  readonly delayNextSlot: () => Promise<void>;
  readonly openLeg: () => Promise<RtpLeg>;
  readonly place: PlaceCall;
  readonly audio: CallAudios;
  readonly timers: Timers;
  /** null: not recorded. Never rejects. */
  readonly recording: () => Promise<DialRecording | null>;
}

/** Rings the counsellor, then the contact, each over its own trunks, and bridges both. */
export class SipBridgedCall implements ActiveCall {
  readonly #reporter: CallReporter;
  #phone: SipOutboundLeg | null = null;
  #bridge: SipBridge | null = null;
  readonly #endedLegs = new Map<LegName, 'hung_up' | 'lost'>();
  #recording: DialRecording | null = null;

  readonly result: Promise<DialResult>;
  readonly ended: Promise<void>;

  constructor(
    private readonly request: BridgeRequest,
    private readonly options: SipBridgedCallOptions,
  ) {
    this.#reporter = new CallReporter(request.reference, options);
    this.result = this.#reporter.result;
    this.ended = this.#run();
  }

  get phase(): CallPhase {
    return this.#reporter.phase;
  }

  hangUp(): void {
    this.#reporter.stop();
    this.#phone?.giveUp();
    this.#bridge?.hangUp();
  }

  drop(): void {
    this.#reporter.drop();
  }

  /** This process bridges the audio. */
  detach(): boolean {
    return false;
  }

  async #run(): Promise<void> {
    const { openLeg, contact, recording } = this.options;
    const opened = await Promise.all([openLeg().catch(() => null), openLeg().catch(() => null)]);
    const [own, other] = opened;
    this.#recording = await recording();
    if (!own || !other) {
      for (const leg of opened) void leg?.close();
      await this.#freeBoth(null, null);
      this.#reporter.reportRefused({ temporary: true, reason: 'there is no free RTP port' });
      return;
    }
    const end = await this.#ring('counsellor', own);
    if (end.kind === 'answered') return this.#onAnswered(end, own, other);
    void own.close();
    void other.close();
    await contact.record.storeEnd(EMPTY_REPORT);
    if (end.kind === 'refused') {
      const { temporary, reason } = end;
      this.#reporter.reportRefused({ temporary, reason });
    } else this.#reporter.reportEnd(unconnectedLegEnd(end, 'counsellor', false));
  }

  async #onAnswered(end: Answered, own: RtpLeg, other: RtpLeg): Promise<void> {
    const { counsellor, timers, delayNextSlot } = this.options;
    const waiting = this.#connect(end, own, 'counsellor');
    this.#reporter.emit({ type: 'answered', leg: 'counsellor' });
    this.#reporter.reportAccepted();
    // Stored before the contact rings: after a crash another process finds the counsellor's dialog.
    await counsellor.record.storeAnswer(end.session);
    void delayNextSlot();
    const early = new EarlyMedia(own, other, timers);
    const contactEnd = await this.#ring('contact', other, early);
    early.stop();
    if (contactEnd.kind === 'answered') return this.#connectBoth(waiting, contactEnd, other);
    // Read before closing the audio, which ends the leg, too.
    const hasLeft = this.#endedLegs.has('counsellor');
    waiting.hangUp();
    void other.close();
    const packets = await waiting.close();
    await counsellor.record.storeEnd({ ...EMPTY_REPORT, packets });
    this.#reporter.reportEnd(unconnectedLegEnd(contactEnd, 'contact', hasLeft));
  }

  async #connectBoth(counsellor: SipAnsweredLeg, end: Answered, leg: RtpLeg): Promise<void> {
    const { options, request } = this;
    const contact = this.#connect(end, leg, 'contact');
    const hasLeft = this.#endedLegs.has('counsellor');
    // The 200 crossed our CANCEL (RFC 3261, 9.1).
    if (this.phase === 'stopping' || hasLeft) {
      counsellor.hangUp();
      contact.hangUp();
      await options.contact.record.storeAnswer(end.session);
      await this.#freeBoth(await counsellor.close(), await contact.close());
      this.#reporter.reportEnd(unconnectedLegEnd({ kind: 'abandoned' }, 'contact', hasLeft));
      return;
    }
    const recording = this.#recording;
    const bridge = new SipBridge(counsellor, contact, {
      timers: options.timers,
      maxTalkMs: request.maxTalkSeconds * 1_000,
      recordingPath: recording?.path ?? null,
    });
    this.#bridge = bridge;
    this.#reporter.reportAnswered({ type: 'answered', leg: 'contact' });
    this.#endedLegs.forEach((why, who) => bridge.onLegEnded(who, why));
    await options.contact.record.storeAnswer(end.session);
    const audioEnded = options.audio.add({
      reference: request.reference,
      leg: counsellor.leg,
      sent: 'contact',
      received: 'counsellor',
      hasNotice: false,
      agent: null,
    });
    const { end: talked, recording: file, statistics } = await bridge.run();
    audioEnded(talked);
    await reportCallEnd(talked, file, {
      ...this.#reporter.agentCall,
      recording,
      timers: options.timers,
      free: () => this.#freeBoth(statistics.counsellor, statistics.contact),
    });
  }

  #ring(who: LegName, leg: RtpLeg, early?: EarlyMedia): Promise<OutboundLegResult> {
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
      // Human calls are not requeued, so a silent target is tried once.
      hadNoResponse: true,
      // Human calls have no timeline. The event shows the watchdog that the call is active.
      onProgress: (message) => this.#reporter.emit({ type: 'timeline', kind: 'trunk', message }),
      onCallId: (callId) => {
        if (who === 'counsellor') this.#reporter.onCallId(callId);
      },
      onRinging: () => {
        this.#reporter.emit({ type: 'ringing', leg: who });
        this.#reporter.reportAccepted();
      },
      onEarlyAudio: (audio, sources) => early?.follow(audio, sources),
    });
    this.#phone = phone;
    if (this.phase === 'stopping' || this.#endedLegs.has('counsellor')) phone.giveUp();
    return phone.run();
  }

  /** The end of an answered phone ends the talk; before the contact's answer it ends the call. */
  #connect({ session, audio, route }: Answered, leg: RtpLeg, who: LegName): SipAnsweredLeg {
    const { mediaSources: sources, keysByInfo = false } = route;
    const phone = new SipAnsweredLeg(session, audio, leg, {
      timers: this.options.timers,
      sources,
      keysByInfo,
      onLine: (line) => this.options[who].record.storeLine(line),
    });
    leg.listen({ onClosed: () => this.#onLegEnded(who, 'lost') });
    phone.listen({
      // The leg follows the direction of the SDP.
      onHold: () => undefined,
      onKey: (key) => {
        this.#bridge?.press(who, key);
      },
      onEnded: (why) => this.#onLegEnded(who, why),
    });
    return phone;
  }

  #onLegEnded(who: LegName, why: 'hung_up' | 'lost'): void {
    if (this.#bridge) {
      this.#bridge.onLegEnded(who, why);
      return;
    }
    this.#endedLegs.set(who, why);
    this.#phone?.giveUp();
  }

  async #freeBoth(counsellor: LegEndReport['packets'], contact: LegEndReport['packets']): Promise<void> {
    await Promise.all([
      this.options.counsellor.record.storeEnd({ ...EMPTY_REPORT, packets: counsellor }),
      this.options.contact.record.storeEnd({ ...EMPTY_REPORT, packets: contact }),
    ]);
  }
}
