import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBody, ApiParam, ApiTags } from '@nestjs/swagger';
import { AccountId, Operation } from '../../platform/http/operation';
import type { OperationLimit } from '../../platform/http/rate-limit/operation-limit';
import { AgentTests } from '../application/agent-tests/agent-tests';
import { AGENT_TEST_RUN, AGENT_TESTS } from './agent-tests.answers';
import { RunAgentTestsRequest, StoreAgentTestsRequest } from './agent-tests.requests';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

const AGENT_ID = ApiParam({
  name: 'id',
  description: 'The id of an agent.',
  example: AGENT_TESTS.example.agent_id,
});
export const MAX_TESTS_BODY_BYTES = 524_288;

export const TEST_RUN_LIMITS: readonly OperationLimit[] = [
  { kind: 'agent-tests', of: 'sender', max: 30, windowMs: MINUTE_MS, label: 'runs of tests in a minute' },
];

@ApiTags('Agents')
@Controller('v1/agents')
export class AgentTestsController {
  constructor(private readonly tests: AgentTests) {}

  @Get(':id/tests')
  @AGENT_ID
  @Operation({
    access: ['agents:manage'],
    id: 'getAgentTests',
    summary: 'Read the tests of an agent',
    answer: AGENT_TESTS,
    errors: ['agent_not_found'],
  })
  read(@AccountId() accountId: string, @Param('id') id: string) {
    return this.tests.read(accountId, id);
  }

  @Put(':id/tests')
  @AGENT_ID
  @Operation({
    access: ['agents:manage'],
    id: 'storeAgentTests',
    summary: 'Replace the tests of an agent',
    description: 'They are no part of its version.',
    answer: AGENT_TESTS,
    bodyLimit: MAX_TESTS_BODY_BYTES,
    bodies: { one: { tests: AGENT_TESTS.example.tests } },
    errors: ['agent_not_found'],
  })
  store(@AccountId() accountId: string, @Param('id') id: string, @Body() { tests }: StoreAgentTestsRequest) {
    return this.tests.store(accountId, id, tests);
  }

  @Post(':id/tests/run')
  @AGENT_ID
  @HttpCode(200)
  @ApiBody({ type: RunAgentTestsRequest, required: false })
  @Operation({
    access: ['agents:manage'],
    limits: TEST_RUN_LIMITS,
    id: 'runAgentTests',
    summary: 'Run tests of an agent: no call, no request of a tool, no charge',
    description: 'Within 20 s; the rest is skipped. With engine model one test a request, within 55 s.',
    optionalBody: true,
    audited: false,
    answer: AGENT_TEST_RUN,
    bodyLimit: MAX_TESTS_BODY_BYTES,
    bodies: { one: { tests: AGENT_TESTS.example.tests } },
    errors: ['agent_not_found'],
  })
  run(@AccountId() accountId: string, @Param('id') id: string, @Body() body: RunAgentTestsRequest) {
    const { tests, only, engine } = body;
    return this.tests.run(accountId, id, { tests, only, engine: engine ?? 'offline' });
  }
}
