import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { newId } from '../../platform/ids';
import { changedTrunk, newTrunk, type TrunkState } from '../domain/trunk';
import {
  DEAD_AFTER_MS,
  MediaProcessRepository,
  type TrunkStanding,
} from '../infrastructure/media-process.repository';
import { LegRepository } from '../infrastructure/leg.repository';
import { TrunkRepository } from '../infrastructure/trunk.repository';
import { TrunkHealthRegistry } from './trunk-health-registry';
import { TrunkSecrets } from '../infrastructure/trunk-secrets';

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 26;
const USER_LENGTH = 6;
/** Processes look for new trunks each second. */
const OPENING_MS = 2_000;
const OPENING_LOOK_MS = 50;
/** A call in each direction. */
const CHANNELS = 2;

export interface TrialTrunk {
  readonly id: string;
  readonly username: string;
  readonly agentId: string | null;
  readonly enabled: boolean;
  /** The trunk's state in each live media process, the oldest process first. */
  readonly standings: readonly TrunkStanding[];
}

/** The trunks of trial phones: one an account, which no command changes. */
@Injectable()
export class TrialTrunks {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly trunks: TrunkRepository,
    private readonly processes: MediaProcessRepository,
    private readonly secrets: TrunkSecrets,
    private readonly legs: LegRepository,
    private readonly health: TrunkHealthRegistry,
  ) {}

  async of(accountId: string): Promise<TrialTrunk | null> {
    const trunk = await this.trunks.trialOf(accountId);
    if (!trunk) return null;
    const live = new Date(this.clock.nowMs() - DEAD_AFTER_MS);
    const { id, options, trialAgentId: agentId, enabled } = trunk;
    const standings = await this.processes.standings([id], live);
    return { id, username: String(options['username']), agentId, enabled, standings };
  }

  /** The trial phone of a trunk; null: the trunk is not of a trial phone. */
  async byTrunk(trunkId: string): Promise<Pick<TrunkState, 'trialOf' | 'trialAgentId' | 'name'> | null> {
    const [trunk] = await this.trunks.find([trunkId]);
    return trunk?.trialOf == null ? null : trunk;
  }

  /** @returns the password, which is shown this once; null: the account has one already */
  async create(accountId: string): Promise<string | null> {
    const id = newId('trunk');
    const password = randomText(PASSWORD_LENGTH);
    const change = {
      options: {
        server: ['registers'],
        username: `trial-${randomText(USER_LENGTH)}`,
        channels: CHANNELS,
        user_phone: false,
      },
      secrets: { password },
    };
    const given = { id, inboundToken: null, trialOf: accountId, createdAt: this.clock.now() };
    const trunk = newTrunk('sip', `trial-${accountId}`, change, given, this.secrets.sealOf(id));
    const isMade = await this.unitOfWork.run(() => this.trunks.insert(trunk));
    if (!isMade) return null;
    await this.#waitUntilOpen(accountId, id);
    return password;
  }

  /** @returns the new password, null without a trial phone. Registered phones are forgotten */
  async renewPassword(accountId: string): Promise<string | null> {
    const password = randomText(PASSWORD_LENGTH);
    const change = { options: {}, secrets: { password } };
    const isChanged = await this.#change(accountId, (trunk) =>
      changedTrunk(trunk, change, this.clock.now(), this.secrets.sealOf(trunk.id)),
    );
    return isChanged ? password : null;
  }

  /** Phones register while it is enabled. */
  async enable(accountId: string, enabled: boolean): Promise<void> {
    await this.#change(accountId, (trunk) => ({ ...trunk, enabled, updatedAt: this.clock.now() }));
  }

  /** False without a trial phone. */
  async setAgent(accountId: string, agentId: string | null): Promise<boolean> {
    const trunk = await this.trunks.trialOf(accountId);
    if (trunk) await this.trunks.setTrialAgent(trunk.id, agentId);
    return trunk !== null;
  }

  /** Calls that run go on. @returns its trunk's id, null without a trial phone */
  async remove(accountId: string): Promise<string | null> {
    return this.unitOfWork.run(async () => {
      const trunk = await this.trunks.trialOf(accountId);
      if (!trunk) return null;
      await this.trunks.delete(trunk.id);
      return trunk.id;
    });
  }

  /** Whether the last answered call that has ended got no RTP packet from the phone. */
  lastLegReceivedNoAudio(trunkId: string): Promise<boolean> {
    return this.legs.lastLegReceivedNoAudio(trunkId);
  }

  /** Waits until a live media process has opened it, so that a phone can register at once. */
  async #waitUntilOpen(accountId: string, id: string): Promise<void> {
    await this.health.open([id]);
    for (const end = performance.now() + OPENING_MS; performance.now() < end;) {
      const { standings = [] } = (await this.of(accountId)) ?? {};
      if (standings.length === 0 || standings.some(isOpened)) return;
      await sleep(OPENING_LOOK_MS);
    }
  }

  #change(accountId: string, change: (trunk: TrunkState) => TrunkState): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const found = await this.trunks.trialOf(accountId);
      const trunk = found && (await this.trunks.lock(found.id));
      return trunk !== null && this.trunks.update(change(trunk));
    });
  }
}

/** Or tried to. */
function isOpened({ phones, reason }: TrunkStanding): boolean {
  return phones !== null || reason !== null;
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
