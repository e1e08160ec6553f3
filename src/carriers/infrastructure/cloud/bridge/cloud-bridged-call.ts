import type { BridgeRequest, DialResult, LegEnd } from '../../../domain/carrier';
import { unconnectedLegEnd } from '../../../domain/connect-end';
import type { ActiveCall, CallPhase } from '../../shared/active-call';
import type { DialTrace } from '../../shared/dial-traces';
import { type LegEndReport, type LegStore, EMPTY_REPORT } from '../../shared/leg-store';
import { CallReporter, type CallReporterOptions } from '../../shared/call-reporter';
import { PreparedAttempt } from '../../shared/prepared-attempt';
import type { Route } from '../../shared/route';
import {
  NOT_RESOLVED,
  type TrunkAttempt,
  type TrunkAttemptResult,
  TrunkFailover,
} from '../../shared/trunk-failover';
import type { CreateBridgeOptions } from '../adapter';
import type { CloudLegStore } from '../cloud-leg-store';
import type { CloudRoute } from '../cloud-route';
import type { CallbackHandler } from '../gateway/callback-handler';
import { bridgedLegEnd } from './bridged-leg-end';
import { CarrierBridge } from './carrier-bridge';
import type { CarrierBridgeOptions, BridgeListener } from './carrier-bridge-options';
import { deferred } from '../../../../platform/kernel/async/deferred';

type BridgeAddresses = Pick<CreateBridgeOptions, 'statusUrl' | 'answerUrl' | 'contactUrl' | 'recordingUrl'>;

export interface CloudBridgedCallOptions extends CallReporterOptions, Pick<CarrierBridgeOptions, 'timers'> {
  readonly routes: readonly CloudRoute[];
  readonly isSilent: boolean;
  readonly counsellor: CloudLegStore;
  readonly contact: CloudLegStore;
  readonly register: (legId: string, handler: CallbackHandler) => void;
  /** null: carriers cannot reach this process. */
  readonly addresses: (counsellorToken: string, contactToken: string) => BridgeAddresses | null;
  /** The contact's phone rings. Never rejects. */
  readonly delayNextSlot: (trunkId: string) => Promise<void>;
  readonly trace: DialTrace;
}

export interface RecoveredCall extends Pick<CarrierBridgeOptions, 'since' | 'rest' | 'adapter' | 'create'> {
  /** null: no response to the request was stored. */
  readonly carrierCallId: string | null;
}

interface Accepted {
  readonly bridge: CarrierBridge;
}

const NO_ADDRESSES: BridgeAddresses = { statusUrl: '', answerUrl: '', contactUrl: '', recordingUrl: '' };

/** Requests a bridge over one cloud trunk after another, then follows it. */
export class CloudBridgedCall implements ActiveCall {
  readonly #reporter: CallReporter;
  readonly #failover: TrunkFailover<Route, Accepted>;
  #bridge: CarrierBridge | null = null;
  #trunkId: string | null = null;

  readonly result: Promise<DialResult>;
  readonly ended: Promise<void>;
  readonly #detached = deferred();

  constructor(
    private readonly request: Omit<BridgeRequest, 'legs'>,
    private readonly options: CloudBridgedCallOptions,
    recovered?: { readonly route: Route; readonly call: RecoveredCall },
  ) {
    this.#reporter = new CallReporter(request.reference, options);
    this.result = this.#reporter.result;
    this.#failover = new TrunkFailover<Route, Accepted>({
      routes: recovered ? [recovered.route] : options.routes,
      record: this.#rows(),
      timers: options.timers,
      maxGiveUpMs: null,
      attempt: (route) =>
        recovered ? this.#follow(route, recovered.call, null) : this.#attempt(route as CloudRoute),
      // Human calls have no timeline. The event shows the watchdog that the call is active.
      onProgress: (message) => {
        if (!recovered) this.#reporter.emit({ type: 'timeline', kind: 'trunk', message });
      },
    });
    this.ended = Promise.race([this.#run(), this.#detached.promise]);
  }

  get phase(): CallPhase {
    return this.#reporter.phase;
  }

  hangUp(): void {
    this.#reporter.stop();
    this.#failover.giveUp();
    this.#bridge?.hangUp();
  }

  drop(): void {
    this.#reporter.drop();
    this.#bridge?.drop();
  }

  detach(): boolean {
    if (!this.#bridge?.canOutliveProcess) return false;
    this.drop();
    this.#detached.resolve();
    return true;
  }

  async #run(): Promise<void> {
    const found = await this.#failover.run();
    if (found.kind === 'refused') {
      const { temporary, reason } = found;
      this.#reporter.reportRefused({ temporary, reason });
    } else if (found.kind === 'answered') {
      const result = await found.bridge.ended;
      if (this.phase === 'detached') return;
      await this.#rows().storeEnd(EMPTY_REPORT);
      this.#reporter.reportEnd(bridgedLegEnd(result, this.request, (ms) => this.#recordingFile(ms)));
    } else this.#reporter.reportEnd(unconnectedLegEnd(found, 'counsellor', false));
  }

  #attempt(route: CloudRoute): TrunkAttempt<Accepted> {
    const { counsellor, contact, addresses, trace, now } = this.options;
    const { trunk } = route;
    return new PreparedAttempt<Accepted>(async () => {
      if (!trunk) return NOT_RESOLVED;
      const since = now();
      const tokens = await Promise.all([counsellor.issueToken(), contact.issueToken()]).catch(() => null);
      if (!tokens) return { kind: 'not_sent' };
      const urls = addresses(...tokens);
      if (!urls) return NOT_RESOLVED;
      const rest = trunk.withTrace(trace, tokens);
      const request = this.#requestOf(route.callerId, urls);
      const create = () => rest.createBridge(request);
      return () =>
        this.#follow(route, { carrierCallId: null, since, rest, adapter: trunk.adapter, create }, urls);
    });
  }

  /** @param urls of the request; null: another process sent it */
  #follow(
    route: Route,
    { rest, adapter, create, since, carrierCallId }: RecoveredCall,
    urls: BridgeAddresses | null,
  ): TrunkAttempt<Accepted> {
    const { counsellor, contact, timers, now, register } = this.options;
    this.#trunkId = route.trunkId;
    const accepted = deferred<null>();
    const bridge = new CarrierBridge({
      rest,
      adapter,
      create,
      since,
      timers,
      now,
      request: this.#requestOf(route.callerId, urls ?? NO_ADDRESSES),
      isRecovered: urls === null,
      isOthers: (id) =>
        id === carrierCallId ? Promise.resolve(false) : counsellor.isKnown(route.trunkId, id),
      listener: this.#listener(route, () => accepted.resolve(null)),
    });
    this.#bridge = bridge;
    register(counsellor.id, bridge.handlerOf('parent'));
    register(contact.id, bridge.handlerOf('child'));
    const ended = Promise.race([accepted.promise, bridge.ended]).then(
      (result): TrunkAttemptResult<Accepted> =>
        result?.kind === 'failed' || result?.kind === 'canceled' ? result : { kind: 'answered', bridge },
    );
    return {
      ended,
      giveUp: () => bridge.hangUp(),
    };
  }

  #listener({ trunkId }: Route, onAccepted: () => void): BridgeListener {
    const { counsellor, contact, delayNextSlot, isSilent } = this.options;
    const reporter = this.#reporter;
    return {
      onCallId: (carrierCallId) => {
        reporter.onCallId(carrierCallId);
        void counsellor.storeCarrierCallId(carrierCallId);
      },
      onContactId: (carrierCallId) => void contact.storeCarrierCallId(carrierCallId),
      onCounsellorRinging: () => {
        counsellor.rang();
        reporter.emit({ type: 'ringing', leg: 'counsellor' });
        reporter.reportAccepted();
      },
      onAccepted: () => {
        if (!isSilent) {
          void counsellor.storeAnswer();
          reporter.emit({ type: 'answered', leg: 'counsellor' });
        }
        void delayNextSlot(trunkId);
        reporter.reportAccepted();
        onAccepted();
      },
      onContactRinging: () => {
        contact.rang();
        reporter.emit({ type: 'ringing', leg: 'contact' });
      },
      onContactAnswered: () => {
        void contact.storeAnswer();
        reporter.reportAnswered({ type: 'answered', leg: 'contact' });
      },
    };
  }

  /** Both legs use one trunk. A refusal is stored with the counsellor's leg. */
  #rows(): Pick<LegStore, 'moveTo' | 'storeEnd'> {
    const { counsellor, contact } = this.options;
    return {
      moveTo: async (route, last) =>
        (await counsellor.moveTo(route, last)) && contact.moveTo(route, EMPTY_REPORT),
      storeEnd: async (last: LegEndReport) => {
        await Promise.all([counsellor.storeEnd(last), contact.storeEnd(EMPTY_REPORT)]);
      },
    };
  }

  #requestOf(from: string, urls: BridgeAddresses): CreateBridgeOptions {
    const { counsellor, contact, ringSeconds, maxTalkSeconds, record = true } = this.request;
    return { counsellor, contact, from, ringSeconds, maxTalkSeconds, record, ...urls };
  }

  #recordingFile(ms: number): Pick<LegEnd, 'recordingFile'> {
    const trunkId = this.#trunkId;
    const { carrierCallId } = this.#reporter;
    if (trunkId === null || carrierCallId === null) return {};
    return { recordingFile: { ms, stored: false, late: { trunkId, carrierCallId, part: null } } };
  }
}
