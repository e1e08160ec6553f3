import { createHmac } from 'node:crypto';
import { secondsOf } from './carrier.mjs';
import { attributeOf, contentOf } from './xml.mjs';

const ACCOUNT = `AC${'0'.repeat(32)}`;
const TOKEN = 'the-auth-token-of-the-tools';
const CALLS = `/2010-04-01/Accounts/${ACCOUNT}/Calls`;

const sidOf = ({ id }) => `CA${id.replaceAll('-', '')}`;

/** @type {import('./carrier.mjs').Dialect} */
export const twilio = {
  kind: 'twilio',
  trunk: { 'account-sid': ACCOUNT, 'auth-token': TOKEN, 'caller-id': '+12025550100' },
  canHangUp: true,

  order({ method, path, body }) {
    if (method !== 'POST' || path !== `${CALLS}.json`) return null;
    const form = new URLSearchParams(body);
    const twiml = form.get('Twiml') ?? '';
    return {
      to: form.get('To') ?? '',
      from: form.get('From') ?? '',
      ringSeconds: Number(form.get('Timeout')),
      urls: { status: form.get('StatusCallback') ?? '', twiml },
      isHuman: twiml.includes('<Dial '),
    };
  },
  made: (call) => [201, shown(call)],

  answer({ method, path, query, body }, carrier) {
    if (path === `/2010-04-01/Accounts/${ACCOUNT}.json`) return [200, { sid: ACCOUNT }];
    if (path === `${CALLS}.json`) return [200, { calls: listed(query, carrier.calls) }];
    const [, sid, list] = /\/Calls\/CA(\w+?)(\/Recordings)?\.json$/.exec(path) ?? [];
    const [, file] = /\/Recordings\/RE(\w+)\.wav$/.exec(path) ?? [];
    const call = carrier.calls.find((one) => [`CA${sid}`, `CA${file}`].includes(sidOf(one)));
    if (!call) return null;
    if (file !== undefined) return { file: call };
    if (list !== undefined) {
      const status =
        call.contact?.status === 'completed' && call.endedAt !== null ? 'completed' : 'processing';
      return [200, { recordings: [{ sid: sidOf(call).replace('CA', 'RE'), status }] }];
    }
    if (method === 'POST') {
      carrier.hangUp(call, body.includes('canceled') ? 'canceled' : 'no-answer');
    }
    return [200, shown(call)];
  },

  word(call, what) {
    const { urls, contact } = call;
    const sid = sidOf(call);
    const number = attributeOf(urls.twiml ?? '', 'Number', 'statusCallback');
    if (call.isInbound) return null;
    if (what === 'dialed' && contact) {
      const dialed = { DialCallStatus: contact.status, DialCallDuration: String(secondsOf(contact)) };
      // Whoever is told of it was still there: the contact hung up.
      const fields = {
        CallSid: sid,
        CallStatus: call.endedAt === null ? 'in-progress' : 'completed',
        ...dialed,
      };
      return { url: attributeOf(urls.twiml ?? '', 'Dial', 'action'), fields };
    }
    if (what.startsWith('contact') && contact) {
      const child = { CallSid: sidOf(contact), ParentCallSid: sid, CallStatus: contact.status };
      return { url: number, fields: { ...child, ...durationOf(contact) } };
    }
    const fields = { CallSid: sid, From: call.from, To: call.to, CallStatus: call.status };
    return { url: urls.status ?? '', fields: { ...fields, ...durationOf(call) } };
  },
  request: (url, fields) => ({
    method: 'POST',
    headers: { 'x-twilio-signature': sign(url, fields) },
    body: new URLSearchParams(Object.entries(fields)),
  }),

  whatNext: async ({ urls: { twiml = '' } }) => {
    const to = contentOf(twiml, 'Number');
    if (to === null) return { stream: attributeOf(twiml, 'Stream', 'url') };
    const of = (name) => attributeOf(twiml, 'Dial', name);
    return { dial: { to, from: of('callerId'), urls: {} } };
  },
  arrival(url, call) {
    const { to: To, from: From } = call;
    const fields = { CallSid: sidOf(call), From, To, CallStatus: 'ringing', Direction: 'inbound' };
    return [url, this.request(url, fields)];
  },
  streamIn: (answer) => attributeOf(answer, 'Stream', 'url') || null,
  socketHeaders: (url) => ({ 'x-twilio-signature': sign(url, {}) }),
  begin(call) {
    const streamSid = sidOf(call).replace('CA', 'MZ');
    const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 };
    return [{ event: 'start', streamSid, start: { streamSid, callSid: sidOf(call), mediaFormat } }];
  },
};

function listed(query, calls) {
  const parent = query.get('ParentCallSid');
  if (parent !== null) {
    return calls.flatMap((call) => (sidOf(call) === parent && call.contact ? [shown(call.contact)] : []));
  }
  const mine = calls.filter(({ to, from }) => to === query.get('To') && from === query.get('From'));
  return mine.map(shown).reverse();
}

const shown = (phone) => ({
  sid: sidOf(phone),
  to: phone.to,
  from: phone.from,
  status: phone.status,
  date_created: new Date(phone.at).toUTCString(),
  duration: phone.endedAt === null ? null : String(secondsOf(phone)),
  end_time: phone.endedAt === null ? null : new Date(phone.endedAt).toUTCString(),
});

const durationOf = (phone) =>
  phone.status === 'completed' ? { CallDuration: String(secondsOf(phone)) } : {};

function sign(url, fields) {
  const signed = Object.keys(fields)
    .sort()
    .reduce((all, name) => all + name + fields[name], url);
  return createHmac('sha1', TOKEN).update(signed).digest('base64');
}
