import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Sends requests from several addresses of this machine, at a steady rate, and prints how many were sent and answered. */
const { port, method, addresses, perSecond, seconds, user } = JSON.parse(process.argv[2]);
const INTERVAL_MS = 10;
/** Late responses count, too. */
const WAIT_MS = 500;

let sent = 0;
let answered = 0;
const sockets = await Promise.all(
  addresses.map(async (address) => {
    const socket = createSocket('udp4').on('message', () => answered++);
    await once(socket.bind(0, address), 'listening');
    return { socket, address };
  }),
);

function send() {
  const { socket, address } = sockets[sent % sockets.length];
  const id = ++sent;
  const lines = [
    `${method} sip:aics SIP/2.0`,
    `Via: SIP/2.0/UDP ${address}:${socket.address().port};branch=z9hG4bK-flood${id};rport`,
    'Max-Forwards: 70',
    `From: <sip:${user}@aics>;tag=flood${id}`,
    `To: <sip:${user}@aics>`,
    `Call-ID: flood${id}@${address}`,
    `CSeq: 1 ${method}`,
    `Contact: <sip:${user}@${address}>`,
    'Content-Length: 0',
  ];
  socket.send(`${lines.join('\r\n')}\r\n\r\n`, port, '127.0.0.1');
}

const begin = Date.now();
const timer = setInterval(() => {
  const elapsed = Math.min(Date.now() - begin, seconds * 1_000);
  while (sent < (elapsed / 1_000) * perSecond) send();
  if (elapsed < seconds * 1_000) return;
  clearInterval(timer);
  setTimeout(() => {
    process.stdout.write(JSON.stringify({ sent, answered }));
    for (const { socket } of sockets) socket.close();
  }, WAIT_MS);
}, INTERVAL_MS);
