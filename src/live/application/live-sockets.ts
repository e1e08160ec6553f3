import { Injectable } from '@nestjs/common';
import type { WebSocket } from 'ws';
import { scopesOf, Sessions } from '../../sign-in';
import { CLOSE_CODES } from '../infrastructure/live-connection';
import { connectToHost, pipe } from '../infrastructure/live-relay';
import type { LiveSubject } from '../infrastructure/ticket.repository';
import { Hosts } from './hosts';
import { type AttachSocket, LiveHost, type LivePerson, type LiveVisitor } from './live-host';
import { RelayTokens } from './relay-tokens';
import { Tickets } from './tickets';

export interface LiveRequest {
  readonly subjectKind: LiveSubject;
  readonly id: string;
  readonly sessionId: string;
  readonly address: string | null;
  readonly proof: { readonly kind: 'ticket' | 'resume'; readonly value: string };
}

interface LiveSubjectPlace {
  readonly accountId: string;
  /** The id of the media process that has the audio. */
  readonly host: string;
}

type FindPlace = (id: string) => Promise<LiveSubjectPlace | null>;

/** The caller uses exactly one of both, without delay. */
interface Admission {
  readonly attach: AttachSocket;
  /** No socket comes. */
  readonly abandon: () => void;
}

export interface AdmittedSocket extends Admission {
  readonly accountId: string;
}

const PATHS: Readonly<Record<LiveSubject, string>> = {
  voice_test: 'voice-tests',
  call: 'calls',
  human_call: 'human-calls',
};

/** Leads the sockets of pages to the process that has the audio: this one, or another by a relay. */
@Injectable()
export class LiveSockets {
  readonly #places = new Map<LiveSubject, FindPlace>();

  constructor(
    private readonly tickets: Tickets,
    private readonly hosts: Hosts,
    private readonly host: LiveHost,
    private readonly tokens: RelayTokens,
    private readonly sessions: Sessions,
  ) {}

  register(subjectKind: LiveSubject, find: FindPlace): void {
    this.#places.set(subjectKind, find);
  }

  /** null: no such subject, ticket, member or host. */
  async admit({ subjectKind, id, sessionId, address, proof }: LiveRequest): Promise<AdmittedSocket | null> {
    const place = await this.#places.get(subjectKind)?.(id);
    if (!place) return null;
    const { accountId } = place;
    if (proof.kind === 'ticket') {
      const ticketOf = await this.tickets.redeem(proof.value, { subjectKind, subjectId: id, sessionId });
      if (ticketOf !== accountId) return null;
    }
    const person = await this.#person(sessionId, accountId, address);
    if (!person) return null;
    const visitor = { id, sessionId, person, resume: proof.kind === 'resume' ? proof.value : null };
    const admission = this.hosts.isOwn(place.host)
      ? await this.#hostHere(subjectKind, visitor)
      : await this.#relay(subjectKind, visitor, place.host);
    return admission && { accountId, ...admission };
  }

  /** A page that does not come is waited for as one whose connection broke. */
  async #hostHere(subjectKind: LiveSubject, visitor: LiveVisitor): Promise<Admission | null> {
    const attach = await this.host.admit(subjectKind, visitor);
    return attach && { attach, abandon: () => undefined };
  }

  async #person(sessionId: string, accountId: string, address: string | null): Promise<LivePerson | null> {
    const session = await this.sessions.find(sessionId);
    const member = session?.memberships.find((one) => one.accountId === accountId);
    if (!session || !member) return null;
    const { loginId, name, email } = session;
    const mayEnd = scopesOf(member.roles, member.listening).includes('calls:write');
    return { accountId, loginId, loginName: name, loginEmail: email, address, mayEnd };
  }

  async #relay(subjectKind: LiveSubject, visitor: LiveVisitor, host: string): Promise<Admission | null> {
    const origin = await this.hosts.origin(host);
    if (origin === null) return null;
    const path = `/live/${PATHS[subjectKind]}/${visitor.id}`;
    const upstream = await connectToHost(origin, path, this.tokens.sign({ ...visitor, subjectKind }));
    if (!upstream) return null;
    const attach = (socket: WebSocket) => {
      pipe(socket, upstream);
      return {
        isRelayed: true,
        signOut: () => {
          upstream.close(CLOSE_CODES.signedOut);
          socket.close(CLOSE_CODES.signedOut);
        },
      };
    };
    return { attach, abandon: () => upstream.terminate() };
  }
}
