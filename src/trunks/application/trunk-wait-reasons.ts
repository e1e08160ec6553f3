import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { localDay } from '../../platform/kernel/zoned-time';
import { NO_FREE_CHANNEL } from '../domain/trunk-choice';
import {
  DEAD_AFTER_MS,
  MediaProcessRepository,
  type TrunkStanding,
} from '../infrastructure/media-process.repository';
import { HumanCallPriority } from './human-call-priority';
import { TrunkChannels } from './trunk-channels';
import type { TrunkHealthStatus } from '../domain/trunk-health-status';

const NO_MEDIA_PROCESS = 'No media process is running.';

/** Why calls over trunks wait, apart from rules, lines and credits. Computed when it is read. */
@Injectable()
export class TrunkWaitReasons {
  constructor(
    private readonly clock: Clock,
    private readonly processes: MediaProcessRepository,
    private readonly channels: TrunkChannels,
    private readonly humanCalls: HumanCallPriority,
  ) {}

  /**
   * null when they do not wait.
   * @param channels 2 for a human call
   * @param firstTrunkOnly for a call that rings an extension there
   */
  async reason(
    accountId: string,
    timeZone: string,
    channels: 1 | 2 = 1,
    firstTrunkOnly = false,
  ): Promise<string | null> {
    const live = new Date(this.clock.nowMs() - DEAD_AFTER_MS);
    const { isAnyLive, hasRoom } = await this.processes.room(live);
    if (!isAnyLive) return NO_MEDIA_PROCESS;
    const known = await this.processes.standingsOfAccount(accountId, live);
    const day = localDay(this.clock.now(), timeZone);
    const stateOf = (trunkId: string) => bestOf(trunkId, known);
    const blocker = await this.channels.findBlocker(accountId, day, stateOf, channels, firstTrunkOnly);
    if (blocker) return blocker.kind === 'waiting' ? blocker.reason : null;
    if (!hasRoom) return NO_FREE_CHANNEL;
    // A process with ports for one phone alone has room for an AI call.
    return channels === 2 && (await this.humanCalls.isWaiting(accountId)) ? NO_FREE_CHANNEL : null;
  }
}

const FROM_BEST = ['up', 'unknown', 'failing', 'down'] as const;

const UNKNOWN: TrunkHealthStatus = { state: 'unknown', reason: null };

/** The process with the best connection decides the health of a trunk. */
function bestOf(trunkId: string, known: readonly TrunkStanding[]): TrunkHealthStatus {
  const states = known.filter((one) => one.trunkId === trunkId);
  for (const state of FROM_BEST) {
    const found = states.find((one) => one.state === state);
    // The process reaches a failing trunk; its legs decide whether it still fails.
    if (found) return state === 'failing' ? UNKNOWN : { state, reason: found.reason };
  }
  return UNKNOWN;
}
