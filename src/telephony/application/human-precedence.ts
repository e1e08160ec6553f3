import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { HumanWaitRepository } from '../infrastructure/human-wait.repository';

/** Said anew at each look, once a second: what a process that died has said is soon forgotten. */
const KEPT_MS = 3_000;

/**
 * The precedence of human calls: while one waits for two channels of a trunk, no AI call takes a channel of it. Trunks with a
 * single channel, which never carry one, are not kept.
 */
@Injectable()
export class HumanPrecedence {
  constructor(
    private readonly clock: Clock,
    private readonly waits: HumanWaitRepository,
  ) {}

  /** A human call of the account waits for channels of its trunks, which must be locked; with `onFirst` of the first alone. */
  keep(accountId: string, onFirst: boolean): Promise<void> {
    return this.waits.set(accountId, new Date(this.clock.nowMs() + KEPT_MS), onFirst);
  }

  /** None of the account waits for channels any more. */
  release(accountId: string): Promise<void> {
    return this.waits.clear(accountId);
  }

  /** Those trunks that are kept for human calls. */
  kept(trunkIds: readonly string[]): Promise<Set<string>> {
    return this.waits.kept(trunkIds, this.clock.now());
  }
}
