import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { REAL_TIMERS } from '../../platform/timers';
import { Sweeps } from '../../platform/sweeps';
import type { StrayInvite, Target } from '../../sip';
import { LegRepository, type OrphanedCloudLeg, type OrphanedLeg } from '../infrastructure/leg.repository';
import { CloudStack } from '../infrastructure/cloud/cloud-stack';
import { hangUpSurely } from '../infrastructure/cloud/hang-up';
import { SipStack } from '../infrastructure/sip/sip-stack';

const LOOK_INTERVAL_MS = 1_000;
/** Legs in one look. */
const BATCH_SIZE = 100;
/** An answer to an INVITE of a dead process is hung up for so long. */
const STRAY_MS = 10 * 60_000;

/** Hangs up, once and as well as it can, what processes that died have left ringing or connected. */
@Injectable()
export class OrphanedLegs implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly sweeps: Sweeps,
    private readonly legs: LegRepository,
    private readonly stack: SipStack,
    private readonly cloud: CloudStack,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(LOOK_INTERVAL_MS, 'orphaned legs', () => this.hangUp());
    this.stack.onStray((callId, branch) => this.#strayOf(callId, branch));
  }

  /** CANCEL for what rang, BYE for what was answered, a request to cloud carriers. Whether anybody hears it is not waited for. */
  async hangUp(): Promise<void> {
    await this.#hangUpSip();
    if (this.cloud.port === null) return;
    for (const leg of await this.legs.claimCloudOrphans(BATCH_SIZE)) void this.#hangUpCloud(leg);
  }

  async #hangUpCloud(leg: OrphanedCloudLeg): Promise<void> {
    const { trunkId, carrierId, phoneNumber: to, shownNumber: from, beganAt } = leg;
    const rest = this.cloud.everKnown(trunkId)?.rest;
    if (!rest) return;
    if (carrierId !== null) {
      hangUpSurely(rest, carrierId, REAL_TIMERS);
    } else if (to !== null && from !== null) {
      // The request may have left: what it made is looked for.
      for (const { carrierId: id } of await rest.find({ to, from }, beganAt).catch(() => [])) {
        if (!(await this.legs.knows(trunkId, id).catch(() => true))) hangUpSurely(rest, id, REAL_TIMERS);
      }
    }
  }

  async #hangUpSip(): Promise<void> {
    const { endpoint } = this.stack;
    if (!endpoint) return;
    for (const { trunkId, invite, dialog } of await this.legs.claimOrphans(BATCH_SIZE)) {
      const peer = this.#peerOf(trunkId);
      if (dialog) {
        void endpoint.userAgent.byeOrphan({ ...dialog, peer: this.#targetOf(trunkId, dialog.peer) }, peer);
      } else if (invite) {
        void endpoint.userAgent.cancelOrphan(
          { ...invite, target: this.#targetOf(trunkId, invite.target) },
          peer,
        );
      }
    }
  }

  async #strayOf(callId: string, branch: string): Promise<StrayInvite | null> {
    const after = new Date(this.clock.nowMs() - STRAY_MS);
    const leg = await this.legs.byInvite(callId, branch, after).catch(() => undefined);
    return leg?.invite ? this.#stray(leg, leg.invite) : null;
  }

  #stray({ trunkId }: OrphanedLeg, invite: StrayInvite['invite']): StrayInvite {
    return {
      invite: { ...invite, target: this.#targetOf(trunkId, invite.target) },
      peer: this.#peerOf(trunkId),
    };
  }

  #peerOf(trunkId: string): StrayInvite['peer'] {
    return this.stack.trunk(trunkId)?.peer ?? {};
  }

  /** The target as it was stored, with how its certificate is verified today. */
  #targetOf(trunkId: string, target: Target): Target {
    const settings = this.stack.trunk(trunkId)?.settings;
    if (target.transport !== 'tls' || !settings) return target;
    const { tlsVerify: verify, tlsCa: ca, domain: serverName } = settings;
    return { ...target, tls: { serverName, verify, ca } };
  }
}
