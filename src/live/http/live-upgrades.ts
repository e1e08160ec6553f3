import { Injectable } from '@nestjs/common';
import { clientAddress } from '../../platform/http/client-address';
import type { Principal, ServiceRequest } from '../../platform/http/request-context';
import type { SessionScope } from '../../platform/http/scopes';
import { upgradeOf } from '../../platform/http/upgrades';
import { DomainError } from '../../platform/kernel/domain-error';
import { type LiveRequest, LiveSockets } from '../application/live-sockets';
import { SocketWatch } from '../application/socket-watch';
import { LIVE_PROTOCOL } from '../domain/live-message';

const PROOF = /^(ticket|resume)\.([\w-]{43})$/;

/** Opens live sockets for the routes of each kind. */
@Injectable()
export class LiveUpgrades {
  constructor(
    private readonly sockets: LiveSockets,
    private readonly watch: SocketWatch,
  ) {}

  /**
   * @param scope without it the socket is closed with 4001
   * @throws DomainError not_found for an unknown id, a ticket that is not valid, or a host that cannot be reached
   */
  async open(
    request: ServiceRequest,
    { id: sessionId }: Principal,
    { subjectKind, id, scope }: Pick<LiveRequest, 'subjectKind' | 'id'> & { readonly scope: SessionScope },
  ): Promise<void> {
    const upgrade = upgradeOf(request);
    const proof = proofOf(upgrade?.protocols ?? []);
    const address = clientAddress(request) ?? null;
    const admitted = proof && (await this.sockets.admit({ subjectKind, id, sessionId, address, proof }));
    if (!admitted || !upgrade) throw nothingHere();
    const socket = upgrade.accept(LIVE_PROTOCOL);
    if (!socket) {
      // The page has left: the host waits for its resumption.
      admitted.abandon();
      return;
    }
    const attachment = admitted.attach(socket);
    this.watch.add({ socket, attachment, sessionId, accountId: admitted.accountId, scope, subjectKind });
  }
}

function proofOf(protocols: readonly string[]): LiveRequest['proof'] | null {
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
