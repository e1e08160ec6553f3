import type { WebSocket } from 'ws';
import type { CallbackResponse, CallbackKind } from '../adapter';

/** Handles the callbacks and the stream of one leg. */
export interface CallbackHandler {
  /** @param fields of query and body */
  onCallback(fields: ReadonlyMap<string, string>): void;
  /** The response for an answered phone, or after the second phone's end; null: the call ends. */
  nextInstruction(kind: CallbackKind): CallbackResponse | null | Promise<CallbackResponse>;
  /** False after a stream was attached or the leg has ended. */
  readonly acceptsStream: boolean;
  attachStream(socket: WebSocket): void;
}
