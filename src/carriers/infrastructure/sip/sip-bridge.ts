import type { LegRecording, LegStatistics, RecordedFile } from '../../../media';
import type { EndCause } from '../../../shared-kernel/end-cause';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { LegEnd, LegName } from '../../domain/carrier';
import { finishRecording, recordLeg } from '../shared/call-recording';
import type { SipAnsweredLeg } from './sip-answered-leg';
import { deferred } from '../../../platform/kernel/async/deferred';

export interface SipBridgeOptions {
  readonly timers: Timers;
  readonly maxTalkMs: number;
  /** null: not recorded. */
  readonly recordingPath: string | null;
}

export interface BridgedEnd {
  readonly end: LegEnd;
  readonly statistics: Readonly<Record<LegName, LegStatistics | null>>;
  /** null: not recorded. */
  readonly recording: RecordedFile | null;
}

/** Bridges two people, from the contact's answer until either hangs up. */
export class SipBridge {
  readonly #since: number;
  readonly #recording: Promise<LegRecording | null>;
  readonly #ended = deferred<LegEnd>();
  readonly #stops: (() => void)[];

  constructor(
    private readonly counsellor: SipAnsweredLeg,
    private readonly contact: SipAnsweredLeg,
    private readonly options: SipBridgeOptions,
  ) {
    this.#since = options.timers.now();
    // Left: the counsellor; right: the contact.
    this.#recording = recordLeg(contact.leg, options.recordingPath);
    counsellor.leg.bridge(contact.leg);
    // Ends the ringback.
    void counsellor.leg.clear();
    this.#stops = [
      contact.forwardDtmf(counsellor),
      counsellor.forwardDtmf(contact),
      options.timers.after(options.maxTalkMs, () => this.#over('limit_of_minutes', 'agent')),
    ];
  }

  onLegEnded(who: LegName, why: 'hung_up' | 'lost'): void {
    if (why === 'lost') this.#over('connection_lost', 'carrier');
    else this.#over('hung_up', who === 'contact' ? 'contact' : 'human');
  }

  press(from: LegName, key: string): void {
    (from === 'contact' ? this.counsellor : this.contact).press(key);
  }

  /** `run` resolves. */
  hangUp(): void {
    this.#over('canceled', 'agent');
  }

  /** Waits for the end of the talk, then hangs both up. Never rejects. */
  async run(): Promise<BridgedEnd> {
    const end = await this.#ended.promise;
    for (const stop of this.#stops) stop();
    this.counsellor.hangUp();
    this.contact.hangUp();
    const recording = await this.#recording;
    recording?.stop();
    const [counsellor, contact] = await Promise.all([this.counsellor.close(), this.contact.close()]);
    return {
      end,
      statistics: { counsellor, contact },
      recording: await finishRecording(recording, this.options.recordingPath, end.talkMs ?? 0),
    };
  }

  #over(cause: EndCause, by: LegEnd['by']): void {
    const { maxTalkMs, timers } = this.options;
    const talkMs = Math.round(timers.now() - this.#since);
    this.#ended.resolve({ cause, by, talkMs: cause === 'limit_of_minutes' ? maxTalkMs : talkMs });
  }
}
