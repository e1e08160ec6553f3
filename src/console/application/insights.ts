import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { Agents } from '../../agents';
import { Clock } from '../../platform/clock';
import { groupedBy } from '../../platform/kernel/grouped';
import { addDays, startOfDay } from '../../platform/kernel/zoned-time';
import { HomeRepository, type LocalSpan, type Part } from '../infrastructure/home.repository';
import { type AgentResult, InsightsRepository } from '../infrastructure/insights.repository';
import { EndedCallsReader } from './ended-calls';
import { countsOf, daysFrom, hoursOfAll, minutesOf, rateOf } from './home-figures';
import { type DayRange, RangeViews } from './range-views';
import { DAY_MS } from '../../platform/kernel/time/durations';

/** Compares the calls of a time with those before it, and by hour, agent and outcome. */
@Injectable()
export class Insights {
  readonly views: RangeViews<Awaited<ReturnType<Insights['compute']>>>;

  constructor(
    private readonly clock: Clock,
    accounts: Accounts,
    private readonly agents: Agents,
    private readonly figures: HomeRepository,
    private readonly endedCalls: EndedCallsReader,
    private readonly results: InsightsRepository,
  ) {
    this.views = new RangeViews(clock, accounts, (range) => this.compute(range));
  }

  private async compute({ part, timeZone, from, to }: DayRange) {
    const span = { since: startOfDay(from, timeZone), before: startOfDay(to, timeZone, 1), timeZone };
    const former = this.#before(from, to, timeZone);
    const dayAgo = new Date(this.clock.nowMs() - DAY_MS);
    const [ended, results, testCalls, previous, failedEvents] = await Promise.all([
      this.endedCalls.of(part, span),
      this.results.results(part, span),
      this.results.testCalls(part, span),
      this.#previous(part, former),
      this.results.failedEvents(part.accountId, dayAgo),
    ]);
    const names = await this.agents.names([...new Set(results.map(({ agentId }) => agentId))]);
    return {
      object: 'insights' as const,
      previous,
      hours: hoursOfAll(ended),
      agents: byAgent(results, names),
      outcomes: byOutcome(results),
      test_calls: testCalls,
      failed_events: failedEvents,
    };
  }

  /** The same number of days directly before; for a time that is not over, only the same part of it. */
  #before(from: string, to: string, timeZone: string): LocalSpan {
    const now = this.clock.nowMs();
    const days = daysFrom(from, to).length;
    const [since, end] = [startOfDay(addDays(from, -days), timeZone), startOfDay(from, timeZone)];
    const leftMs = Math.max(0, startOfDay(to, timeZone, 1).getTime() - now);
    return { since, before: new Date(Math.max(since.getTime(), end.getTime() - leftMs)), timeZone };
  }

  async #previous(part: Part, span: LocalSpan) {
    const [results, humanTalk] = await Promise.all([
      this.results.results(part, span),
      part.agentId === null ? this.figures.humanTalk(part.accountId, span) : 0,
    ]);
    const counts = countsOf(results);
    const seconds = results.reduce((sum, { talkSeconds }) => sum + talkSeconds, humanTalk);
    return { ...counts, connect_rate: rateOf(counts), talk_minutes: minutesOf(seconds) };
  }
}

function byAgent(results: readonly AgentResult[], names: ReadonlyMap<string, string>) {
  return [...groupedBy(results, ({ agentId }) => agentId)]
    .map(([id, some]) => ({
      agent: { id, name: names.get(id) ?? id },
      ...countsOf(some),
      talk_minutes: minutesOf(some.reduce((sum, { talkSeconds }) => sum + talkSeconds, 0)),
      credits: creditsOf(some),
    }))
    .sort((a, b) => b.connected + b.not_connected - a.connected - a.not_connected);
}

function byOutcome(results: readonly AgentResult[]) {
  const labelled = results.filter(({ disposition }) => disposition !== null);
  return [...groupedBy(labelled, ({ disposition }) => disposition ?? '')]
    .map(([disposition, some]) => ({
      disposition,
      count: some.reduce((sum, { count }) => sum + count, 0),
      credits: creditsOf(some),
    }))
    .sort((a, b) => b.count - a.count || (a.disposition < b.disposition ? -1 : 1));
}

function creditsOf(results: readonly AgentResult[]): number {
  return Math.round(results.reduce((sum, { credits }) => sum + credits, 0) * 10_000) / 10_000;
}
