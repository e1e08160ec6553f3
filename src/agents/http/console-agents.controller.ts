import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import {
  answer,
  choice,
  constant,
  flag,
  id,
  instant,
  listOf,
  listOfPlain,
  nullable,
  text,
} from '../../platform/http/answers/answer';
import { AccountId, Operation } from '../../platform/http/operation';
import { AgentHistory } from '../application/agent-history';
import { AgentReader } from '../application/agent-reader';
import { AGENT_DIRECTIONS } from '../domain/agent-fields';
import { AGENT } from './agent.answers';

type Version = Awaited<ReturnType<AgentHistory['list']>>['data'][number];
type Row = Awaited<ReturnType<AgentReader['consoleRows']>>['data'][number];

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

const AGENT_VERSION = answer<Version>(
  'AgentVersion',
  'A save of an agent.',
  {
    object: constant('agent_version'),
    saved_at: instant('When; updated_at of that version.'),
    changed: listOfPlain(text('A field.'), 'Fields that the save changed; of the first none.'),
  },
  { object: 'agent_version', saved_at: '2026-11-20T09:15:00.123Z', changed: ['system_prompt'] },
);

const AGENT_VERSIONS = listOf(AGENT_VERSION, { paged: false });

const ID = { name: 'id', description: 'The id of an agent.', example: AGENT_ROW.example.id };

@Controller('console/api/agents')
export class ConsoleAgentsController {
  constructor(
    private readonly reader: AgentReader,
    private readonly history: AgentHistory,
  ) {}

  @Get()
  @Operation({
    access: ['calls:read', 'agents:manage'],
    id: 'consoleAgents',
    summary: 'List every agent, by name',
    answer: AGENT_ROWS,
  })
  list(@AccountId() accountId: string) {
    return this.reader.consoleRows(accountId);
  }

  @Get(':id/versions')
  @ApiParam(ID)
  @Operation({
    access: ['agents:manage'],
    id: 'consoleAgentVersions',
    summary: 'List the newest 50 saves of an agent',
    answer: AGENT_VERSIONS,
    errors: ['agent_not_found'],
  })
  versions(@AccountId() accountId: string, @Param('id') id: string) {
    return this.history.list(accountId, id);
  }

  @Get(':id/versions/:saved_at')
  @ApiParam(ID)
  @ApiParam({ name: 'saved_at', description: 'When it was saved.', example: AGENT_VERSION.example.saved_at })
  @Operation({
    access: ['agents:manage'],
    id: 'consoleAgentVersion',
    summary: 'Read an agent as it was saved',
    answer: AGENT,
    errors: ['agent_not_found', 'not_found'],
  })
  version(@AccountId() accountId: string, @Param('id') id: string, @Param('saved_at') savedAt: string) {
    return this.history.read(accountId, id, savedAt);
  }
}
