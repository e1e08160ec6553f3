export interface ContactTalk {
  readonly accountId: string;
  readonly phoneNumber: string;
  /** The inbound or human call in which the contact talked. */
  readonly callId: string;
  readonly durationSeconds: number | null;
}

/** Stops further attempts to a contact who has talked meanwhile. Implemented by the calls context. */
export abstract class ReachedContacts {
  /** Runs in the transaction that ends the talk. */
  abstract onTalk(talk: ContactTalk): Promise<void>;
}
