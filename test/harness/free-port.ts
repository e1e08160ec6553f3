import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, which could take one before its program does. */
const [FIRST, COUNT] = [21_000, 9_000];

/** A port of 127.0.0.1 free for UDP and TCP, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if ((await isFree(port, 'udp')) && (await isFree(port, 'tcp'))) return port;
  }
}

async function isFree(port: number, transport: 'udp' | 'tcp'): Promise<boolean> {
  const holder =
    transport === 'udp'
      ? createSocket('udp4').bind(port, '127.0.0.1')
      : createServer().listen(port, '127.0.0.1');
  try {
    await once(holder, 'listening');
  } catch {
    return false;
  }
  const closed = once(holder, 'close');
  holder.close();
  await closed;
  return true;
}
