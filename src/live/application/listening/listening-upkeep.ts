import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Sweeps } from '../../../platform/sweeps';
import { ListeningJournal } from './listening-journal';

const LOOK_INTERVAL_MS = 5_000;
/** Hosts beat every 4 s. */
const LOST_AFTER_MS = 14_000;

/** Ends what hosts that died have left. */
@Injectable()
export class ListeningUpkeep implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly sweeps: Sweeps,
    private readonly journal: ListeningJournal,
  ) {}

  onModuleInit(): void {
    this.sweeps.recoverEvery(LOOK_INTERVAL_MS, 'listeners of dead hosts', () =>
      this.journal.endSilent(new Date(this.clock.nowMs() - LOST_AFTER_MS)),
    );
  }
}
