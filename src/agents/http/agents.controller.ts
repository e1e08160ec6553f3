import { Body, Controller, Get, Headers, HttpCode, Param, Patch, Post, Res } from '@nestjs/common';
import { ApiHeader, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AccountId, CurrentPrincipal, Idempotency, Operation } from '../../platform/http/operation';
import type { AccountPrincipal, IdempotencyKey } from '../../platform/http/request-context';
import type { ErrorCode } from '../../platform/kernel/domain-error';
import { AgentCreation } from '../application/agent-creation';
import { AgentEditor } from '../application/agent-editor';
import { AgentReader } from '../application/agent-reader';
import { withETag } from '../../platform/http/answers/entity-tag';
import { changeProblems, handoffCountryProblems, newAgentOf, patchOf, versionOf } from './agent-input';
import { AGENT, AGENT_LIST, CHANGED_AGENT, CREATED_AGENT } from './agent.answers';
import { ChangeAgentRequest, CreateAgentRequest } from './agent.requests';

const SETTINGS_ERRORS: readonly ErrorCode[] = [
  'unsupported_tts_model',
  'unsupported_language',
  'invalid_voice',
  'voice_language_mismatch',
  'booking_page_not_found',
  'invalid_agent',
  'agent_name_taken',
];

const AGENT_ID = ApiParam({ name: 'id', description: 'The id of an agent.', example: AGENT.example.id });

const NEW_AGENTS = {
  smallest: {
    name: 'Asha, smallest',
    opening_line: 'Namaste {{contact_name}}, this is Asha from the admissions office.',
    system_prompt: 'You help callers choose a course. Ask one question at a time.',
  },
  admissions: {
    name: 'Asha, admissions',
    opening_line: 'Namaste {{contact_name}}, you asked about {{course}}?',
    system_prompt: 'You help callers choose a course. Ask one question at a time.',
    language: 'hinglish',
    tts_model: 'google',
    extraction_questions: ['Which course is the contact interested in?', 'When do they want to join?'],
    dispositions: ['Interested', 'Callback', 'Not_Interested'],
    max_call_minutes: 5,
    pace: 1.1,
    voice: 'Aoede',
    handoff_numbers: ['+919876543210'],
    send_rules: [
      { action_type: 'send_email', message_body: 'Here is the brochure.', when: { meeting_requested: true } },
    ],
    voicemail: { action: 'leave_message', message: 'Namaste {{contact_name}}, we will call you again.' },
    keyterms: ['B.Tech', 'hostel'],
    pronunciations: [{ text: 'B.Tech', say: 'bee tech' }],
  },
};

const CHANGES = { pace: { pace: 1.2 }, shorter_calls: { max_call_minutes: 3, pace: null } };

@ApiTags('Agents')
@Controller('v1/agents')
export class AgentsController {
  constructor(
    private readonly creation: AgentCreation,
    private readonly editor: AgentEditor,
    private readonly reader: AgentReader,
  ) {}

  @Post()
  @Operation({
    access: ['agents:manage'],
    id: 'createAgent',
    summary: 'Create an agent',
    description: '201 with the agent when it was created; 200 when an earlier Idempotency-Key is replayed.',
    idempotent: true,
    versioned: true,
    answer: { 201: CREATED_AGENT, 200: CREATED_AGENT },
    bodies: NEW_AGENTS,
    moreProblems: handoffCountryProblems,
    errors: SETTINGS_ERRORS,
  })
  async create(
    @AccountId() accountId: string,
    @Body() body: CreateAgentRequest,
    @Idempotency() key: IdempotencyKey | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const view = await this.creation.create(accountId, newAgentOf(body), key);
    response.status(view.idempotent_replay ? 200 : 201);
    return withETag(response, view);
  }

  @Get()
  @Operation({
    access: ['calls:read'],
    id: 'listAgents',
    summary: 'List every agent that is turned on and can call out, by name',
    answer: AGENT_LIST,
  })
  list(@AccountId() accountId: string) {
    return this.reader.callableAgents(accountId);
  }

  @Get(':id')
  @AGENT_ID
  @Operation({
    access: ['calls:read', 'agents:manage'],
    id: 'getAgent',
    summary: 'Read an agent; without agents:manage a summary',
    versioned: true,
    answer: AGENT,
    errors: ['agent_not_found'],
  })
  async read(
    @CurrentPrincipal() { accountId, scopes }: AccountPrincipal,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    return withETag(response, await this.reader.view(accountId, id, { isFull: scopes.has('agents:manage') }));
  }

  @Patch(':id')
  @AGENT_ID
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description: "The agent's updated_at as last read, bare or in quotes (its ETag), or *.",
    example: '"2026-11-20T09:15:00.123Z"',
  })
  @Operation({
    access: ['agents:manage'],
    id: 'changeAgent',
    summary: 'Change an agent; only what is sent changes',
    description:
      'null clears a nullable field. With If-Match or expected_updated_at it is refused when the agent was saved since.',
    versioned: true,
    answer: CHANGED_AGENT,
    bodies: CHANGES,
    moreProblems: changeProblems,
    errors: ['agent_not_found', 'version_conflict', ...SETTINGS_ERRORS],
  })
  async change(
    @AccountId() accountId: string,
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() body: ChangeAgentRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const expected = versionOf(ifMatch, body);
    const { dry_run: isDryRun = false } = body;
    return withETag(response, await this.editor.change(accountId, id, patchOf(body), { expected, isDryRun }));
  }

  @Post(':id/disable')
  @AGENT_ID
  @HttpCode(200)
  @Operation({
    access: ['agents:manage'],
    id: 'disableAgent',
    summary: 'Turn an agent off; its waiting calls are canceled',
    description: 'Twice is fine.',
    versioned: true,
    answer: CHANGED_AGENT,
    errors: ['agent_not_found'],
  })
  async disable(
    @AccountId() accountId: string,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    return withETag(response, await this.editor.disable(accountId, id));
  }
}
