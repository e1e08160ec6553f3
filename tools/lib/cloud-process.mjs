/**
 * The fake of a cloud carrier as a process of its own, so that its calls outlive the service. `cloud-process.mjs KIND` receives its
 * settings, and requests for its calls, as messages.
 */
import { FAKES } from '../../test/fakes/carriers/index.mjs';
import { trunkOptions, withSettings } from './cloud-fakes.mjs';

const kind = process.argv[2] ?? '';
const Fake = new Map(Object.entries(FAKES)).get(kind);
if (!Fake) throw new Error(`There is no carrier ${kind}.`);
const fake = await withSettings(Fake).open();

process.on('message', (/** @type {any} */ { settings, callIn, look }) => {
  if (settings) fake.set(settings);
  if (callIn) void fake.callIn(callIn.url, { to: callIn.to, from: callIn.from });
  if (look) process.send?.({ calls: fake.calls.filter(({ parent }) => parent === null).map(seen) });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ trunk: { kind, ...trunkOptions(Fake, fake.url) }, canHangUp: Fake.canEndCalls });

/** @returns {import('./cloud-network.mjs').SeenCall} */
function seen(call) {
  const { id, to, from, createdAt: at, answeredAt, endedAt, isInbound, isTaken } = call;
  const contact = call.second ?? fake.calls.find(({ parent }) => parent === id);
  // A counsellor's number is in one human call after another, so the contact's identifies the call.
  const reference = e164(isInbound ? from : (contact?.to ?? to));
  const running = answeredAt === null ? 'ringing' : 'in-progress';
  return {
    reference,
    called: reference,
    at,
    endedAt,
    status: endedAt === null ? running : call.status,
    isInbound,
    contactStatus: contact?.status ?? null,
    isTaken,
    isConnected: call.stream?.isConnected ?? false,
    downloads: fake.recordings.of(id).downloads,
  };
}

/** Plivo writes numbers without their plus. */
function e164(number) {
  return `+${number.replace('+', '')}`;
}
