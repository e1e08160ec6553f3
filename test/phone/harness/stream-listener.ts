import { type Socket, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Flow, TransportEvents } from '../../../src/sip/domain/ports';
import { STREAM_LIMITS, type StreamLimits } from '../../../src/sip/infrastructure/stream-flow';
import { StreamTransport } from '../../../src/sip/infrastructure/stream-transport';

export const MESSAGE = 'OPTIONS sip:a@b SIP/2.0\r\nContent-Length: 0\r\n\r\n';
export const HOST = '127.0.0.1';

const cleanup: (() => unknown)[] = [];

/** Has something closed after the test, the last first. */
export function onEnd(done: () => unknown): void {
  cleanup.push(done);
}

/** Closes what a test opened. */
export async function closeAll(): Promise<void> {
  for (const done of cleanup.splice(0).reverse()) await done();
}

/** A listening transport that accepts HOST alone, and its received messages. */
export async function listening(limits: Partial<StreamLimits> = {}, { answer = false, admits = false } = {}) {
  const received: { octets: string; flow: Flow }[] = [];
  const dropped: string[] = [];
  const events: TransportEvents = {
    isKnown: (address) => address === HOST,
    onReceived: (octets, flow) => {
      received.push({ octets, flow });
      if (admits) flow.admit();
      if (answer) flow.send(octets);
    },
    onDropped: (reason) => dropped.push(reason),
  };
  const transport = new StreamTransport('tcp', events, { ...STREAM_LIMITS, ...limits }, 300);
  await transport.listen({ host: HOST, port: 0 });
  onEnd(() => transport.close());
  return { transport, received, dropped, port: transport.port ?? 0 };
}

export function client(port: number, localAddress = HOST): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: HOST, localAddress }, () => resolve(socket));
    socket.on('error', () => undefined);
    onEnd(() => socket.destroy());
  });
}

export async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; !done() && tries < 300; tries++) await wait(10);
  expect(done()).toBe(true);
}
