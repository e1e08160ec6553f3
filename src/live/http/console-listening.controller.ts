import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { CurrentPrincipal, Operation } from '../../platform/http/operation';
import type { AccountPrincipal } from '../../platform/http/request-context';
import { ListenAdmission } from '../application/listening/listen-admission';
import { OwnListeners } from '../application/listening/own-listeners';
import { CALL_ID, HUMAN_CALL_ID, LISTENING, OWN_LISTENERS } from './listening.answers';

const LISTEN = {
  access: ['calls:listen'],
  audited: false,
  optionalBody: true,
  answer: LISTENING,
  errors: ['not_found', 'not_listenable'],
} as const;

/** Listening to running calls. The audit log has each listening with its length, when it is over. */
@Controller('console/api')
export class ConsoleListeningController {
  constructor(
    private readonly admission: ListenAdmission,
    private readonly ownListeners: OwnListeners,
  ) {}

  @Post('calls/:id/listen')
  @HttpCode(200)
  @ApiParam({ name: 'id', description: 'The id of a call.', example: CALL_ID })
  @Operation({
    ...LISTEN,
    id: 'consoleListen',
    summary: 'Prepare listening to a running call',
  })
  call(@CurrentPrincipal() principal: AccountPrincipal, @Param('id') id: string) {
    return this.admission.start(principal, 'call', id);
  }

  @Post('human-calls/:id/listen')
  @HttpCode(200)
  @ApiParam({ name: 'id', description: 'The id of a human call.', example: HUMAN_CALL_ID })
  @Operation({
    ...LISTEN,
    id: 'consoleListenToHumanCall',
    summary: 'Prepare listening to a running human call',
  })
  humanCall(@CurrentPrincipal() principal: AccountPrincipal, @Param('id') id: string) {
    return this.admission.start(principal, 'human_call', id);
  }

  @Get('my-calls/:id/listening')
  @ApiParam({ name: 'id', description: 'The id of an own human call.', example: HUMAN_CALL_ID })
  @Operation({
    access: ['own_calls'],
    id: 'consoleMyListeners',
    summary: 'Whether a supervisor listens to an own human call',
    answer: OWN_LISTENERS,
    errors: ['not_found'],
  })
  mine(@CurrentPrincipal() me: AccountPrincipal, @Param('id') id: string) {
    return this.ownListeners.of(me, id);
  }
}
