import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { trialProblems } from '../../platform/http/fields/trial.request';
import { CurrentPrincipal, Operation } from '../../platform/http/operation';
import type { AccountPrincipal, ServiceRequest } from '../../platform/http/request-context';
import { AgentTests } from '../application/agent-tests/agent-tests';
import { AgentTrials } from '../application/agent-trials';
import { AGENT_TEST_RUN } from './agent-tests.answers';
import { MAX_TESTS_BODY_BYTES, TEST_RUN_LIMITS } from './agent-tests.controller';
import { RunTriedTestsRequest } from './agent-tests.requests';
import { draftProblems } from './test-conversation.requests';

function runProblems(request: ServiceRequest, body: unknown) {
  const problems = trialProblems(body);
  return problems.length > 0 ? problems : draftProblems(request, body);
}

@Controller('console/api/agents/tests')
export class ConsoleAgentTestsController {
  constructor(
    private readonly trials: AgentTrials,
    private readonly tests: AgentTests,
  ) {}

  @Post('run')
  @HttpCode(200)
  @Operation({
    access: ['agents:manage'],
    limits: TEST_RUN_LIMITS,
    id: 'consoleRunAgentTests',
    summary: 'Run tests of an agent or a draft: no call, no request of a tool, no charge',
    audited: false,
    bodyLimit: MAX_TESTS_BODY_BYTES,
    answer: AGENT_TEST_RUN,
    moreProblems: runProblems,
    errors: ['agent_not_found'],
  })
  async run(
    @CurrentPrincipal() { accountId, countries }: AccountPrincipal,
    @Body() { agent_id: id = '', draft, tests, engine, only }: RunTriedTestsRequest,
  ) {
    const tried = draft
      ? await this.trials.draft(accountId, draft, countries)
      : await this.trials.loadSaved(accountId, id);
    return this.tests.runTried(tried, { tests, only, engine: engine ?? 'offline' });
  }
}
