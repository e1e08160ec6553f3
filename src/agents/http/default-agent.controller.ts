import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccountId, Operation } from '../../platform/http/operation';
import { DefaultAgentSetting } from '../application/default-agent-setting';
import { AGENT, DEFAULT_AGENT } from './agent.answers';
import { DefaultAgentRequest } from './agent.requests';

@ApiTags('Agents')
@Controller('v1/settings/default-agent')
export class DefaultAgentController {
  constructor(private readonly setting: DefaultAgentSetting) {}

  @Get()
  @Operation({
    access: ['calls:read', 'agents:manage'],
    id: 'getDefaultAgent',
    summary: 'Read which agent calls without agent_id use',
    answer: DEFAULT_AGENT,
  })
  read(@AccountId() accountId: string) {
    return this.setting.view(accountId);
  }

  @Put()
  @Operation({
    access: ['agents:manage'],
    id: 'setDefaultAgent',
    summary: 'Choose the agent of calls without agent_id',
    description: 'Only this one setting changes.',
    answer: DEFAULT_AGENT,
    bodies: { agent: { agent_id: AGENT.example.id } },
    errors: ['agent_not_found', 'agent_disabled', 'agent_inbound_only'],
  })
  choose(@AccountId() accountId: string, @Body() body: DefaultAgentRequest) {
    return this.setting.choose(accountId, body.agent_id);
  }
}
