import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { CurrentSession, Operation } from '../../platform/http/operation';
import type { Principal, ServiceRequest } from '../../platform/http/request-context';
import { DomainError } from '../../platform/kernel/domain-error';
import { upgradeOf } from '../../platform/http/upgrades';
import { LiveSockets } from '../application/live-sockets';
import { SocketWatch } from '../application/socket-watch';
import { LIVE_PROTOCOL } from '../domain/live-message';
import { VOICE_TEST } from './voice-test.answers';

const PROOF = /^(ticket|resume)\.([\w-]{43})$/;

/** Live sockets. The subprotocols are aics-live-1 and ticket.TICKET, or resume.TOKEN. */
@Controller('console/live')
export class LiveSocketsController {
  constructor(
    private readonly sockets: LiveSockets,
    private readonly watch: SocketWatch,
  ) {}

  @Get('voice-tests/:id')
  @ApiParam({ name: 'id', description: 'The id of a voice test.', example: VOICE_TEST.example.id })
  @Operation({
    access: 'signed_in',
    socket: true,
    id: 'consoleVoiceTestSocket',
    summary: 'Talk in a voice test: a WebSocket of the subprotocols aics-live-1 and ticket.TICKET',
    errors: ['not_found'],
  })
  async voiceTest(
    @CurrentSession() { id: sessionId }: Principal,
    @Param('id') id: string,
    @Req() request: ServiceRequest,
  ): Promise<void> {
    const upgrade = upgradeOf(request);
    const proof = proofOf(upgrade?.protocols ?? []);
    const admitted = proof && (await this.sockets.admit({ what: 'voice_test', id, sessionId, proof }));
    if (!admitted || !upgrade) throw nothingHere();
    const socket = upgrade.accept(LIVE_PROTOCOL);
    // The page went away: its voice test waits for another socket.
    if (!socket) return;
    const attachment = admitted.attach(socket);
    const { accountId } = admitted;
    this.watch.add({ socket, attachment, sessionId, accountId, scope: 'calls:write' });
  }
}

function proofOf(protocols: readonly string[]) {
  const proofs = protocols.flatMap((name) => {
    const [, kind, value] = PROOF.exec(name) ?? [];
    return value === undefined ? [] : [{ kind: kind as 'ticket' | 'resume', value }];
  });
  return protocols.includes(LIVE_PROTOCOL) && proofs.length === 1 ? (proofs[0] ?? null) : null;
}

function nothingHere(): DomainError {
  return new DomainError(
    'not_found',
    'There is nothing to connect to: unknown, ended, or the ticket is no longer valid.',
  );
}
