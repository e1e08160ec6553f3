import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { REAL_TIMERS } from '../../platform/kernel/time/timers';
import { Sweeps } from '../../platform/sweeps';
import type { OrphanedInvite, Target } from '../../sip';
import { type ClaimedCloudLeg, LegRepository, type OrphanedCloudLeg, type OrphanedLeg } from '../../trunks';
import { hangUpAndWait } from '../infrastructure/cloud/hang-up';
import { addressTlsOf } from '../infrastructure/sip/sip-settings';
import { SipStack } from '../infrastructure/sip/sip-stack';
import { CloudTrunks } from './cloud-trunks';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

const LOOK_INTERVAL_MS = 1_000;
const BATCH_SIZE = 100;
/** A late answer to an INVITE of a dead process is hung up within this time. */
const STRAY_MS = 10 * MINUTE_MS;

/** Polls for a call whose id the dead process had not stored: a carrier lists calls with a delay. */
const LISTED_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 5_000;

/** A leg whose request may have created a call without a stored id. */
interface UnidentifiedLeg {
  readonly leg: OrphanedCloudLeg;
  readonly claimedAtMs: number;
  dueAtMs: number;
}

/** Hangs up calls of dead processes. Each leg is tried once. */
@Injectable()
export class OrphanedLegCleaner implements OnModuleInit {
  readonly #unidentified = new Map<string, UnidentifiedLeg>();

  constructor(
    private readonly clock: Clock,
    private readonly sweeps: Sweeps,
    private readonly legs: LegRepository,
    private readonly stack: SipStack,
    private readonly trunks: CloudTrunks,
  ) {}

  onModuleInit(): void {
    this.sweeps.recoverEvery(LOOK_INTERVAL_MS, 'orphaned legs', () => this.hangUp());
    this.stack.onStray((callId, branch) => this.#strayOf(callId, branch));
  }

  /** CANCEL for ringing legs, BYE for answered ones, a request to cloud carriers. Does not wait for the response. */
  async hangUp(): Promise<void> {
    await this.#hangUpSip();
    for (const leg of await this.legs.claimCloudOrphans(BATCH_SIZE)) this.#hangUpCloud(leg);
    this.#lookForUnidentified();
  }

  #hangUpCloud(leg: ClaimedCloudLeg): void {
    if (leg.carrierCallId !== null) this.#end(leg.trunkId, leg.carrierCallId);
    else if (leg.wasRequested)
      this.#unidentified.set(leg.id, { leg, claimedAtMs: this.clock.nowMs(), dueAtMs: 0 });
  }

  #end(trunkId: string, carrierCallId: string): void {
    const hangUp = this.trunks.use(trunkId, ({ rest }) => hangUpAndWait(rest, carrierCallId, REAL_TIMERS));
    hangUp.catch(() => undefined);
  }

  #lookForUnidentified(): void {
    for (const [id, sought] of this.#unidentified) {
      if (sought.dueAtMs > this.clock.nowMs()) continue;
      sought.dueAtMs = Infinity;
      void this.#isDone(sought)
        .catch(() => false)
        .then((isDone) => {
          if (isDone) this.#unidentified.delete(id);
          else sought.dueAtMs = this.clock.nowMs() + LOOK_AGAIN_MS;
        });
    }
  }

  /** Done: its call is hung up, or there is none. */
  async #isDone({ leg, claimedAtMs }: UnidentifiedLeg): Promise<boolean> {
    const { trunkId, phoneNumber: to, shownNumber: from, beganAt } = leg;
    if (to === null || from === null) return true;
    const found = await this.trunks.use(trunkId, ({ rest }) =>
      rest.listCalls({ to, from }, beganAt).catch(() => null),
    );
    const nowMs = this.clock.nowMs();
    if (!found) return nowMs - claimedAtMs > LISTED_WITHIN_MS;
    const unknown: string[] = [];
    for (const { carrierCallId } of found) {
      if (!(await this.legs.hasCarrierCall(trunkId, carrierCallId))) unknown.push(carrierCallId);
    }
    if (unknown.length === 0) return nowMs - beganAt.getTime() > LISTED_WITHIN_MS;
    // The found call may be a later one to the same phone whose id is not stored yet.
    if (await this.legs.hasPendingCall(trunkId, to)) return false;
    for (const carrierCallId of unknown) this.#end(trunkId, carrierCallId);
    return true;
  }

  async #hangUpSip(): Promise<void> {
    const { endpoint } = this.stack;
    if (!endpoint) return;
    for (const { trunkId, invite, dialog } of await this.legs.claimOrphans(BATCH_SIZE)) {
      const peer = this.#peerOf(trunkId);
      if (dialog) {
        void endpoint.userAgent.byeOrphan({ ...dialog, peer: this.#targetOf(trunkId, dialog.peer) }, peer);
      } else if (invite) {
        endpoint.userAgent.cancelOrphan({ ...invite, target: this.#targetOf(trunkId, invite.target) }, peer);
      }
    }
  }

  async #strayOf(callId: string, branch: string): Promise<OrphanedInvite | null> {
    const after = new Date(this.clock.nowMs() - STRAY_MS);
    const leg = await this.legs.byInvite(callId, branch, after).catch(() => undefined);
    return leg?.invite ? this.#stray(leg, leg.invite) : null;
  }

  #stray({ trunkId }: OrphanedLeg, invite: OrphanedInvite['invite']): OrphanedInvite {
    return {
      invite: { ...invite, target: this.#targetOf(trunkId, invite.target) },
      peer: this.#peerOf(trunkId),
    };
  }

  #peerOf(trunkId: string): OrphanedInvite['peer'] {
    return this.stack.trunk(trunkId)?.peer ?? {};
  }

  #targetOf(trunkId: string, target: Target): Target {
    const settings = this.stack.trunk(trunkId)?.settings;
    if (target.transport !== 'tls' || !settings) return target;
    return { ...target, tls: addressTlsOf(settings) };
  }
}
