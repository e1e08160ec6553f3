import type { WebSocket } from 'ws';
import type { CallbackResponse, CallbackKind } from '../adapter';

/** A leg that this process holds, as callbacks and sockets with its token find it. */
export interface CallbackHandler {
  /** What the carrier says, by the fields of query and body. Resolves when what came of it is stored. */
  onCallback(fields: ReadonlyMap<string, string>): Promise<void>;
  /** What is to be done with who answered, or with a call whose second phone is over; null: nothing any more. */
  nextInstruction(what: CallbackKind): CallbackResponse | null | Promise<CallbackResponse>;
  /** Whether a socket may bring its audio: once, and not when it is over. */
  readonly acceptsStream: boolean;
  attachStream(socket: WebSocket): void;
}
