import { Injectable } from '@nestjs/common';

/** What requests of tools state about the call of a talk. */
export interface TalkCall {
  readonly agentId: string;
  readonly direction: string;
  readonly test: boolean;
  readonly phoneNumber: string;
  readonly contact: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Of the placeholders of fixed arguments. */
  readonly values: ReadonlyMap<string, string>;
  readonly timeZone: string;
}

export type CallbackResult =
  | { readonly callId: string }
  /** Why no call was queued. */
  | { readonly code: string; readonly message: string };

export interface NewCallback {
  readonly at: Date;
  /** Waits no more, when it still does. */
  readonly replaces: string | null;
}

/** Calls, a higher context. */
export interface TalkCalls {
  /** null: there is none in the account. */
  find(accountId: string, callId: string): Promise<TalkCall | null>;
  queueCallback(accountId: string, callId: string, callback: NewCallback): Promise<CallbackResult>;
  note(callId: string, message: string): Promise<void>;
}

@Injectable()
export class CallOfTalk {
  #calls: TalkCalls | null = null;

  provide(calls: TalkCalls): void {
    this.#calls = calls;
  }

  get calls(): TalkCalls {
    if (!this.#calls) throw new Error('nobody knows the calls of talks');
    return this.#calls;
  }
}
