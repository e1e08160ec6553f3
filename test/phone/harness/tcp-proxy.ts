import { type Server, type Socket, connect, createServer } from 'node:net';

/** Passes connections on to one server, until they are cut. */
export class TcpProxy {
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async open(to: number): Promise<TcpProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const proxy = new TcpProxy(server, (server.address() as { port: number }).port);
    server.on('connection', (near) => {
      const far = connect(to, '127.0.0.1');
      for (const socket of [near, far]) {
        proxy.#sockets.add(socket);
        socket.on('error', () => socket.destroy());
      }
      near.pipe(far).pipe(near);
    });
    return proxy;
  }

  /** Cuts open connections and accepts no new ones. */
  async cut(): Promise<void> {
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await new Promise((resolve) => this.server.close(resolve));
    // Both ends see it.
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
