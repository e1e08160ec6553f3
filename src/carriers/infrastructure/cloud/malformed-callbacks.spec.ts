import type { CloudAdapter, CloudSettings } from './adapter';
import type { CloudHttpClient } from './cloud-http-client';
import { EXOTEL } from './exotel/exotel';
import { PLIVO } from './plivo/plivo';
import { TWILIO } from './twilio/twilio';

const SETTINGS: CloudSettings = { baseUrl: 'https://carrier.example', options: new Map(), allow: null };
const ADAPTERS = [TWILIO, PLIVO, EXOTEL].map((adapter) => [adapter.kind, adapter] as const);
const NUMBERS = { to: '+919812345670', from: '+911140000001' };
const URLS = { statusUrl: 's', answerUrl: 'a', mediaUrl: 'm' };
const TARGET = { to: '+919812345670', from: '+911140000001' };

/** The carrier's API, which answers everything so. */
function restOf(adapter: CloudAdapter, answer: unknown) {
  const api: Pick<CloudHttpClient, 'send'> = { send: () => Promise.resolve(answer) };
  return adapter.rest(api as CloudHttpClient, SETTINGS);
}

/** The answer to an order, with this as the id of the call. */
const made = (id: unknown) => ({ sid: id, status: 'queued', request_uuid: id, Call: { Sid: id } });

describe.each(ADAPTERS)('%s', (_kind, adapter) => {
  test.each([
    [null],
    [''],
    [7],
    [['8f0b5ef8-3b34-4c56-a2c2-5ed1f0a7f3f1']],
    ['../../Calls'],
    ['null'],
    ['x'.repeat(100_000)],
  ])(
    'searches for a call whose create response has the id %j, since no callback would name it',
    async (id) => {
      const order = { ...NUMBERS, ringSeconds: 45, ...URLS };
      await expect(restOf(adapter, made(id)).createCall(order)).rejects.toMatchObject({
        outcomeUnknown: true,
      });
    },
  );

  test.each([
    [null],
    [[]],
    [7],
    ['<html>'],
    [{ calls: 7, objects: {}, Calls: 'x', Call: [] }],
    [{ calls: [null, 7, 'x', [], {}], objects: [null, 7, 'x'], Calls: [null, 7, [], { Sid: {} }] }],
  ])('lists no call for %j', async (answer) => {
    const rest = restOf(adapter, answer);
    expect(await rest.listCalls(NUMBERS, new Date(0)).catch(() => [])).toEqual([]);
    expect(await rest.recordingUrl('8f0b5ef8-3b34-4c56-a2c2-5ed1f0a7f3f1')).toBeNull();
    for (const look of [rest.fetchCall('x'), rest.fetchBridge('x', TARGET)])
      await expect(look).rejects.toMatchObject({ outcomeUnknown: true });
  });

  test.each(['parent', 'child'] as const)('ignores a callback without a known id of the %s', (leg) => {
    for (const id of ['', 'null', '../x']) {
      const fields = new Map(
        ['CallSid', 'ParentCallSid', 'CallUUID', 'RequestUUID', 'DialALegUUID'].map((name) => [name, id]),
      );
      fields.set('DialCallStatus', 'completed').set('DialAction', 'answer').set('DialStatus', 'completed');
      fields.set('CallStatus', 'in-progress').set('Status', 'completed').set('EventType', 'terminal');
      expect(adapter.parseBridgeStatus(fields, leg)).toBeNull();
      expect(adapter.parseStatus(fields)).toBeNull();
    }
  });

  test.each(['', 'x'.repeat(1_000), '"}', 'a b'])('begins no stream with an invalid id (%#)', (id) => {
    const start = { streamSid: id, streamId: id, stream_sid: id };
    expect(adapter.stream.read(JSON.stringify({ event: 'start', start }))).toBeNull();
  });
});

/** 22 November 2026, 10:00 UTC. */
const SINCE = new Date(Date.UTC(2026, 10, 22, 10));
const EARLIER = new Date(SINCE.getTime() - 3_600_000);
const LATER = new Date(SINCE.getTime() + 1_000);
const plain = (at: Date, aheadMs = 0) =>
  new Date(at.getTime() + aheadMs).toISOString().slice(0, 19).replace('T', ' ');
const INDIA_MS = 19_800_000;
const ID = {
  twilio: `CA${'1'.repeat(32)}`,
  plivo: '8f0b5ef8-3b34-4c56-a2c2-5ed1f0a7f3f1',
  exotel: 'e'.repeat(32),
};

/** How each lists a call that was begun at an instant, as its pages say and as they do not. */
const LISTED: [string, CloudAdapter, (at: Date) => object][] = [
  ['twilio', TWILIO, (at) => ({ date_created: at.toUTCString() })],
  ['twilio, in another zone', TWILIO, (at) => ({ date_created: `${plain(at, INDIA_MS)}+05:30` })],
  ['plivo', PLIVO, (at) => ({ initiation_time: `${plain(at, INDIA_MS)}+05:30` })],
  ['plivo, without a zone', PLIVO, (at) => ({ initiation_time: plain(at) })],
  ['exotel', EXOTEL, (at) => ({ DateCreated: plain(at, INDIA_MS) })],
];

test.each(LISTED)('adopts no call that began before our request: %s', async (_, adapter, at) => {
  const id = ID[adapter.kind];
  const call = { sid: id, status: 'ringing', call_uuid: id, Sid: id, Status: 'in-progress' };
  const found = (began: Date) => {
    const one = { ...call, ...at(began) };
    return restOf(adapter, {
      calls: adapter === PLIVO ? [] : [one],
      objects: [one],
      Calls: [one],
    }).listCalls(NUMBERS, SINCE);
  };
  expect(await found(LATER)).toHaveLength(1);
  expect(await found(EARLIER)).toEqual([]);
});

test.each([
  ['2026-11-22 15:30:05+05:30'],
  ['2026-11-22 10:00:05'],
  ['2026-11-22 10:00:05.123456+00:00'],
  ['2026-11-22T10:00:05Z'],
])('reads plivo’s time %s as UTC unless it has a zone, in any zone of the host', async (answer_time) => {
  const record = {
    call_uuid: ID.plivo,
    answer_time,
    end_time: '2026-11-22 10:00:15+00:00',
    hangup_cause_code: 4000,
  };
  const api: Pick<CloudHttpClient, 'send'> = {
    send: ({ path }) =>
      path.includes('status=')
        ? Promise.resolve({ call_status: 'completed' })
        : Promise.resolve({ ...record, objects: [record] }),
  };
  const zone = process.env['TZ'];
  process.env['TZ'] = 'America/New_York';
  try {
    const { end } = await PLIVO.rest(api as CloudHttpClient, SETTINGS).fetchBridge(ID.plivo, TARGET);
    const answeredAt = end?.kind === 'talked' ? end.answeredAt?.getTime() : null;
    expect(Math.floor((answeredAt ?? 0) / 1_000)).toBe(SINCE.getTime() / 1_000 + 5);
  } finally {
    process.env['TZ'] = zone;
    if (zone === undefined) delete process.env['TZ'];
  }
});

test.each([['\uFEFF{"CallSid":"x"}'], ['{"CallSid":"x"}'], ['CallSid=x']])(
  'parses exotel’s callback as %j, too',
  (body) => expect(EXOTEL.parseBody(body)).toEqual([['CallSid', 'x']]),
);
