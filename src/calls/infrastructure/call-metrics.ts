import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CallingLines, TEST_LINES } from '../../accounts';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Metrics } from '../../platform/metrics';
import { WAITS } from './waits';

interface Waiting {
  readonly due: number;
  readonly held: number;
  readonly since: Date | null;
}

/** Database-wide gauges: every worker reports the same values, so aggregate with max, not sum. */
@Injectable()
export class CallMetrics implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly unitOfWork: UnitOfWork,
    private readonly lines: CallingLines,
  ) {}

  onModuleInit(): void {
    const waiting = {
      aics_calls_due: 'AI calls that wait and that nothing holds: they should dial within seconds.',
      aics_calls_held: 'AI calls that wait for a time, a line, credits or their number.',
      aics_oldest_due_seconds: 'For how long the AI call that is due longest could have been dialed.',
    };
    this.metrics.gauges(waiting, async () => {
      const { due, held, since } = await this.#waiting();
      const age = since ? Math.max(0, (this.clock.nowMs() - since.getTime()) / 1_000) : 0;
      return { aics_calls_due: due, aics_calls_held: held, aics_oldest_due_seconds: age };
    });
    const lines = {
      aics_lines_ai: 'Lines in use by AI calls.',
      aics_lines_human: 'Lines in use by human calls.',
      aics_lines_test: 'Lines in use by test calls.',
      aics_human_calls_waiting: 'Human calls that wait for a line, a counsellor or credits.',
    };
    this.metrics.gauges(lines, async () => {
      const { agentCalls, humanCalls, testCalls, humansWaiting } = await this.lines.countAll();
      return {
        aics_lines_ai: agentCalls,
        aics_lines_human: humanCalls,
        aics_lines_test: testCalls,
        aics_human_calls_waiting: humansWaiting,
      };
    });
  }

  /** A call whose account was on hold counts as waiting since the end of the account hold. */
  async #waiting(): Promise<Waiting> {
    const row = await this.unitOfWork.row<Waiting>(
      // `due_at <= 'infinity'` is true of every row, but lets the planner use the index on due calls.
      `WITH waiting AS (
         SELECT account_id, test, count(*) FILTER (WHERE due_at <= $1) AS due, count(*) FILTER (WHERE due_at > $1) AS later,
           min(due_at) AS earliest
         FROM calls WHERE ${WAITS} AND due_at <= 'infinity' GROUP BY account_id, test),
       judged AS (
         SELECT w.due, w.later, CASE WHEN w.test
             THEN (SELECT count(*) FROM line_use_for_dispatch u WHERE u.account_id = w.account_id AND u.test) < $2
             ELSE l.held_until IS NULL OR l.held_until <= $1 END AS free, greatest(w.earliest,
             CASE WHEN NOT w.test THEN greatest(l.held_until,
               (SELECT h.until FROM account_holds_for_metrics h WHERE h.account_id = w.account_id ORDER BY h.since DESC LIMIT 1)) END) AS since
         FROM waiting w JOIN account_lines_for_dispatch l USING (account_id))
       SELECT coalesce(sum(due) FILTER (WHERE free), 0)::int AS due,
         coalesce(sum(later + CASE WHEN free THEN 0 ELSE due END), 0)::int AS held,
         min(since) FILTER (WHERE free AND due > 0) AS since
       FROM judged`,
      [this.clock.now(), TEST_LINES],
    );
    return row ?? { due: 0, held: 0, since: null };
  }
}
