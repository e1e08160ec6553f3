import { createSocket } from 'node:dgram';

const REFUSAL_TIMEOUT_MS = 1_000;

type Refusal = 'refused' | 'no_route';

const REFUSALS = new Map<string | undefined, Refusal>([
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'no_route'],
  ['ENETUNREACH', 'no_route'],
]);

/**
 * Whether the network reports that no process listens on UDP there; null after a second without a report. The user
 * agent's socket, which has many peers, gets none. Never rejects.
 */
export function udpRefusal(address: string, port: number): Promise<Refusal | null> {
  return new Promise((resolve) => {
    // Does not block the exit of the process.
    const socket = createSocket('udp4').unref();
    const timer = setTimeout(() => end(null), REFUSAL_TIMEOUT_MS).unref();
    const end = (refusal: Refusal | null) => {
      clearTimeout(timer);
      socket.removeAllListeners('error').on('error', () => undefined);
      socket.close();
      resolve(refusal);
    };
    socket.once('error', (error: NodeJS.ErrnoException) => end(REFUSALS.get(error.code) ?? null));
    socket.connect(port, address, () => {
      // A keep-alive (RFC 5626): no message, so it gets no response.
      socket.send('\r\n\r\n', () => undefined);
    });
  });
}
