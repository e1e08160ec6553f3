import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { CurrentSession, Operation } from '../../platform/http/operation';
import type { Principal, ServiceRequest } from '../../platform/http/request-context';
import { LiveUpgrades } from './live-upgrades';
import { CALL_ID, HUMAN_CALL_ID } from './listening.answers';
import { VOICE_TEST } from './voice-test.answers';

function LiveSocket(id: string, what: string): MethodDecorator {
  return Operation({
    access: 'signed_in',
    socket: true,
    id,
    summary: `${what}: a WebSocket of the subprotocols aics-live-1 and ticket.TICKET`,
    errors: ['not_found'],
  });
}

/** Live sockets. The subprotocols are aics-live-1 and ticket.TICKET, or resume.TOKEN. */
@Controller('console/live')
export class LiveSocketsController {
  constructor(private readonly upgrades: LiveUpgrades) {}

  @Get('voice-tests/:id')
  @ApiParam({ name: 'id', description: 'The id of a voice test.', example: VOICE_TEST.example.id })
  @LiveSocket('consoleVoiceTestSocket', 'Talk in a voice test')
  voiceTest(
    @CurrentSession() session: Principal,
    @Param('id') id: string,
    @Req() request: ServiceRequest,
  ): Promise<void> {
    return this.upgrades.open(request, session, { subjectKind: 'voice_test', id, scope: 'calls:write' });
  }

  @Get('calls/:id')
  @ApiParam({ name: 'id', description: 'The id of a call.', example: CALL_ID })
  @LiveSocket('consoleCallSocket', 'Listen to a call')
  call(
    @CurrentSession() session: Principal,
    @Param('id') id: string,
    @Req() request: ServiceRequest,
  ): Promise<void> {
    return this.upgrades.open(request, session, { subjectKind: 'call', id, scope: 'calls:listen' });
  }

  @Get('human-calls/:id')
  @ApiParam({ name: 'id', description: 'The id of a human call.', example: HUMAN_CALL_ID })
  @LiveSocket('consoleHumanCallSocket', 'Listen to a human call')
  humanCall(
    @CurrentSession() session: Principal,
    @Param('id') id: string,
    @Req() request: ServiceRequest,
  ): Promise<void> {
    return this.upgrades.open(request, session, { subjectKind: 'human_call', id, scope: 'calls:listen' });
  }
}
