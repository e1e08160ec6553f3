import type { Clock } from '../../platform/clock';
import type { UnitOfWork } from '../../platform/database/unit-of-work';
import type { EndpointRepository } from '../infrastructure/endpoint.repository';
import type { EventScheduleRepository, Room } from '../infrastructure/event-schedule.repository';
import { DeliveryClaims } from './delivery-claims';

const turn = () => new Promise((resolve) => setImmediate(resolve));

let nowMs: number;
/** Statements in progress, for the test to answer. */
let sent: { rooms: readonly Room[]; now: Date; lease: Date; answer: () => void }[];
let withEndpoint: Set<string>;
let claims: DeliveryClaims;
/** The endpoints that were known before their events. */
let early: string[];

const claim = (accountId: string, most: number) =>
  claims.claim(accountId, most, ({ url }) => early.push(url));

beforeEach(() => {
  nowMs = 1_000;
  sent = [];
  early = [];
  withEndpoint = new Set(['a', 'b', 'c', 'd']);
  const events = {
    claim: (rooms: readonly Room[], now: Date, lease: Date) =>
      new Promise((resolve) => {
        const answer = () =>
          resolve(new Map(rooms.map(({ accountId }) => [accountId, [{ id: `evt_${accountId}` }]])));
        sent.push({ rooms, now, lease, answer });
      }),
  };
  const endpoints = {
    findAll: (ids: readonly string[]) =>
      Promise.resolve(new Map(ids.filter((id) => withEndpoint.has(id)).map((id) => [id, { url: id }]))),
  };
  claims = new DeliveryClaims(
    { batchScope: {} } as UnitOfWork,
    { now: () => new Date(nowMs) } as Clock,
    endpoints as unknown as EndpointRepository,
    events as unknown as EventScheduleRepository,
  );
});

test('decides and leases waiting events by the time of their statement', async () => {
  void claim('a', 1);
  await turn();
  void claim('b', 1);
  await turn();
  const waited = [claim('c', 5), claim('d', 32)];
  await turn();
  expect(sent).toHaveLength(2);
  nowMs = 21_000;
  sent[0]?.answer();
  await turn();
  expect(sent[2]).toMatchObject({
    rooms: [
      { accountId: 'c', most: 5 },
      { accountId: 'd', most: 32 },
    ],
    now: new Date(21_000),
    lease: new Date(51_000),
  });
  sent[2]?.answer();
  expect(await Promise.all(waited)).toMatchObject([
    { endpoint: { url: 'c' }, events: [{ id: 'evt_c' }], now: new Date(21_000) },
    { endpoint: { url: 'd' }, events: [{ id: 'evt_d' }], lease: new Date(51_000) },
  ]);
});

test('claims nothing without an endpoint', async () => {
  withEndpoint = new Set(['a']);
  const both = [claim('a', 1), claim('b', 1)];
  await turn();
  expect(sent.map(({ rooms }) => rooms)).toEqual([[expect.objectContaining({ accountId: 'a', most: 1 })]]);
  sent[0]?.answer();
  expect(await Promise.all(both)).toMatchObject([{ endpoint: { url: 'a' } }, { endpoint: null, events: [] }]);
  expect(await claim('b', 1)).toMatchObject({ endpoint: null, events: [] });
  expect(sent).toHaveLength(1);
});

test('knows an endpoint before its events, but not a deleted one', async () => {
  withEndpoint.delete('b');
  void claim('a', 1);
  void claim('b', 1);
  await turn();
  expect(sent).toHaveLength(1);
  expect(early).toEqual(['a']);
});
