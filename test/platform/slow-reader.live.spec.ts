import { connect } from 'node:net';
import { eventually, TestApp } from '../harness/app';

let service: TestApp;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());

it('closes a client that does not read within 16 s, and delays no other client', async () => {
  const { port } = new URL(service.origin);
  const request = 'GET /docs/openapi.json HTTP/1.1\r\nHost: slow\r\n\r\n';
  const opened = performance.now();
  const sockets = Array.from({ length: 10 }, () => {
    const socket = connect(Number(port), '127.0.0.1').pause();
    socket.on('error', () => undefined);
    // More than the network keeps.
    socket.write(request.repeat(40));
    return socket;
  });
  const open = () =>
    new Promise<number>((resolve, reject) => {
      const server = service.app.getHttpServer();
      server.getConnections((error, count) => {
        if (error) reject(error);
        else resolve(count);
      });
    });
  await eventually(async () => {
    expect(await open()).toBeGreaterThanOrEqual(sockets.length);
  });
  expect((await fetch(`${service.origin}/health/live`)).status).toBe(200);
  await eventually(async () => {
    expect(await open()).toBeLessThan(sockets.length);
  }, 16_000);
  expect(performance.now() - opened).toBeLessThan(20_000);
  for (const socket of sockets) socket.destroy();
});
