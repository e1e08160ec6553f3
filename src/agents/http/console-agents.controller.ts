import { Controller, Get } from '@nestjs/common';
import {
  answer,
  choice,
  constant,
  flag,
  id,
  instant,
  listOf,
  nullable,
  text,
} from '../../platform/http/answers/answer';
import { AccountId, Operation } from '../../platform/http/operation';
import { AgentReader } from '../application/agent-reader';
import { AGENT_DIRECTIONS } from '../domain/agent-fields';

type Row = Awaited<ReturnType<AgentReader['rows']>>['data'][number];

const AGENT_ROW = answer<Row>(
  'AgentRow',
  'An agent of the table.',
  {
    object: constant('agent_row'),
    id: id('agent', 'Id.'),
    name: text('Name.'),
    enabled: flag('Whether it is turned on.'),
    direction: choice(AGENT_DIRECTIONS, 'Whether it places calls, answers them, or both.'),
    language: nullable(text('As set; null for Hindi or Hinglish.')),
    tts_model: text('Voice engine.'),
    voice: text('Voice.'),
    is_default: flag('Whether calls without agent_id use it.'),
    updated_at: instant('Last save.'),
  },
  {
    object: 'agent_row',
    id: 'agent_01kaf5t2c8e4r6y0u2i4o6p8as',
    name: 'Asha',
    enabled: true,
    direction: 'outbound',
    language: 'hinglish',
    tts_model: 'google',
    voice: 'Aoede',
    is_default: true,
    updated_at: '2026-11-20T09:15:00.123Z',
  },
);

const AGENT_ROWS = listOf(AGENT_ROW, { paged: false });

@Controller('console/api/agents')
export class ConsoleAgentsController {
  constructor(private readonly reader: AgentReader) {}

  @Get()
  @Operation({
    access: ['calls:read', 'agents:manage'],
    id: 'consoleAgents',
    summary: 'List every agent, by name',
    answer: AGENT_ROWS,
  })
  list(@AccountId() accountId: string) {
    return this.reader.rows(accountId);
  }
}
