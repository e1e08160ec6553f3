import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { AddressGuard } from './address-guard';
import { Connection, Connections } from './connections';
import { HostResolver } from './host-resolver';

const guard = new AddressGuard(
  { webhookAllowCidrs: ['127.0.0.0/8'], webhookAllowHttp: true },
  new HostResolver(),
);

describe('a connection that is opened before its request', () => {
  let server: Server;
  let sockets: Socket[];

  beforeEach(async () => {
    sockets = [];
    server = createServer((_, response) => response.end());
    server.on('connection', (socket) => sockets.push(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });

  const origin = (host = '127.0.0.1') => `http://${host}:${(server.address() as AddressInfo).port}`;
  const opened = async () => {
    const connection = new Connection(origin(), { guard });
    connection.open();
    await once(server, 'connection');
    // The other end of it is in this process, too.
    await turns();
    return connection;
  };

  it('carries it', async () => {
    const connection = await opened();
    expect(await statusOf(connection)).toBe(200);
    expect(connection.isConnected).toBe(true);
    expect(sockets).toHaveLength(1);
    sockets[0]?.destroy();
    await turns();
    expect(connection.isConnected).toBe(false);
    connection.close();
  });

  it('is opened again when the endpoint has closed it', async () => {
    const connection = await opened();
    const closed = once(sockets[0] as Socket, 'close');
    sockets[0]?.resetAndDestroy();
    await closed;
    await turns();
    expect(await statusOf(connection)).toBe(200);
    expect(sockets).toHaveLength(2);
    connection.close();
  });

  it('is used unless a pool has prepared one', async () => {
    const pool = new Connections({ guard });
    pool.prepare(origin());
    pool.prepare(origin());
    const connection = pool.acquire(origin());
    expect(await statusOf(connection)).toBe(200);
    pool.giveBack(connection);
    pool.prepare(origin());
    await turns();
    expect(sockets).toHaveLength(1);
    pool.discard(pool.acquire(origin()));
    pool.prepare(origin());
    await once(server, 'connection');
    pool.close();
  });

  it('is closed without one', async () => {
    const connection = await opened();
    const closed = once(sockets[0] as Socket, 'close');
    connection.close();
    await closed;
  });

  it('is refused as the request would be', async () => {
    const connection = new Connection(origin('127.0.0.1').replace('127', '10'), { guard });
    connection.open();
    await setImmediate();
    await expect(statusOf(connection)).rejects.toThrow('The address 10.0.0.1');
    connection.close();
  });
});

/** Lets the event loop run, so that a socket notices what its peer did. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
}

function statusOf(connection: Connection): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    connection.dispatch(
      { path: '/', method: 'GET' },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, code) => void (status = code),
        onResponseData: () => undefined,
        onResponseEnd: () => resolve(status),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}
