import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../config/config';
import { Metrics } from '../../metrics';
import type { DatabaseAccess } from '../access/database-access';
import { DATABASE_ACCESS } from '../access/database-access.token';
import { PrimaryWatch } from './primary-watch';
import { WriteGate } from './write-gate';

/** Figures of the primary, its standbys and DISPATCH. */
@Injectable()
export class DatabaseMetrics implements OnModuleInit, OnApplicationBootstrap {
  readonly #logger = new Logger(DatabaseMetrics.name);

  constructor(
    private readonly config: Config,
    @Inject(DATABASE_ACCESS) private readonly access: DatabaseAccess,
    private readonly metrics: Metrics,
    private readonly watch: PrimaryWatch,
    private readonly gate: WriteGate,
  ) {}

  onModuleInit(): void {
    const { metrics, watch, gate } = this;
    metrics.gauge(
      'aics_database_generation',
      'Primaries that this process has used.',
      () => watch.generation,
    );
    metrics.gauge(
      'aics_database_synchronous',
      'Standbys that commits wait for; NaN where none is wanted, or the role may not see them.',
      () => this.#synchronous() ?? NaN,
    );
    metrics.gauge(
      'aics_database_write_gate',
      '1 while writes are refused because no standby receives them.',
      () => (gate.isClosed ? 1 : 0),
    );
    metrics.total(
      'aics_database_stale_total',
      'Answers of servers that accept writes on a timeline that another one has left.',
      () => Promise.resolve(watch.staleAnswers),
    );
    metrics.gauge('aics_dispatch', '0 with DISPATCH=off.', () => (this.config.dispatch ? 1 : 0));
  }

  onApplicationBootstrap(): void {
    if (!this.config.dispatch) {
      this.#logger.warn('DISPATCH=off: this process dials nothing, refuses calls, and sends no events');
    }
    this.watch.onFirstAnswer(() => {
      if (this.#synchronous() !== 0) return;
      this.#logger.warn('no synchronous standby: a failover may lose the last calls; see docs/scaling.md');
    });
  }

  /** null: nobody wants one, or it is hidden. */
  #synchronous(): number | null {
    const answer = this.watch.answer;
    if (!answer) return null;
    const { main, session } = this.access;
    // Behind a pooler the direct way names the hosts.
    const hosts = Math.max(main.urls.length, session?.urls.length ?? 0);
    const isWanted = answer.waitsForStandbys || hosts > 1;
    return isWanted ? answer.synchronous : null;
  }
}
