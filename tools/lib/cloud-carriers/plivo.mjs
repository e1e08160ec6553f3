import { createHmac, randomUUID } from 'node:crypto';
import { secondsOf } from './carrier.mjs';
import { attributeOf, contentOf } from './xml.mjs';

const AUTH_ID = 'MATOOLS0000000000000';
const TOKEN = 'the-auth-token-of-the-tools';
const ACCOUNT = `/v1/Account/${AUTH_ID}/`;
/** Why a call ended, by how it did. */
const CODES = { completed: 4000, busy: 3010, 'no-answer': 3000, cancel: 1000, canceled: 1000 };

/** Numbers are written without their plus. */
const e164 = (number) => `+${number}`;
const plain = (number) => number.replace('+', '');

/** @type {import('./carrier.mjs').Dialect} */
export const plivo = {
  kind: 'plivo',
  trunk: { 'auth-id': AUTH_ID, 'auth-token': TOKEN, 'caller-id': '+911140000001' },
  canHangUp: true,

  order({ method, path, body }) {
    if (method !== 'POST' || path !== `${ACCOUNT}Call/`) return null;
    const { to, from, ring_timeout, answer_url, ring_url, hangup_url } = JSON.parse(body);
    return {
      to: e164(to),
      from: e164(from),
      ringSeconds: Number(ring_timeout),
      urls: { answer: answer_url, ring: ring_url, hangup: hangup_url },
    };
  },
  made: ({ id }) => [201, { message: 'call fired', request_uuid: id }],

  answer({ method, path, query }, carrier) {
    if (path === ACCOUNT) return [200, { auth_id: AUTH_ID }];
    const [, file] = /^\/media\/([\w-]+)\.wav$/.exec(path) ?? [];
    const [, what, id] = /\/(Call|Request|Recording)\/(?:([\w-]+)\/)?$/.exec(path) ?? [];
    const call = carrier.find(file ?? id ?? query.get('call_uuid'));
    if (file !== undefined) return call ? { file: call } : null;
    if (what === 'Recording') {
      const isMade = call?.endedAt !== null && call?.contact?.status === 'completed';
      return [200, { objects: isMade ? [{ recording_url: `${carrier.url}/media/${call.id}.wav` }] : [] }];
    }
    if (what === 'Call' && id === undefined) return [200, listed(query, phonesOf(carrier))];
    if (method !== 'DELETE') {
      const phone = phonesOf(carrier).find((one) => one.id === id);
      const shown = phone && shownAs(phone, query.get('status'));
      return shown ? [200, shown] : null;
    }
    if (what !== 'Call' || !call || call.endedAt !== null) return null;
    carrier.hangUp(call, 'cancel');
    return [204, null];
  },

  word(call, what) {
    const { urls, contact, id } = call;
    const dialed = { DialALegUUID: id, DialBLegUUID: contact?.id, CallUUID: id, CallStatus: call.status };
    const seconds = String(contact ? secondsOf(contact) : 0);
    switch (what) {
      case 'ringing':
        return { url: urls.ring, fields: { ...fieldsOf(call), Event: 'Ring' } };
      case 'over': {
        // An application without a hangup URL uses its answer URL.
        const ended = { Event: 'Hangup', HangupCauseCode: String(CODES[call.status]) };
        const times = { Duration: String(secondsOf(call)), AnswerTime: timeOf(call.answeredAt) ?? '' };
        return { url: urls.hangup ?? urls.inbound, fields: { ...fieldsOf(call), ...ended, ...times } };
      }
      case 'contact answered':
        return { url: urls.dialCallback, fields: { ...dialed, DialAction: 'answer' } };
      case 'contact over': {
        const code = String(CODES[contact?.status ?? '']);
        const ended = { DialAction: 'hangup', DialBLegDuration: seconds, DialBLegHangupCauseCode: code };
        return { url: urls.dialCallback, fields: { ...dialed, ...ended } };
      }
      case 'dialed': {
        const DialStatus = contact?.status === 'canceled' ? 'cancel' : contact?.status;
        return { url: urls.dialAction, fields: { ...dialed, DialStatus, DialBLegDuration: seconds } };
      }
      default:
        // Of who answers it asks; of a contact who rings it says nothing.
        return null;
    }
  },
  request: (url, fields) => ({
    method: 'POST',
    headers: sign(url, fields),
    body: new URLSearchParams(Object.entries(fields)),
  }),

  async whatNext(call) {
    const url = call.urls.answer.replace(/#.*/, '');
    const fields = { ...fieldsOf(call), Event: 'StartApp' };
    const xml = await fetch(url, this.request(url, fields)).then(
      (answer) => answer.text(),
      () => '',
    );
    const to = contentOf(xml, 'Number');
    if (to === null) {
      const stream = this.streamIn(xml);
      return stream === null ? null : { stream };
    }
    call.isHuman = true;
    const of = (name) => attributeOf(xml, 'Dial', name);
    const urls = { dialCallback: of('callbackUrl'), dialAction: of('action') };
    return { dial: { to: e164(to), from: e164(of('callerId')), urls } };
  },
  arrival: (url, call) => [url, plivo.request(url, { ...fieldsOf(call), Event: 'StartApp' })],
  streamIn: (answer) => contentOf(answer, 'Stream'),
  socketHeaders: () => ({}),
  begin: ({ id: callId }) => [
    {
      event: 'start',
      start: {
        callId,
        streamId: randomUUID(),
        tracks: ['inbound'],
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000 },
      },
    },
  ],
};

const fieldsOf = ({ id, to, from, status, isInbound }) => ({
  CallUUID: id,
  ...(!isInbound && { RequestUUID: id }),
  To: plain(to),
  From: plain(from),
  CallStatus: status,
  Direction: isInbound ? 'inbound' : 'outbound',
});

/** All phones, each with the call that it was joined to. */
const phonesOf = ({ calls }) =>
  calls.flatMap((call) => [call, ...(call.contact ? [{ ...call.contact, parent: call.id }] : [])]);

function listed(query, phones) {
  const parent = query.get('parent_call_uuid');
  if (parent !== null) {
    const children = phones.filter((phone) => phone.parent === parent && phone.endedAt !== null);
    return { objects: children.map((phone) => shownAs(phone, null)) };
  }
  const mine = phones.filter(
    ({ to, from }) => plain(to) === query.get('to_number') && plain(from) === query.get('from_number'),
  );
  const isLive = query.get('status') === 'live';
  const found = mine.filter(({ endedAt }) => (endedAt === null) === isLive);
  return isLive
    ? { calls: found.map(({ id }) => id) }
    : { objects: found.map((phone) => shownAs(phone, null)) };
}

/** Calls that go on, those that wait, and records of those that are over, are in different places; null: not there. */
function shownAs(phone, status) {
  const isLive = phone.endedAt === null;
  if (status !== null) return isLive && status === 'live' ? { call_status: phone.status } : null;
  if (isLive) return null;
  return {
    call_uuid: phone.id,
    answer_time: timeOf(phone.answeredAt),
    end_time: timeOf(phone.endedAt),
    hangup_cause_code: CODES[phone.status],
    parent_call_uuid: phone.parent ?? null,
  };
}

const timeOf = (ms) => (ms === null ? null : new Date(ms).toISOString());

function sign(url, fields) {
  const nonce = randomUUID();
  const joined = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name])
    .join('');
  const signature = createHmac('sha256', TOKEN).update(`${url}?${joined}.${nonce}`).digest('base64');
  return { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': nonce };
}
