import type { EndCause } from '../../../shared-kernel/end-cause';
import type { CarrierCapabilities, CarrierEvent, BridgeRequest, LegEnd, LegName } from '../../domain/carrier';
import { type Ending, endingOf } from './endings';
import type { CarrierEventQueue } from '../shared/carrier-event-queue';
import { cutAt, type HumanTalk, humanTalk } from './human-talk';
import type { Network } from './leg';
import { RINGING_MS, SimulatedCall } from './simulated-call';

const IMPORT_DELAY_MS = 60_000;

/** What a bridge needs of its network, and which facts that network reports. */
type BridgeNetwork = Omit<Network, 'talk'> &
  Pick<CarrierCapabilities, 'statusUpdates' | 'reportsUnansweredLeg'>;

/** The talk up to an instant. It is recomputed from the request on demand. */
export function talkUntil({ contact, maxTalkSeconds }: BridgeRequest, talkMs: number): HumanTalk {
  return cutAt(humanTalk(contact, endingOf(contact), maxTalkSeconds * 1_000), talkMs);
}

/** Two legs of the simulated network: the counsellor's rings first, then the contact's; then they are bridged. */
export class SimulatedBridge extends SimulatedCall {
  #talk: { readonly whole: HumanTalk; readonly since: Date } | null = null;

  constructor(
    private readonly request: BridgeRequest,
    private readonly network: BridgeNetwork,
    private readonly queue: CarrierEventQueue,
    onEnd: (end: LegEnd) => void,
  ) {
    super({ ...network, onEnd });
  }

  override start(): void {
    this.#ring('counsellor', endingOf(this.request.counsellor));
  }

  protected override stop(): void {
    if (!this.#talk) {
      this.finish({ cause: 'canceled', by: 'agent', talkMs: null });
      return;
    }
    const { whole, since } = this.#talk;
    const { speed, now } = this.network;
    const real = now().getTime() - since.getTime();
    const talkMs = speed === Infinity ? whole.durationMs : Math.round(real * speed);
    this.#finishTalk('canceled', cutAt(whole, talkMs));
  }

  protected override reportEnd(end: LegEnd): void {
    const { statusUpdates, now } = this.network;
    const event = { reference: this.request.reference, at: now(), type: 'ended', end } as const;
    if (statusUpdates === 'delayed') this.after(IMPORT_DELAY_MS, () => this.queue.add(event));
    else this.queue.add(event);
  }

  #ring(leg: LegName, ending: Ending): void {
    if (ending === 'never_reports') {
      this.move('silence');
      return;
    }
    const cause = UNANSWERED[ending] ?? null;
    const { ringSeconds } = this.request;
    // A busy or unknown number never rings.
    if (cause === null || cause === 'no_answer') this.#report('ringing', leg);
    this.after(cause === 'no_answer' ? ringSeconds * 1_000 : RINGING_MS, () => {
      if (cause === null) this.#answer(leg);
      else {
        const unanswered = this.network.reportsUnansweredLeg ? { unansweredLeg: leg } : {};
        this.finish({ cause, by: 'carrier', talkMs: null, ...unanswered });
      }
    });
  }

  #answer(leg: LegName): void {
    this.#report('answered', leg);
    if (leg === 'counsellor') this.#ring('contact', endingOf(this.request.contact));
    else this.#connect();
  }

  #connect(): void {
    const { contact, maxTalkSeconds } = this.request;
    const ending = endingOf(contact);
    const limitMs = maxTalkSeconds * 1_000;
    const whole = talkUntil(this.request, limitMs);
    this.move('answer');
    this.#talk = { whole, since: this.network.now() };
    const talk = ending === 'connection_lost' ? cutAt(whole, Math.round(whole.durationMs * 0.6)) : whole;
    this.after(talk.durationMs, () => {
      if (ending === 'connection_lost') this.#finishTalk('connection_lost', talk);
      else this.#finishTalk(talk.durationMs >= limitMs ? 'limit_of_minutes' : 'hung_up', talk);
    });
  }

  #finishTalk(cause: EndCause, { turns, durationMs }: HumanTalk): void {
    // A network that imports records knows the time of the answer; one that reports only the end does not.
    const known = this.network.statusUpdates !== 'final_only' && this.#talk;
    this.finish({
      cause,
      by: cause === 'hung_up' ? 'contact' : 'carrier',
      talkMs: durationMs,
      transcribedRecording: { durationMs, turns },
      ...(known && { answeredAt: known.since }),
    });
  }

  #report(type: 'ringing' | 'answered', leg: LegName): void {
    const { statusUpdates, now } = this.network;
    if (!this.isReported || statusUpdates !== 'realtime') return;
    const event: CarrierEvent = { reference: this.request.reference, at: now(), type, leg };
    this.queue.add(event);
  }
}

/** Endings that nobody answers; all others are answered. */
const UNANSWERED: Partial<Record<Ending, EndCause>> = {
  busy: 'busy',
  rings_out: 'no_answer',
  does_not_exist: 'number_unreachable',
  refused_twice: 'failed',
};
