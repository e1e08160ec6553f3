import { REAL_TIMERS } from '../../../../platform/timers';
import type { LegAllocation } from '../../../../shared-kernel/leg-allocation';
import type { OpenLeg } from '../../../../trunks';
import type { DialTrace } from '../../shared/dial-traces';
import { callOf } from '../../recordings/recording-spool';
import { type CloudBridgeFactoryOptions, lazyRestClient } from '../bridge/cloud-bridge-factory';
import { CloudLegStore } from '../cloud-leg-store';
import { FollowedTransfer } from './followed-transfer';

export interface TransferRecoveryOptions extends Omit<CloudBridgeFactoryOptions, 'keep'> {
  readonly keep: (
    reference: string,
    call: FollowedTransfer,
    trace: DialTrace,
    held: readonly string[],
  ) => void;
}

/** Contacts of processes that are gone, whom the carrier holds together with a person. */
export class TransferRecovery {
  constructor(private readonly options: TransferRecoveryOptions) {}

  /** Follows one from now on, if it is there. */
  async recover(reference: string): Promise<FollowedTransfer | undefined> {
    const { legs, find, gateway: stack, adapter, tools, traces, now, keep } = this.options;
    const callId = callOf(reference);
    const attempt = Number(reference.slice(callId.length + 1));
    const open = await legs.open(callId, attempt);
    const person = open.find(({ kind, answeredAt }) => kind === 'transfer' && answeredAt !== null);
    const contact = open.find(({ kind }) => kind === 'contact' || kind === 'inbound');
    if (!person?.phoneNumber || !person.answeredAt || !contact?.carrierId || !contact.answeredAt)
      return undefined;
    const held = find(reference);
    if (held) return held instanceof FollowedTransfer ? held : undefined;
    const trace = traces.begin({ callId, attempt });
    const record = (leg: OpenLeg) =>
      new CloudLegStore(tools.rows(trace), orderOf(leg), {
        callId,
        attempt,
        kind: leg.kind,
        phoneNumber: leg.phoneNumber,
        isSecond: true,
      });
    const holds: string[] = [];
    const call = new FollowedTransfer(reference, {
      adapter,
      now,
      rest: lazyRestClient(() => stack.trunkOfAnyState(contact.trunkId)?.rest),
      trunkId: contact.trunkId,
      carrierCallId: contact.carrierId,
      contact: record(contact),
      person: record(person),
      to: person.phoneNumber,
      from: person.shownNumber ?? '',
      answeredAt: contact.answeredAt,
      takenAt: person.answeredAt,
      events: tools.events(),
      timers: REAL_TIMERS,
      hold: (legId, leg) => {
        holds.push(legId);
        stack.register(legId, leg);
      },
    });
    keep(reference, call, trace, holds);
    return call;
  }
}

function orderOf({ id, accountId, trunkId, shownNumber, beganAt }: OpenLeg): LegAllocation {
  return { id, accountId, beganAt, routes: [{ trunkId, callerId: shownNumber ?? '' }] };
}
