import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { CurrentSession, Operation } from '../../platform/http/operation';
import type { Principal, ServiceRequest } from '../../platform/http/request-context';
import { LiveUpgrades } from './live-upgrades';
import { VOICE_TEST } from './voice-test.answers';

/** Live sockets. The subprotocols are aics-live-1 and ticket.TICKET, or resume.TOKEN. */
@Controller('console/live')
export class LiveSocketsController {
  constructor(private readonly upgrades: LiveUpgrades) {}

  @Get('voice-tests/:id')
  @ApiParam({ name: 'id', description: 'The id of a voice test.', example: VOICE_TEST.example.id })
  @Operation({
    access: 'signed_in',
    socket: true,
    id: 'consoleVoiceTestSocket',
    summary: 'Talk in a voice test: a WebSocket of the subprotocols aics-live-1 and ticket.TICKET',
    errors: ['not_found'],
  })
  voiceTest(
    @CurrentSession() session: Principal,
    @Param('id') id: string,
    @Req() request: ServiceRequest,
  ): Promise<void> {
    return this.upgrades.open(request, session, { what: 'voice_test', id, scope: 'calls:write' });
  }
}
