import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type Carrier,
  type CarrierEvent,
  type CarrierEventHandler,
  CarrierEventRouter,
  Carriers,
  type LegEnd,
} from '../../carriers';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { CommonCallState } from '../../shared-kernel/call-state';
import type { CallStore } from '../domain/call-store';
import { type LegReference, readReference, writeReference } from '../domain/leg-reference';
import { ActiveLegs } from './active-legs';
import type { LegHandler, LegState, Refusal } from './leg-handler';
import { LegMonitor } from './leg-monitor';
import { ReachedContacts } from './reached-contacts';

interface HandledCall {
  readonly attempt: number;
  readonly isFinal: boolean;
  readonly state: CommonCallState & { readonly status: string };
  /** The recording is stored. False when the call has no use for it. */
  completeRecording(ms: number, now: Date): boolean;
}

/** The services that every handler of events uses. */
@Injectable()
export class CallEventServices {
  constructor(
    readonly clock: Clock,
    readonly unitOfWork: UnitOfWork,
    readonly carriers: Carriers,
    readonly activeLegs: ActiveLegs,
    readonly reachedContacts: ReachedContacts,
    private readonly monitor: LegMonitor,
    private readonly router: CarrierEventRouter,
  ) {}

  /** @param prefix that of the ids of its calls */
  register(prefix: string, handler: LegHandler & CarrierEventHandler): void {
    this.router.register(prefix, handler);
    this.monitor.register(handler);
  }
}

type FollowUp = 'nothing' | 'hang_up' | 'remove_recording';

/** Applies the events that carriers report, which may be doubled, late or out of order (R5). */
export abstract class CallEventHandler<C extends HandledCall>
  implements LegHandler, CarrierEventHandler, OnModuleInit
{
  abstract readonly kind: LegHandler['kind'];
  abstract readonly noun: string;
  /** The prefix of its calls' ids. */
  protected abstract readonly prefix: string;
  /** Events that change no call of this kind. */
  protected abstract readonly ignored: ReadonlySet<CarrierEvent['type']>;

  constructor(
    protected readonly services: CallEventServices,
    protected readonly calls: CallStore<C>,
    private readonly recordings: { forget(callIds: readonly string[]): Promise<void> },
  ) {}

  abstract onRefused(leg: LegReference, refusal: Refusal, carrier: Carrier): Promise<void>;
  abstract onNotReceived(leg: LegReference, carrier: Carrier): Promise<void>;
  /** Applies an event to a locked call. Returns whether the call is to be stored. */
  protected abstract apply(call: C, event: CarrierEvent): boolean | Promise<boolean>;
  /** Ends a leg and frees what it occupies. @param reportedBy null: the service itself */
  protected abstract end(leg: LegReference, end: LegEnd, at: Date, reportedBy: string | null): Promise<void>;

  onModuleInit(): void {
    this.services.register(this.prefix, this);
  }

  async handle(event: CarrierEvent, carrier: string): Promise<void> {
    const leg = readReference(event.reference);
    if (event.type === 'ended') return this.#end(leg, event.end, event.at, carrier);
    if (this.ignored.has(event.type)) return;
    const followUp = await this.transact(leg, () => this.#change(leg, event, carrier));
    if (followUp === 'hang_up') await this.services.carriers.find(carrier)?.hangUp(writeReference(leg));
    if (followUp === 'remove_recording') await this.recordings.forget([leg.callId]);
  }

  async legs(callIds: readonly string[]): Promise<LegState[]> {
    return (await this.calls.read(callIds)).map(({ attempt, state }) => ({
      callId: state.id,
      attempt,
      accountId: state.accountId,
      carrier: state.carrier,
      talkingSince: state.status === 'in_progress' ? state.answeredAt : null,
      watchdogAt: state.watchdogAt,
    }));
  }

  overdue(now: Date, limit: number): Promise<string[]> {
    return this.calls.overdue(now, limit);
  }

  storeCarrierCallId(leg: LegReference, carrierCallId: string): Promise<boolean> {
    return this.calls.storeCarrierCallId(leg, carrierCallId);
  }

  onEnded(leg: LegReference, end: LegEnd, at: Date): Promise<void> {
    return this.#end(leg, end, at, null);
  }

  protected transact<T>(_leg: LegReference, work: () => Promise<T>): Promise<T> {
    return this.services.unitOfWork.run(work);
  }

  protected store(call: C): Promise<void> {
    return this.calls.update([call]);
  }

  async #end(leg: LegReference, end: LegEnd, at: Date, reportedBy: string | null): Promise<void> {
    await this.end(leg, end, at, reportedBy);
    this.services.activeLegs.remove(leg);
  }

  async #change(leg: LegReference, event: CarrierEvent, carrier: string): Promise<FollowUp> {
    const call = await this.calls.lockById(leg.callId);
    if (call?.state.carrier !== carrier) return 'nothing';
    const isAlive = event.type === 'ringing' || event.type === 'answered';
    // A leg of a final call, or of an earlier attempt, is hung up at once; the status stays (R6).
    if (call.attempt !== leg.attempt) return isAlive ? 'hang_up' : 'nothing';
    const followUp = isAlive && call.isFinal ? 'hang_up' : 'nothing';
    if (event.type !== 'recording_stored') {
      if (await this.apply(call, event)) await this.store(call);
      return followUp;
    }
    if (!call.completeRecording(event.ms, this.services.clock.now())) return 'remove_recording';
    await this.store(call);
    return followUp;
  }
}
