/**
 * The API, callbacks and media streams of a cloud carrier on this machine, as a process of its own: what it was asked outlives
 * the service. `process.mjs KIND` gets its settings, and is asked for its calls, by messages.
 */
import { createServer } from 'node:http';
import { Carrier } from './carrier.mjs';
import { exotel } from './exotel.mjs';
import { plivo } from './plivo.mjs';
import { twilio } from './twilio.mjs';

const dialect = [twilio, plivo, exotel].find(({ kind }) => kind === process.argv[2]);
if (!dialect) throw new Error(`There is no carrier ${process.argv[2]}.`);
const carrier = new Carrier(dialect);

process.on('message', (/** @type {any} */ { settings, callIn, look }) => {
  Object.assign(carrier.settings, settings);
  if (callIn) void carrier.callIn(callIn);
  if (look) process.send?.({ calls: carrier.calls.map(told) });
});
process.on('disconnect', () => process.exit(0));

const server = createServer((request, response) => {
  carrier.serve(request, response).catch((error) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object') return;
  carrier.url = `http://127.0.0.1:${address?.port}`;
  const { kind, trunk, canHangUp } = dialect;
  process.send?.({ trunk: { kind, 'base-url': carrier.url, ...trunk }, canHangUp });
});

/** A human call is known by the number of its contact: the counsellor's is in one call after another. */
function told({
  to,
  from,
  contact,
  at,
  endedAt,
  status,
  isHuman,
  isInbound,
  isTaken,
  isConnected,
  downloads,
}) {
  const reference = isInbound ? from : (contact?.to ?? to);
  const contactStatus = contact?.status ?? null;
  const seen = { at, endedAt, status, isHuman, isInbound, contactStatus, isTaken, isConnected, downloads };
  return { reference, called: reference, ...seen };
}
