import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { boundedFetch } from './bounded-fetch';
import { InvalidModelOutput } from './invalid-model-output';

const KIB = Buffer.alloc(1_024, 'x');

describe('boundedFetch', () => {
  let server: Server;
  let answer: (response: ServerResponse) => void;

  beforeEach(async () => {
    server = createServer((_, response) => answer(response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const fetched = () => boundedFetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const ofKib = (count: number) => (response: ServerResponse) => {
    for (let at = 0; at < count; at++) response.write(KIB);
    response.end();
  };

  it('returns 1 MiB whole, with status and headers', async () => {
    answer = (response) => ofKib(1_024)(response.writeHead(418, { 'x-own': 'yes' }));
    const response = await fetched();
    expect([response.status, response.headers.get('x-own')]).toEqual([418, 'yes']);
    expect((await response.arrayBuffer()).byteLength).toBe(1_048_576);
  });

  it('fails beyond 1 MiB, and reads no further', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (response) => {
        response.on('close', resolve);
        const more = () => response.write(KIB, more);
        more();
      };
    });
    await expect((await fetched()).text()).rejects.toThrow(InvalidModelOutput);
    await closed;
  });

  it('fails beyond 20,000 events', async () => {
    answer = (response) => response.end('\n\n'.repeat(20_000));
    await expect((await fetched()).text()).rejects.toThrow(InvalidModelOutput);
  });

  it('returns an event that comes in single bytes as one piece', async () => {
    answer = ({ socket }) => {
      const bytes = Array.from('data: 1\n\n', (byte) => `1\r\n${byte}\r\n`);
      socket?.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${bytes.slice(0, 4).join('')}`);
      socket?.write(`${bytes.slice(4).join('')}0\r\n\r\n`);
    };
    const reader = (await fetched()).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: 1\n\n');
    expect(await reader?.read()).toMatchObject({ done: true });
  });

  it('closes the response when its reader leaves', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (response) => {
        response.on('close', resolve);
        response.write('data: 1\n\n');
      };
    });
    const reader = (await fetched()).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: 1\n\n');
    await reader?.cancel();
    await closed;
  });

  it('fails with its connection', async () => {
    answer = (response) => response.write('data', () => response.destroy());
    await expect((await fetched()).text()).rejects.toThrow('terminated');
  });
});
