import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { answer, constant, inline } from '../../platform/http/answers/answer';
import { AccountId, Operation } from '../../platform/http/operation';
import { line } from '../../calling';
import { HumanCallContextReader } from '../application/human-call-context-reader';
import { HUMAN_CALL } from './human-call.answers';

type Context = Awaited<ReturnType<HumanCallContextReader['read']>>;

const CONTEXT = answer<Context>(
  'HumanCallContext',
  'What surrounds a human call.',
  {
    object: constant('human_call_context'),
    lines: inline<Context['lines']>('How good the line of each phone is.', {
      counsellor: line("The counsellor's; null where there is no RTP."),
      contact: line("The contact's; null where there is no RTP."),
    }),
  },
  { object: 'human_call_context', lines: { counsellor: null, contact: null } },
);

@Controller('console/api/human-calls')
export class ConsoleHumanCallsController {
  constructor(private readonly reader: HumanCallContextReader) {}

  @Get(':id/context')
  @ApiParam({ name: 'id', description: 'The id of a human call.', example: HUMAN_CALL.example.id })
  @Operation({
    access: ['calls:read'],
    id: 'consoleHumanCallContext',
    summary: 'Read how good the lines of a human call are',
    answer: CONTEXT,
    errors: ['not_found'],
  })
  context(@AccountId() accountId: string, @Param('id') id: string) {
    return this.reader.read(accountId, id);
  }
}
