import type { WebSocket } from 'ws';
import type { CloudWord } from './adapter';

/** A leg that this process holds, as callbacks and sockets with its token find it. */
export interface HeldLeg {
  /** What the carrier says. Resolves when what came of it is stored. */
  say(word: CloudWord): Promise<void>;
  /** Whether a socket may bring its audio: once, and not when it is over. */
  readonly wantsSocket: boolean;
  /** @param socket never resolves when the other side has gone before the handshake */
  connect(socket: Promise<WebSocket>): void;
}
