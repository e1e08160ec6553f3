import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

/** Every slow connection must be closed within this time; the service allows 13 s per request and checks every second. */
const CLOSED_WITHIN_MS = 16_000;
const MAX_MIB = 50;
const IDLE_SECONDS = 20;
const WATCH_SECONDS = 20;
/** Below the keys' rate limit: the requests of those who are not slow. */
const PACE_MS = 25;
/** Connections that the others keep for their next request. */
const OTHERS = 8;

/** How a connection is slow: what it begins with, and what it goes on with every second. */
const KINDS = {
  headers: { begin: 'GET /v1/calls HTTP/1.1\r\nHost: slow\r\n', more: 'X-Slow: 1\r\n' },
  body: {
    begin: (key) =>
      `POST /v1/calls HTTP/1.1\r\nHost: slow\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{`,
    more: ' ',
  },
  // Asks for more than the network keeps, and reads none of it.
  reading: { begin: 'GET /docs/openapi.json HTTP/1.1\r\nHost: slow\r\n\r\n'.repeat(24), more: null },
};

/** Opens slow connections for a while: others are served as before, all are closed in time, memory stays. */
export async function slowSockets(service, count, seconds) {
  const [idle, before] = await Promise.all([
    p99(service, IDLE_SECONDS * 1_000),
    mostMemory(service, IDLE_SECONDS),
  ]);
  const kinds = Object.keys(KINDS);
  const sockets = Array.from({ length: count }, (_, at) => slow(service, kinds[at % kinds.length], at));
  const busy = await p99(service, WATCH_SECONDS * 1_000);
  // A closed one is opened again until the time is up.
  const until = performance.now() + Math.max(0, seconds - WATCH_SECONDS) * 1_000;
  let most = service.memory();
  while (performance.now() < until) {
    await new Promise((wait) => setTimeout(wait, 1_000));
    for (const [at, socket] of sockets.entries())
      if (socket.closedAfter !== null) sockets[at] = slow(service, socket.kind, at, socket.longest);
    most = Math.max(most, service.memory());
  }
  await new Promise((wait) => setTimeout(wait, CLOSED_WITHIN_MS));
  const open = await service.connections();
  const timed = kinds.filter((kind) => KINDS[kind].more !== null);
  const longest = Object.fromEntries(
    timed.map((kind) => [
      kind,
      Math.max(...sockets.filter((one) => one.kind === kind).map((one) => one.longest())),
    ]),
  );
  console.log(`\nSlow: ${count} connections for ${seconds} s (${kinds.join(', ')})`);
  console.log(`99th percentile of others: ${idle.toFixed(1)} ms idle, ${busy.toFixed(1)} ms beside them`);
  console.log(
    `Closed after at most: ${Object.entries(longest)
      .map(([kind, ms]) => `${kind} ${(ms / 1_000).toFixed(1)} s`)
      .join(', ')}`,
  );
  console.log(`Memory: ${Math.round(before)} MiB before, ${Math.round(most)} MiB at most`);
  console.log(`Open 16 s after the last was opened: ${open}, the others' own included`);
  const wrong = [
    ...(busy > Math.max(2 * idle, idle + 5) ? ['others wait more than twice as long'] : []),
    ...Object.entries(longest)
      .filter(([, ms]) => ms > CLOSED_WITHIN_MS)
      .map(([kind]) => `${kind}: not closed in 16 s`),
    ...(open > OTHERS ? ['connections stay open'] : []),
    ...(most - before > MAX_MIB ? [`more than ${MAX_MIB} MiB of memory`] : []),
  ];
  for (const problem of wrong) console.error(problem);
  return wrong.length === 0;
}

function slow({ address, keys }, kind, at, earlier = () => 0) {
  const { begin, more } = KINDS[kind];
  const opened = performance.now();
  const socket = connect(address);
  /** @type {{kind: string, closedAfter: number | null, longest(): number}} */
  const state = {
    kind,
    closedAfter: null,
    longest: () => Math.max(earlier(), state.closedAfter ?? performance.now() - opened),
  };
  socket.write(typeof begin === 'function' ? begin(keys[at % keys.length]) : begin);
  if (kind === 'reading') socket.pause();
  else socket.resume();
  const drip = more && setInterval(() => socket.writable && socket.write(more), 1_000);
  const end = () => {
    clearInterval(drip);
    state.closedAfter ??= performance.now() - opened;
    socket.destroy();
  };
  socket.on('error', end);
  socket.on('end', end);
  socket.on('close', end);
  return state;
}

/** The peak of memory, which goes up and down with the garbage of the others' requests. */
async function mostMemory(service, seconds) {
  let most = 0;
  for (let second = 0; second < seconds; second++) {
    await new Promise((wait) => setTimeout(wait, 1_000));
    most = Math.max(most, service.memory());
  }
  return most;
}

/** The 99th percentile, in milliseconds, of a quick read that others send all the while. */
async function p99({ url, keys }, ms) {
  const others = new Worker(new URL('others.mjs', import.meta.url), {
    workerData: { url: String(url), keys, paceMs: PACE_MS, ms },
  });
  const [[found]] = await Promise.all([once(others, 'message'), once(others, 'exit')]);
  return found;
}
