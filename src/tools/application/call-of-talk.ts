import { Injectable } from '@nestjs/common';
import type { TalkCall, TalkTools } from '../../shared-kernel/tool-use';

export type CallbackResult =
  | { readonly callId: string }
  /** Why no call was queued. */
  | { readonly code: string; readonly message: string };

export interface NewCallback {
  readonly at: Date;
  /** Waits no more, when it still does. */
  readonly replaces: string | null;
}

/** The talk in which, or before which, a tool is used. */
export type TalkOfUse = Omit<TalkTools, 'specs'>;

/** Calls, a higher context. */
export interface CallsForTools {
  /** null: there is none in the account. */
  find(accountId: string, callId: string): Promise<TalkCall | null>;
  queueCallback(accountId: string, callId: string, callback: NewCallback): Promise<CallbackResult>;
  note(callId: string, message: string): Promise<void>;
}

/** Reads the call of a talk, and writes its timeline, by what a higher context provides. */
@Injectable()
export class CallOfTalk {
  #calls: CallsForTools | null = null;

  provide(calls: CallsForTools): void {
    this.#calls = calls;
  }

  /** null: there is no call. */
  async find({ accountId, callId, call }: TalkOfUse): Promise<TalkCall | null> {
    return call ?? this.calls.find(accountId, callId);
  }

  /** A voice test, whose `call` is given, has no timeline. A failure is ignored. */
  note({ callId, call }: TalkOfUse, message: string): void {
    if (!call) void this.calls.note(callId, message).catch(() => undefined);
  }

  get calls(): CallsForTools {
    if (!this.#calls) throw new Error('CallOfTalk.provide was not called');
    return this.#calls;
  }
}
