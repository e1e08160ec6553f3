import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { inTime } from './in-time';

function blockEventLoop(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('inTime', () => {
  const server = createServer((socket) => socket.on('data', () => socket.end('found')));
  afterAll(() => server.close());

  it('returns a response that arrived while the event loop stood still', async () => {
    await once(server.listen(0), 'listening');
    const socket = connect((server.address() as AddressInfo).port);
    await once(socket, 'connect');
    const response = once(socket, 'data').then(([data]) => String(data));
    socket.write('?');
    const result = inTime(response, 150);
    setImmediate(() => blockEventLoop(300));
    await expect(result).resolves.toBe('found');
  });

  it('throws when nothing arrives', () =>
    expect(inTime(new Promise(() => undefined), 20)).rejects.toThrow('no answer within 20 ms'));

  it('throws a failure', () => expect(inTime(Promise.reject(new Error('away')))).rejects.toThrow('away'));
});
