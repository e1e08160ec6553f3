import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';

/** The service's end of the socket of a page. */
export class FakeLiveSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly texts: Record<string, unknown>[] = [];
  readonly sounds: Uint8Array[] = [];
  readonly close = jest.fn();
  readonly terminate = jest.fn();
  readonly ping = jest.fn();

  get asSocket(): WebSocket {
    return this as unknown as WebSocket;
  }

  send(data: string | Uint8Array): void {
    if (typeof data === 'string') this.texts.push(JSON.parse(data) as Record<string, unknown>);
    else this.sounds.push(data);
  }

  /** The page sends a message. */
  says(message: object): void {
    this.emit('message', Buffer.from(JSON.stringify(message)), false);
  }
}
