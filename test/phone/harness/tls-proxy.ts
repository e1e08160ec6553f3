import { type Socket, connect } from 'node:net';
import { createServer } from 'node:tls';

/** Ends TLS before a port of this machine: SIPp as it is packaged speaks none. */
export async function tlsProxy(
  certificate: { readonly cert: string; readonly key: string },
  port: number,
): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer(certificate, (near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as { port: number }).port,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
