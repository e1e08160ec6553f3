import { once } from 'node:events';
import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import type { WebSocket } from 'ws';
import { Accounts } from '../../accounts';
import { withTimeout } from '../../platform/kernel/time/timeout';
import { Sweeps } from '../../platform/sweeps';
import type { SessionScope } from '../../platform/http/scopes';
import { Sessions, scopesOf } from '../../sign-in';
import { CLOSE_CODES } from '../infrastructure/live-connection';
import type { LiveSubject } from '../infrastructure/ticket.repository';
import type { LiveAttachment } from './live-host';

/** Twice within the 5 s in which a sign-out is seen. */
const LOOK_INTERVAL_MS = 2_500;
const CLOSE_TIMEOUT_MS = 1_000;

interface WatchedSocket {
  readonly socket: WebSocket;
  readonly attachment: LiveAttachment;
  readonly sessionId: string;
  readonly accountId: string;
  readonly scope: SessionScope;
  readonly subjectKind: LiveSubject;
}

/** Ends the sockets of people who signed out or may no longer have them, and all at a shutdown: pages resume elsewhere. */
@Injectable()
export class SocketWatch implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  readonly #watched = new Set<WatchedSocket>();

  constructor(
    private readonly sweeps: Sweeps,
    private readonly sessions: Sessions,
    private readonly accounts: Accounts,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(LOOK_INTERVAL_MS, 'sessions of live sockets', () => this.#look());
  }

  add(watched: WatchedSocket): void {
    this.#watched.add(watched);
    watched.socket.once('close', () => this.#watched.delete(watched));
  }

  /** A host in this process sends `ended` and closes its sockets itself. */
  onModuleDestroy(): void {
    for (const { socket } of this.#relayed) socket.close(CLOSE_CODES.stopping);
  }

  async beforeApplicationShutdown(): Promise<void> {
    const closed = Promise.all(this.#relayed.map(({ socket }) => once(socket, 'close')));
    await withTimeout(CLOSE_TIMEOUT_MS, closed, () => undefined);
  }

  get #relayed(): WatchedSocket[] {
    return [...this.#watched].filter(({ attachment }) => attachment.isRelayed);
  }

  async #look(): Promise<void> {
    const bySession = new Map<string, WatchedSocket[]>();
    for (const watched of this.#watched) {
      bySession.set(watched.sessionId, [...(bySession.get(watched.sessionId) ?? []), watched]);
    }
    for (const [id, sockets] of bySession) {
      const session = await this.sessions.find(id);
      for (const { accountId, scope, subjectKind, attachment } of sockets) {
        const member = session?.memberships.find((one) => one.accountId === accountId);
        const hasScope = member && scopesOf(member.roles, member.listening).includes(scope);
        if (!hasScope || !(await this.#isOn(subjectKind, accountId))) attachment.signOut();
      }
    }
  }

  /** Human calls can be excluded from listening. */
  async #isOn(subjectKind: LiveSubject, accountId: string): Promise<boolean> {
    return subjectKind !== 'human_call' || (await this.accounts.get(accountId)).listeningHuman;
  }
}
