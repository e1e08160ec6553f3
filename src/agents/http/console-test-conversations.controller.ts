import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { CurrentPrincipal, Operation } from '../../platform/http/operation';
import { contactOf } from '../../platform/http/fields/contact.request';
import type { OperationLimit } from '../../platform/http/rate-limit/operation-limit';
import type { AccountPrincipal, OperationOptions } from '../../platform/http/request-context';
import { type TestConversation, TestConversations } from '../application/test-conversations';
import { draftOf } from './agent-input';
import { TEST_OUTCOME, TEST_TURN } from './test-conversation.answers';
import {
  TestConversationRequest,
  testConversationProblems,
  TestTurnRequest,
} from './test-conversation.requests';
import { DAY_MS, MINUTE_MS } from '../../platform/kernel/time/durations';

/** One limit for both operations, as a model answers both. */
const LIMITS: readonly OperationLimit[] = [
  {
    kind: 'test-conversations',
    of: 'login',
    max: 30,
    windowMs: MINUTE_MS,
    label: 'turns of test conversations in a minute by one person',
  },
  {
    kind: 'test-conversations',
    of: 'account',
    max: 200,
    windowMs: DAY_MS,
    label: 'turns of test conversations in 24 hours in one account',
  },
];

const SHARED = {
  access: ['calls:write'],
  fieldScopes: { draft: 'agents:manage' },
  limits: LIMITS,
  audited: false,
  moreProblems: testConversationProblems,
  errors: ['agent_not_found'],
} as const satisfies Partial<OperationOptions>;

@ApiExtraModels(TestTurnRequest)
@Controller('console/api/test-conversations')
export class ConsoleTestConversationsController {
  constructor(private readonly conversations: TestConversations) {}

  @Post()
  @HttpCode(200)
  @Operation({
    ...SHARED,
    id: 'consoleTestTurn',
    summary: 'Say what an agent says next; nothing is stored',
    answer: TEST_TURN,
  })
  turn(@CurrentPrincipal() principal: AccountPrincipal, @Body() body: TestConversationRequest) {
    return this.conversations.turn(principal.accountId, conversationOf(body, principal));
  }

  @Post('outcome')
  @HttpCode(200)
  @Operation({
    ...SHARED,
    id: 'consoleTestOutcome',
    summary: 'Say what came of a test conversation; nothing is stored',
    answer: TEST_OUTCOME,
  })
  outcome(@CurrentPrincipal() principal: AccountPrincipal, @Body() body: TestConversationRequest) {
    return this.conversations.outcome(principal.accountId, conversationOf(body, principal));
  }
}

function conversationOf(
  { agent_id = '', draft, contact, variables = {}, turns = [] }: TestConversationRequest,
  { countries }: AccountPrincipal,
): TestConversation {
  return {
    agent: draft ? draftOf({ agent: draft }, countries) : agent_id,
    contact: contactOf(contact),
    variables,
    turns,
  };
}
