import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { EngineSocket } from './engine-socket';

describe('EngineSocket', () => {
  let server: WebSocketServer;

  beforeEach(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
  });

  afterEach(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });

  /** @returns why the socket failed, and how many messages were read before */
  async function failureOf(send: (engine: WebSocket) => void): Promise<{ why: string; read: number }> {
    server.once('connection', send);
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { signal } = new AbortController();
    let read = 0;
    const why = await new Promise<string>((resolve, reject) => {
      const onFailed = ({ message }: Error) => resolve(message);
      EngineSocket.open(url, {}, signal, { message: () => (read += 1), onFailed }).catch(reject);
    });
    return { why, read };
  }

  const flood = (send: (engine: WebSocket) => void) => (engine: WebSocket) => {
    const more = () => {
      for (let sent = 0; sent < 500; sent++) send(engine);
      if (engine.readyState === engine.OPEN) setImmediate(more);
    };
    more();
  };

  it.each([
    ['messages', flood((engine) => engine.send('{"type":"Metadata"}')), 4_999],
    ['binary messages', flood((engine) => engine.send(Buffer.alloc(100))), 0],
    ['pongs', flood((engine) => engine.pong()), 0],
  ])('fails when %s come without end', async (_, send, most) => {
    const { why, read } = await failureOf(send);
    expect(why).toBe('it sends too much');
    expect(read).toBeLessThanOrEqual(most);
  });

  it('fails beyond 256 KiB in a message', async () => {
    const { read } = await failureOf((engine) => engine.send(`{"a":"${'x'.repeat(262_144)}"}`));
    expect(read).toBe(0);
  });
});
