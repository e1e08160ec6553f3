import type { BridgeRequest, DialResult, LegEnd } from '../../../domain/carrier';
import { unconnectedLegEnd } from '../../../domain/connect-end';
import { unansweredBridgeEnd } from '../../../domain/bridge-end';
import type { DialTrace } from '../../shared/dial-traces';
import { type LegEndReport, type LegStore, EMPTY_REPORT } from '../../shared/leg-store';
import { CallReporter, type CallReporterOptions, type CallPhase } from '../../shared/call-reporter';
import type { Route } from '../../shared/route';
import { TrunkFailover, type TrunkAttemptResult } from '../../shared/trunk-failover';
import type { CreateBridgeOptions } from '../adapter';
import type { CloudLegStore } from '../cloud-leg-store';
import type { CloudRoute } from '../cloud-dial';
import type { CallbackHandler } from '../gateway/callback-handler';
import { CarrierBridge } from './carrier-bridge';
import type { CarrierBridgeResult, CarrierBridgeOptions, BridgeListener } from './carrier-bridge-options';

type JoinAddresses = Pick<CreateBridgeOptions, 'statusUrl' | 'answerUrl' | 'contactUrl' | 'recordingUrl'>;

export interface CloudBridgedCallOptions
  extends CallReporterOptions, Pick<CarrierBridgeOptions, 'timers' | 'nowMs'> {
  readonly routes: readonly CloudRoute[];
  /** The carrier says nothing before the end. */
  readonly isSilent: boolean;
  readonly counsellor: CloudLegStore;
  readonly contact: CloudLegStore;
  /** From now on callbacks of a leg find it. */
  readonly hold: (legId: string, leg: CallbackHandler) => void;
  /** By the tokens of the two legs; null: this process cannot be reached. */
  readonly addresses: (counsellorToken: string, contactToken: string) => JoinAddresses | null;
  /** The contact's phone is rung: it delays the next slot of its trunk. Never rejects. */
  readonly delayNextSlot: (trunkId: string) => Promise<void>;
  readonly trace: DialTrace;
}

/** What another process knew of a call that it had asked the carrier to join. */
export interface RecoveredCall {
  /** null: the carrier had not answered. */
  readonly carrierCallId: string | null;
  readonly since: Date;
  readonly rest: CarrierBridgeOptions['rest'];
  readonly adapter: CarrierBridgeOptions['adapter'];
  readonly ask: () => Promise<string>;
}

interface Taken {
  readonly call: CarrierBridge;
}

const NO_ADDRESSES: JoinAddresses = { statusUrl: '', answerUrl: '', contactUrl: '', recordingUrl: '' };

/** One order to connect two people, who are joined by the carrier: asked of one cloud trunk after another, then followed. */
export class CloudBridgedCall {
  readonly #progress: CallReporter;
  readonly #search: TrunkFailover<Route, Taken>;
  #call: CarrierBridge | null = null;
  #isDropped = false;
  #carrierId: string | null = null;
  /** That was asked last. */
  #trunkId: string | null = null;

  /** What the carrier answers to the order. */
  readonly answer: Promise<DialResult>;
  /** Resolves when all is over, or left to another process. */
  readonly over: Promise<void>;
  #leave: () => void = () => undefined;

  constructor(
    private readonly request: Omit<BridgeRequest, 'legs'>,
    private readonly options: CloudBridgedCallOptions,
    known?: { readonly route: Route; readonly call: RecoveredCall },
  ) {
    this.#progress = new CallReporter(request.reference, options);
    this.answer = this.#progress.answer;
    const routes: readonly Route[] = known ? [known.route] : options.routes;
    this.#search = new TrunkFailover({
      routes,
      record: this.#rows(),
      attempt: (route) => (known ? this.#follow(route, known.call, null) : this.#try(route as CloudRoute)),
      // Human calls have no timeline; the watch over silent carriers hears that something goes on.
      tell: (message) => {
        if (!known) this.#progress.tell({ type: 'timeline', kind: 'trunk', message });
      },
    });
    const left = new Promise<void>((resolve) => (this.#leave = resolve));
    this.over = Promise.race([this.#run(), left]);
  }

  get state(): CallPhase {
    return this.#progress.state;
  }

  /** Stops the ringing, or hangs both up, where the carrier can. */
  hangUp(): void {
    this.#search.giveUp();
    this.#call?.hangUp();
  }

  /** Says nothing more of it, as a process that ends. */
  drop(): void {
    this.#isDropped = true;
    this.#progress.drop();
    this.#call?.drop();
  }

  /** Leaves it to the carrier and to another process. False when it needs this one. */
  release(): boolean {
    if (!this.#call?.canOutliveProcess) return false;
    this.drop();
    this.#leave();
    return true;
  }

  async #run(): Promise<void> {
    const found = await this.#search.run();
    if (found.kind !== 'answered') {
      if (found.kind === 'refused') {
        const { temporary, reason } = found;
        this.#progress.refused({ temporary, reason });
      } else this.#finish(unconnectedLegEnd(found, 'counsellor', false));
      return;
    }
    const end = await found.call.ended;
    if (this.#isDropped) return;
    await this.#rows().ended(EMPTY_REPORT);
    this.#finish(this.#endOf(end));
  }

  async #try({ trunk, trunkId, callerId, trunkName }: CloudRoute): Promise<TrunkAttemptResult<Taken>> {
    const { counsellor, contact, addresses, trace } = this.options;
    const unreachable = { kind: 'failed', event: { type: 'not_resolved' }, said: null } as const;
    if (!trunk) return unreachable;
    const since = this.options.now();
    const tokens = await Promise.all([counsellor.issueToken(), contact.issueToken()]).catch(() => null);
    if (!tokens) return { kind: 'not_sent' };
    const urls = addresses(...tokens);
    if (!urls) return unreachable;
    if (this.#search.gaveUp) return { kind: 'canceled' };
    const rest = trunk.traced((direction, text) => {
      // Whoever reads a trace must not be taken for the carrier.
      const blanked = tokens.reduce((shown, token) => shown.replaceAll(token, '…'), text);
      trace.note(direction, trunk.name, blanked);
    });
    const order = this.#order(callerId, urls);
    return this.#follow(
      { trunkId, callerId, trunkName },
      { carrierCallId: null, since, rest, adapter: trunk.adapter, ask: () => rest.createBridge(order) },
      urls,
    );
  }

  /** @param urls that the carrier was given; null: another process gave them, and they are not known here */
  async #follow(
    route: Route,
    known: RecoveredCall,
    urls: JoinAddresses | null,
  ): Promise<TrunkAttemptResult<Taken>> {
    const { counsellor, contact, timers, now, nowMs, hold } = this.options;
    this.#trunkId = route.trunkId;
    let taken: () => void = () => undefined;
    const isTaken = new Promise<void>((resolve) => (taken = resolve));
    const { rest, adapter, ask, since } = known;
    const call = new CarrierBridge({
      rest,
      adapter,
      ask,
      since,
      timers,
      now,
      nowMs,
      order: this.#order(route.callerId, urls ?? NO_ADDRESSES),
      isRecovered: urls === null,
      isOthers: (carrierId) =>
        carrierId === known.carrierCallId
          ? Promise.resolve(false)
          : counsellor.isKnown(route.trunkId, carrierId),
      watcher: this.#watcher(route, () => {
        taken();
      }),
      stored: () => this.#progress.stored(),
    });
    this.#call = call;
    hold(counsellor.id, call.leg('counsellor'));
    hold(contact.id, call.leg('contact'));
    const first = await Promise.race([isTaken.then(() => null), call.ended]);
    if (first?.kind === 'failed' || first?.kind === 'canceled') return first;
    return { kind: 'answered', call };
  }

  #watcher({ trunkId }: Route, taken: () => void): BridgeListener {
    const { counsellor, contact, delayNextSlot: ringsSecond, isSilent } = this.options;
    return {
      onCallId: (carrierId) => {
        this.#carrierId = carrierId;
        void counsellor.named(carrierId);
      },
      contactNamed: (carrierId) => void contact.named(carrierId),
      counsellorRings: () => {
        counsellor.rang();
        this.#progress.tell({ type: 'ringing', leg: 'counsellor' });
        this.#accepted();
      },
      taken: () => {
        if (!isSilent) {
          void counsellor.answered();
          this.#progress.tell({ type: 'answered', leg: 'counsellor' });
        }
        void ringsSecond(trunkId);
        this.#accepted();
        taken();
      },
      contactRings: () => {
        contact.rang();
        this.#progress.tell({ type: 'ringing', leg: 'contact' });
      },
      contactAnswered: () => {
        void contact.answered();
        this.#progress.answered({ type: 'answered', leg: 'contact' });
      },
    };
  }

  /** Both legs are on the trunk that is asked; what it says of a refusal it says of the first. */
  #rows(): Pick<LegStore, 'moveTo' | 'ended'> {
    const { counsellor, contact } = this.options;
    return {
      moveTo: async (route, last) =>
        (await counsellor.moveTo(route, last)) && contact.moveTo(route, EMPTY_REPORT),
      ended: async (last: LegEndReport) => {
        await Promise.all([counsellor.ended(last), contact.ended(EMPTY_REPORT)]);
      },
    };
  }

  #order(from: string, urls: JoinAddresses): CreateBridgeOptions {
    const { counsellor, contact, ringSeconds, maxTalkSeconds, record = true } = this.request;
    return { counsellor, contact, from, ringSeconds, maxTalkSeconds, record, ...urls };
  }

  #endOf(end: CarrierBridgeResult): LegEnd {
    const { record = true, maxTalkSeconds } = this.request;
    switch (end.kind) {
      case 'failed':
      case 'canceled':
        return unconnectedLegEnd({ kind: 'abandoned' }, 'contact', false);
      case 'unknown':
        return { cause: 'failed', by: 'carrier', talkMs: null, reason: NEVER_TOLD };
      case 'talked': {
        const { by, answeredAt } = end;
        const talkMs = by === 'limit' ? maxTalkSeconds * 1_000 : end.talkMs;
        return {
          ...HOW[by],
          talkMs,
          ...(answeredAt && { answeredAt }),
          ...(record && this.#recorded(talkMs)),
        };
      }
      default:
        return unansweredBridgeEnd(end);
    }
  }

  /** The carrier has it, and hands it out later. */
  #recorded(ms: number): Pick<LegEnd, 'recorded'> {
    const [trunkId, carrierId] = [this.#trunkId, this.#carrierId];
    if (trunkId === null || carrierId === null) return {};
    return { recorded: { ms, stored: false, late: { trunkId, carrierId, part: null } } };
  }

  #finish(end: LegEnd): void {
    this.#progress.finished(end, this.#carrierId);
  }

  #accepted(): void {
    this.#progress.accepted(this.#carrierId);
  }
}

const NEVER_TOLD = 'The carrier did not say how the call ended.';

const HOW = {
  limit: { cause: 'limit_of_minutes', by: 'agent' },
  us: { cause: 'canceled', by: 'agent' },
  them: { cause: 'hung_up', by: null },
} as const;
