import { Carrier, type CallLookup, type CarrierCapabilities } from '../../domain/carrier';
import type { InboundSink } from '../../domain/inbound';
import { callOf } from '../recordings/recording-spool';
import type { ActiveCall, CallPhase } from './active-call';
import type { DialTrace, DialTraces } from './dial-traces';
import { LegServices, type LegServicesOptions } from './leg-services';

export interface TrunkCarrierOptions extends LegServicesOptions {
  readonly capabilities: CarrierCapabilities;
  readonly traces: DialTraces;
  readonly inbound: InboundSink;
}

/** A carrier of real calls. Owns the active calls of this process and their traces. */
export abstract class TrunkCarrier extends Carrier {
  override readonly capabilities: CarrierCapabilities;
  protected readonly services: LegServices;
  readonly #calls = new Map<string, ActiveCall>();

  constructor(
    override readonly name: string,
    protected readonly options: TrunkCarrierOptions,
  ) {
    super();
    this.capabilities = options.capabilities;
    this.services = new LegServices(name, options);
  }

  override async lookUp(reference: string): Promise<CallLookup> {
    if (this.services.isReporting(reference)) return { state: 'reporting' };
    const call = this.#calls.get(reference) ?? (await this.recover(reference));
    return { state: call ? LOOKUP_STATES[call.phase] : 'not_found' };
  }

  override hangUp(reference: string): Promise<void> {
    this.#calls.get(reference)?.hangUp();
    return Promise.resolve();
  }

  override detach(reference: string): Promise<boolean> {
    return Promise.resolve(this.#calls.get(reference)?.detach() ?? false);
  }

  override close(): void {
    this.services.close();
    for (const call of this.#calls.values()) call.drop();
  }

  /** Follows a call that another process placed, if the carrier continues it alone. */
  protected recover(_reference: string): Promise<ActiveCall | undefined> {
    return Promise.resolve(undefined);
  }

  protected find(reference: string): ActiveCall | undefined {
    return this.#calls.get(reference);
  }

  protected beginTrace(reference: string, attempt: number): DialTrace {
    return this.options.traces.begin({ callId: callOf(reference), attempt });
  }

  /** Follows a call by its reference until its end, then closes its trace. */
  protected start<C extends ActiveCall>(reference: string, call: C, trace: DialTrace): C {
    this.#calls.set(reference, call);
    void call.ended.finally(() => {
      this.#calls.delete(reference);
      trace.close();
    });
    return call;
  }
}

/** A phone may ring until its end is confirmed, so a canceled call is in transit. An ended one has reported its end. */
const LOOKUP_STATES = {
  in_transit: 'in_transit',
  canceled: 'in_transit',
  stopping: 'in_transit',
  answered: 'answered',
  hanging_up: 'answered',
  ended: 'not_found',
  detached: 'not_found',
} as const satisfies Record<CallPhase, CallLookup['state']>;
