import { createSocket } from 'node:dgram';

/** An ICMP refusal comes back within this time. */
const REFUSAL_TIMEOUT_MS = 1_000;

type Refusal = 'refused' | 'no_route';

const REFUSALS = new Map<string | undefined, Refusal>([
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'no_route'],
  ['ENETUNREACH', 'no_route'],
]);

/**
 * Whether the network reports that no process listens on UDP there. The socket of the user agent, which has many
 * peers, gets no such report. Null after a second without one. Never rejects.
 */
export function udpRefusal(address: string, port: number): Promise<Refusal | null> {
  return new Promise((resolve) => {
    // Who has the answer already does not wait for this.
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
      // A keep-alive of RFC 5626: no message, so nobody answers it.
      socket.send('\r\n\r\n', () => undefined);
    });
  });
}
