import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A UDP port that is free now, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  await new Promise<void>((done) => {
    socket.close(done);
  });
  return port;
}
