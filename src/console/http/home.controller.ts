import { Controller, Get, Query } from '@nestjs/common';
import { daysOfQuery } from '../../platform/http/fields/day.field';
import { AccountId, Operation } from '../../platform/http/operation';
import type { LateProblems } from '../../platform/http/request-context';
import { Home } from '../application/home';
import { Insights } from '../application/insights';
import { LocalTimes } from '../application/local-times';
import { HOME } from './home.answers';
import { INSIGHTS } from './insights.answers';
import { INSTANT } from './instant.answers';
import { HomeQuery, InstantQuery } from './home.requests';

const dayProblems: LateProblems = async (find, { query, principal }) => {
  const [days, accountId] = [daysOfQuery(query), principal?.accountId];
  return days && accountId != null ? find(Home).views.problems(accountId, days) : [];
};

@Controller('console/api')
export class HomeController {
  constructor(
    private readonly home: Home,
    private readonly insights: Insights,
    private readonly localTimes: LocalTimes,
  ) {}

  @Get('home')
  @Operation({
    access: ['calls:read'],
    id: 'consoleHome',
    summary: 'What is happening, and what came of it',
    answer: HOME,
    lateProblems: dayProblems,
  })
  read(@AccountId() accountId: string, @Query() { from, to, agent_id: agentId }: HomeQuery) {
    return this.home.views.view(accountId, { from, to, agentId });
  }

  @Get('insights')
  @Operation({
    access: ['calls:read'],
    id: 'consoleInsights',
    summary: 'What came of it, compared with the time before, by hour, agent and outcome',
    answer: INSIGHTS,
    lateProblems: dayProblems,
  })
  compare(@AccountId() accountId: string, @Query() { from, to, agent_id: agentId }: HomeQuery) {
    return this.insights.views.view(accountId, { from, to, agentId });
  }

  @Get('instant')
  @Operation({
    access: ['calls:read'],
    id: 'consoleInstant',
    summary: "Which instant a local time of the account's zone is",
    answer: INSTANT,
  })
  instant(@AccountId() accountId: string, @Query() { local }: InstantQuery) {
    return this.localTimes.at(accountId, local);
  }
}
