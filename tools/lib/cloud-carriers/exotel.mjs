import { secondsOf } from './carrier.mjs';

const ACCOUNT = 'tools1';
const CALLS = `/v1/Accounts/${ACCOUNT}/Calls`;
/** Exotel tells times in India's. */
const INDIA_MS = 19_800_000;

const sidOf = ({ id }) => id.replaceAll('-', '');

/** Exotel signs nothing, and no request ends a call. @type {import('./carrier.mjs').Dialect} */
export const exotel = {
  kind: 'exotel',
  trunk: {
    'account-sid': ACCOUNT,
    'api-key': 'key',
    'api-token': 'the-api-token-of-the-tools',
    'caller-id': '+911140000001',
  },
  canHangUp: false,

  order({ method, path, body }) {
    if (method !== 'POST' || path !== `${CALLS}/connect.json`) return null;
    const form = new URLSearchParams(body);
    return {
      to: form.get('From') ?? '',
      from: form.get('CallerId') ?? '',
      ringSeconds: Number(form.get('TimeOut')),
      urls: {
        status: form.get('StatusCallback') ?? '',
        stream: form.get('StreamUrl') ?? '',
        contact: form.get('To') ?? '',
      },
      isHuman: form.has('To'),
    };
  },
  // It says so as soon as it has taken an order.
  made: (call) => [200, { Call: { ...shown(call, null), Status: 'in-progress' } }],

  answer({ path, query }, carrier) {
    if (path === `${CALLS}.json`) return [200, { Calls: listed(query, carrier) }];
    const [, sid] = /\/Calls\/(\w+)\.json$/.exec(path) ?? [];
    const [, file] = /^\/media\/(\w+)\.wav$/.exec(path) ?? [];
    const call = carrier.calls.find((one) => [sid, file].includes(sidOf(one)));
    if (!call) return null;
    return file === undefined ? [200, { Call: shown(call, carrier.url) }] : { file: call };
  },

  word(call, what) {
    const isAnswer = what === 'answered';
    if (!isAnswer && what !== 'over') return null;
    const more = isAnswer
      ? { EventType: 'answered', Status: 'in-progress' }
      : { EventType: 'terminal', Status: call.status, ...endOf(call), Legs: legsOf(call) };
    return { url: call.urls.status ?? '', fields: { CallSid: sidOf(call), ...more } };
  },
  request: (_url, fields) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  }),

  whatNext: async ({ urls, from }) =>
    urls.contact === '' ? { stream: urls.stream } : { dial: { to: urls.contact, from, urls: {} } },
  arrival(url, call) {
    const dialed = (number) => number.replace(/^\+91/, '0');
    const query = new URLSearchParams({
      CallSid: sidOf(call),
      CallFrom: dialed(call.from),
      CallTo: dialed(call.to),
      Direction: 'incoming',
    });
    return [`${url}?${query.toString()}`, {}];
  },
  streamIn: (answer) => JSON.parse(answer).url ?? null,
  socketHeaders: () => ({}),
  begin(call) {
    const stream_sid = sidOf(call);
    const media_format = { encoding: 'audio/x-raw', sample_rate: '8000' };
    return [{ event: 'start', stream_sid, start: { stream_sid, call_sid: sidOf(call), media_format } }];
  },
};

function listed(query, { calls, url }) {
  const since = (query.get('DateCreated') ?? '').replace('gte:', '');
  const mine = calls.filter(
    ({ to, from, at }) =>
      to === query.get('From') && from === query.get('PhoneNumber') && indian(at) >= since,
  );
  return mine.map((call) => shown(call, url)).reverse();
}

function shown(call, url) {
  const { at, from: To, to: From, status: Status, endedAt, contact } = call;
  const call_ = {
    Sid: sidOf(call),
    DateCreated: indian(at),
    To,
    From,
    Status: endedAt === null ? 'in-progress' : Status,
  };
  if (endedAt === null) return call_;
  const [first, second] = legsOf(call);
  const Details = {
    Leg1Status: first?.Status,
    Leg2Status: second?.Status ?? null,
    ConversationDuration: endOf(call).ConversationDuration,
    Legs: [{ Leg: { Id: 1, OnCallDuration: first?.OnCallDuration } }],
  };
  const isRecorded = contact?.status === 'completed';
  const RecordingUrl = isRecorded ? `${url}/media/${sidOf(call)}.wav` : null;
  return { ...call_, EndTime: indian(endedAt), RecordingUrl, Details };
}

const endOf = ({ contact, endedAt }) => ({
  EndTime: indian(endedAt),
  ConversationDuration: contact ? secondsOf(contact) : 0,
});

/** Each phone by itself. */
function legsOf({ contact, answeredAt, endedAt, status }) {
  const first = {
    OnCallDuration: secondsOf({ answeredAt, endedAt }),
    Status: contact ? 'completed' : status,
  };
  return contact ? [first, { OnCallDuration: secondsOf(contact), Status: contact.status }] : [first];
}

const indian = (ms) => new Date(ms + INDIA_MS).toISOString().slice(0, 19).replace('T', ' ');
