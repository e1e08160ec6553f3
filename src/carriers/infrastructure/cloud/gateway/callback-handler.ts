import type { WebSocket } from 'ws';
import type { CallbackResponse, CallbackKind } from '../adapter';

/** Handles the callbacks and the stream of one leg, which its token identifies. */
export interface CallbackHandler {
  /** @param fields of query and body. Resolves when the resulting events are stored. */
  onCallback(fields: ReadonlyMap<string, string>): Promise<void>;
  /** For an answered phone, or a call whose second phone has ended; null: the call ends. */
  nextInstruction(kind: CallbackKind): CallbackResponse | null | Promise<CallbackResponse>;
  /** True until a stream is attached or the leg has ended. */
  readonly acceptsStream: boolean;
  attachStream(socket: WebSocket): void;
}
