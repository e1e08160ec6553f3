import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { AgentTrials } from '../../agents';
import { contactOf } from '../../platform/http/fields/contact.request';
import { pageSize } from '../../platform/http/fields/page.request';
import { trialProblems } from '../../platform/http/fields/trial.request';
import { CurrentPrincipal, Operation } from '../../platform/http/operation';
import type { AccountPrincipal, LateProblems } from '../../platform/http/request-context';
import { VoiceTestEnding } from '../application/voice-tests/voice-test-ending';
import { VoiceTestReader } from '../application/voice-tests/voice-test-reader';
import { VoiceTests } from '../application/voice-tests/voice-tests';
import { DELETED_VOICE_TEST, STARTED_VOICE_TEST, VOICE_TEST, VOICE_TESTS } from './voice-test.answers';
import { VoiceTestRequest, VoiceTestsQuery } from './voice-test.requests';
import { isObject } from '../../platform/kernel/own';

const ID = { name: 'id', description: 'The id of a voice test.', example: VOICE_TEST.example.id };

/** A draft that stands beside an agent is refused as such. */
const draftProblems: LateProblems = (find, { body, principal }) => {
  const { agent_id: id, draft } = (body ?? {}) as Partial<Record<keyof VoiceTestRequest, unknown>>;
  const isDraft = isObject(draft) && id == null;
  return Promise.resolve(isDraft ? find(AgentTrials).problemsOf(draft, principal?.countries ?? null) : []);
};

@Controller('console/api/voice-tests')
export class ConsoleVoiceTestsController {
  constructor(
    private readonly tests: VoiceTests,
    private readonly reader: VoiceTestReader,
    private readonly ending: VoiceTestEnding,
  ) {}

  @Post()
  @HttpCode(200)
  @Operation({
    access: ['calls:write'],
    fieldScopes: { draft: 'agents:manage' },
    id: 'consoleStartVoiceTest',
    summary: 'Prepare a talk with an agent by the microphone of the browser',
    answer: STARTED_VOICE_TEST,
    moreProblems: (_, body) => trialProblems(body),
    lateProblems: draftProblems,
    errors: [
      'agent_not_found',
      'voice_tests_off',
      'agent_cannot_talk',
      'voice_test_running',
      'rate_limited',
      'no_room',
    ],
  })
  start(@CurrentPrincipal() principal: AccountPrincipal, @Body() body: VoiceTestRequest) {
    const { agent_id = '', draft, contact, variables = {}, record = true } = body;
    return this.tests.start(principal, {
      agent: draft ?? agent_id,
      contact: contactOf(contact),
      variables,
      record,
    });
  }

  @Get()
  @Operation({
    access: ['calls:read'],
    id: 'consoleVoiceTests',
    summary: "List one's own voice tests, with agents:manage all, newest first",
    answer: VOICE_TESTS,
  })
  list(@CurrentPrincipal() principal: AccountPrincipal, @Query() query: VoiceTestsQuery) {
    return this.reader.list(principal, query.agent_id, pageSize(query), query.starting_after);
  }

  @Get(':id')
  @ApiParam(ID)
  @Operation({
    access: ['calls:read'],
    id: 'consoleVoiceTest',
    summary: 'Read a voice test',
    answer: VOICE_TEST,
    errors: ['not_found'],
  })
  read(@CurrentPrincipal() principal: AccountPrincipal, @Param('id') id: string) {
    return this.reader.read(principal, id);
  }

  @Post(':id/hang-up')
  @HttpCode(200)
  @ApiParam(ID)
  @Operation({
    access: ['calls:write'],
    id: 'consoleEndVoiceTest',
    summary: 'End a voice test, within a second',
    optionalBody: true,
    answer: VOICE_TEST,
    errors: ['not_found'],
  })
  hangUp(@CurrentPrincipal() principal: AccountPrincipal, @Param('id') id: string) {
    return this.ending.hangUp(principal, id);
  }

  @Delete(':id')
  @ApiParam(ID)
  @Operation({
    access: ['calls:write'],
    id: 'consoleDeleteVoiceTest',
    summary: 'Delete the text and the recording of a voice test; one that runs is ended first',
    answer: DELETED_VOICE_TEST,
    errors: ['not_found'],
  })
  delete(@CurrentPrincipal() principal: AccountPrincipal, @Param('id') id: string) {
    return this.ending.delete(principal, id);
  }
}
