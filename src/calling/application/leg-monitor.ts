import { Injectable, Logger } from '@nestjs/common';
import { CallingLines } from '../../accounts';
import { Clock } from '../../platform/clock';
import { errorText } from '../../platform/logging';
import { type Carrier, Carriers, type LegEnd } from '../../carriers';
import { CARRIER_LOST_IT, SILENT } from '../domain/leg-ends';
import { writeReference } from '../domain/leg-reference';
import type { LegHandler, LegState } from './leg-handler';
import { ActiveLegs } from './active-legs';

/** How often leases are renewed: a few times before one of 15 s ends. */
export const RENEW_INTERVAL_MS = 4_000;
/** Limit of legs of one handler in one run. */
const BATCH_SIZE = 100;

/** Looks after legs whose carrier is silent or whose process died. It never dials. */
@Injectable()
export class LegMonitor {
  readonly #logger = new Logger(LegMonitor.name);
  readonly #handlers: LegHandler[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly carriers: Carriers,
    private readonly lines: CallingLines,
    private readonly legs: ActiveLegs,
  ) {}

  register(handler: LegHandler): void {
    this.#handlers.push(handler);
  }

  /** Looks up legs whose carrier has reported nothing until their deadline, hangs them up and ends their calls. */
  async endSilent(): Promise<void> {
    for (const handler of this.#handlers) {
      const ids = await handler.overdue(this.clock.now(), BATCH_SIZE);
      await this.#forEach(handler, ids, (leg) => this.#examine(handler, leg, true));
    }
  }

  /** Recovers the legs of processes whose leases ran out. The carrier's lookup decides about each call. */
  async recoverExpired(): Promise<void> {
    // Before any query: one that hangs in an outage of the database would see the leases of live processes expired.
    const expiredBefore = this.clock.now();
    for (const handler of this.#handlers) {
      const ids = await this.lines.recoverExpired(handler.kind, expiredBefore);
      try {
        await this.#forEach(handler, ids, (leg) => this.#recover(handler, leg));
      } catch (error) {
        await Promise.all(ids.map((callId) => this.#leave(callId)));
        throw error;
      }
    }
  }

  /** Renews the leases of this process's legs, and hangs up those that ended or that another process recovered. */
  async renewLeases(): Promise<void> {
    const legs = this.legs.all();
    if (legs.length === 0) return;
    const own = new Set(await this.lines.renewLeases(legs.map(({ callId }) => callId)));
    for (const leg of legs) {
      if (own.has(leg.callId)) continue;
      this.legs.remove(leg);
      await leg.carrier.hangUp(writeReference(leg));
    }
  }

  async #forEach(
    handler: LegHandler,
    callIds: readonly string[],
    examine: (leg: LegState) => Promise<void>,
  ): Promise<void> {
    if (callIds.length === 0) return;
    for (const leg of await handler.legs(callIds)) {
      await examine(leg).catch((error: unknown) =>
        this.#logger.warn(`${handler.noun} ${leg.callId} could not be examined: ${errorText(error)}`),
      );
    }
  }

  async #recover(handler: LegHandler, leg: LegState): Promise<void> {
    try {
      await this.#examine(handler, leg, false);
    } catch (error) {
      await this.#leave(leg.callId);
      throw error;
    }
  }

  /** Ends the lease of what could not be examined, so that the next sweep retries it: phones may ring. */
  async #leave(callId: string): Promise<void> {
    await this.lines.endLease(callId).catch(() => undefined);
  }

  async #examine(handler: LegHandler, leg: LegState, isSilent: boolean): Promise<void> {
    const carrier = this.carriers.find(leg.carrier ?? '');
    const now = this.clock.now();
    const end = (legEnd: LegEnd) => handler.onEnded(leg, legEnd, now);
    const talkMs = talkTime(leg, carrier, now);
    if (!carrier) {
      // The call continues: a process that can look it up follows it.
      const continues =
        !isSilent && (await this.carriers.holdsTogether(leg.carrier ?? '', handler.kind, leg));
      return continues ? this.lines.endLease(leg.callId) : end({ ...CARRIER_LOST_IT, talkMs });
    }
    const reference = writeReference(leg);
    const known = await carrier.lookUp(reference);
    switch (known.state) {
      case 'ended':
        return end(known.end);
      case 'not_found':
        return end({ ...CARRIER_LOST_IT, talkMs });
      case 'not_received':
        return handler.onNotReceived(leg, carrier);
      case 'reporting':
      case 'in_transit':
      case 'answered':
        if (!isSilent) {
          if (!this.legs.get(leg)) this.legs.add({ ...leg, handler, carrier }, leg.turns);
          return;
        }
        if (known.state === 'reporting' || !(await this.#isOverdue(handler, leg, now))) return;
        await carrier.hangUp(reference);
        return end({ ...SILENT, talkMs });
    }
  }

  /** Reads the leg anew: what it reported before its lookup has moved its deadline. */
  async #isOverdue(handler: LegHandler, { callId, attempt }: LegState, now: Date): Promise<boolean> {
    const [leg] = await handler.legs([callId]);
    return leg?.attempt === attempt && leg.watchdogAt !== null && leg.watchdogAt <= now;
  }
}

/** Milliseconds since the answer, in the network's time; null when nobody talks. */
function talkTime({ talkingSince }: LegState, carrier: Carrier | undefined, now: Date): number | null {
  if (!talkingSince) return null;
  const realMs = now.getTime() - talkingSince.getTime();
  return carrier?.networkMs(realMs) ?? realMs;
}
