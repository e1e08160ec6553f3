import { WebSocket } from 'ws';
import { CLOSE_CODES } from './live-connection';

const CONNECT_TIMEOUT_MS = 3_000;
const MAX_WAITING_BYTES = 8_192;
const MAX_MESSAGE_BYTES = 65_536;
const CUT_AFTER_MS = 1_000;
/** Codes that an endpoint may send (RFC 6455, 7.4): 1000, and those of our own. */
const FIRST_OWN_CODE = 4_000;
/** A close without a code. */
const NO_CODE = 1_005;

/** The host's side of a relay; null: it refused, or cannot be reached. Paused until `pipe`. */
export function connectToHost(origin: string, path: string, token: string): Promise<WebSocket | null> {
  return new Promise((resolve) => {
    const host = new WebSocket(`${origin.replace(/^http/u, 'ws')}${path}`, {
      headers: { authorization: `Bearer ${token}` },
      handshakeTimeout: CONNECT_TIMEOUT_MS,
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
      followRedirects: false,
    });
    host.once('open', () => {
      host.pause();
      resolve(host);
    });
    host.on('error', () => resolve(null));
    host.once('close', () => resolve(null));
  });
}

/** Passes messages both ways, and understands none. */
export function pipe(page: WebSocket, host: WebSocket): void {
  forward(page, host);
  forward(host, page);
  host.resume();
}

function forward(from: WebSocket, to: WebSocket): void {
  from.on('message', (data, isBinary) => {
    if (to.readyState !== to.OPEN) return;
    to.send(data as Buffer, { binary: isBinary }, () => {
      if (to.bufferedAmount <= MAX_WAITING_BYTES && from.isPaused) from.resume();
    });
    if (to.bufferedAmount > MAX_WAITING_BYTES) from.pause();
  });
  from.on('error', () => undefined);
  from.on('close', (code) => {
    const passed = code === NO_CODE ? CLOSE_CODES.ended : code;
    if (passed !== CLOSE_CODES.ended && passed < FIRST_OWN_CODE) to.terminate();
    else {
      to.close(passed);
      setTimeout(() => to.terminate(), CUT_AFTER_MS).unref();
    }
  });
}
