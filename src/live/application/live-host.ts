import { Injectable } from '@nestjs/common';
import type { WebSocket } from 'ws';
import type { LiveSubject } from '../infrastructure/ticket.repository';

/** A page that a gateway has authenticated. */
export interface LiveVisitor {
  readonly id: string;
  readonly sessionId: string;
  /** null: it comes with a ticket, for the first time. */
  readonly resume: string | null;
  readonly person: LivePerson;
}

/** A member of an account. */
export interface LivePerson {
  readonly accountId: string;
  readonly loginId: string;
  readonly loginName: string;
  readonly loginEmail: string;
  readonly address: string | null;
  /** May end calls. */
  readonly mayEnd: boolean;
}

export interface LiveAttachment {
  /** Another process has the audio. */
  readonly isRelayed: boolean;
  /** The person signed out, or lost the role. */
  signOut(): void;
}

/** Attaches the socket; it is called at once, or never. */
export type AttachSocket = (socket: WebSocket) => LiveAttachment;

/** Hosts live audio of one kind. */
export interface LiveSubjectHost {
  /** null: there is nothing of this id for the visitor. */
  admit(visitor: LiveVisitor): Promise<AttachSocket | null>;
}

/** What this process hosts, by kind. */
@Injectable()
export class LiveHost {
  readonly #hosts = new Map<LiveSubject, LiveSubjectHost>();
  #isDraining = false;

  register(subjectKind: LiveSubject, host: LiveSubjectHost): void {
    this.#hosts.set(subjectKind, host);
  }

  async admit(subjectKind: LiveSubject, visitor: LiveVisitor): Promise<AttachSocket | null> {
    return (await this.#hosts.get(subjectKind)?.admit(visitor)) ?? null;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  drain(): void {
    this.#isDraining = true;
  }
}
