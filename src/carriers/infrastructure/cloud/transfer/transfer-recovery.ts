import { REAL_TIMERS } from '../../../../platform/kernel/time/timers';
import type { OpenLeg } from '../../../../trunks';
import { callOf } from '../../recordings/recording-spool';
import { allocationOf, lazyRestClient, type RecoveryOptions } from '../bridge/cloud-bridge-factory';
import { CallRegistrations } from '../call-registrations';
import { CloudLegStore } from '../cloud-leg-store';
import { FollowedTransfer } from './followed-transfer';

/** Recovers transfers of other processes that the carrier bridges. */
export class TransferRecovery {
  constructor(private readonly options: RecoveryOptions) {}

  async recover(reference: string): Promise<FollowedTransfer | undefined> {
    const { legs, find, gateway, adapter, services, traces, now, start } = this.options;
    const callId = callOf(reference);
    const attempt = Number(reference.slice(callId.length + 1));
    const open = await legs.open(callId, attempt);
    const target = open.find(({ kind, answeredAt }) => kind === 'transfer' && answeredAt !== null);
    const contact = open.find(({ kind }) => kind === 'contact' || kind === 'inbound');
    if (!target?.phoneNumber || !target.answeredAt || !contact?.carrierCallId || !contact.answeredAt)
      return undefined;
    const active = find(reference);
    if (active) return active instanceof FollowedTransfer ? active : undefined;
    const trace = traces.begin({ callId, attempt });
    const record = (leg: OpenLeg) => {
      const { kind, phoneNumber } = leg;
      const dialed = { callId, attempt, kind, phoneNumber, isSecond: true };
      return new CloudLegStore(services.rows(trace), allocationOf(leg), dialed);
    };
    const events = services.events(reference);
    const registrations = new CallRegistrations(gateway, events);
    const call = new FollowedTransfer(reference, {
      adapter,
      now,
      rest: lazyRestClient(() => gateway.trunkOfAnyState(contact.trunkId)?.rest),
      trunkId: contact.trunkId,
      carrierCallId: contact.carrierCallId,
      contact: record(contact),
      target: record(target),
      to: target.phoneNumber,
      from: target.shownNumber ?? '',
      answeredAt: contact.answeredAt,
      transferredAt: target.answeredAt,
      events,
      timers: REAL_TIMERS,
      register: registrations.register,
    });
    start(reference, call, trace, registrations);
    return call;
  }
}
