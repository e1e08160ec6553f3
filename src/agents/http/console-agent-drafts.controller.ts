import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { AccountId, CurrentPrincipal, Operation } from '../../platform/http/operation';
import type { AccountPrincipal } from '../../platform/http/request-context';
import { AgentDrafts } from '../application/agent-drafts';
import { AgentResources } from '../application/agent-resources';
import { AGENT_RESOURCES, AGENT_VALIDATION } from './agent-draft.answers';
import { ValidateAgentRequest } from './agent-draft.requests';
import { draftOf } from './agent-input';

@Controller('console/api')
export class ConsoleAgentDraftsController {
  constructor(
    private readonly drafts: AgentDrafts,
    private readonly resources: AgentResources,
  ) {}

  @Get('agent-resources')
  @Operation({
    access: ['agents:manage'],
    id: 'consoleAgentResources',
    summary: 'List booking pages and WhatsApp templates',
    answer: AGENT_RESOURCES,
  })
  read(@AccountId() accountId: string) {
    return this.resources.view(accountId);
  }

  @Post('agents/validate')
  @HttpCode(200)
  @Operation({
    access: ['agents:manage'],
    id: 'consoleValidateAgent',
    summary: 'Say what a save would say; nothing is saved',
    audited: false,
    answer: AGENT_VALIDATION,
    errors: ['agent_not_found'],
  })
  validate(
    @CurrentPrincipal() { accountId, countries }: AccountPrincipal,
    @Body() body: ValidateAgentRequest,
  ) {
    return this.drafts.validate(accountId, draftOf(body, countries));
  }
}
