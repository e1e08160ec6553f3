/**
 * Twilio's API, callbacks and media streams on this machine, as a process of its own: what it was asked outlives the service. It
 * gets its settings, and is asked for its calls, by messages.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/**
 * @typedef {object} Settings
 * @property {string} accountSid
 * @property {string} authToken
 * @property {number} answerMs each request is answered so late
 * @property {'silent' | 'ringing' | 'busy' | 'talking'} phones what they do
 * @property {number} talkMs the contact of a human call hangs up so long after it has answered
 * @property {number} dripMs a recording takes so long to be sent
 */

/**
 * @typedef {object} Call
 * @property {string} sid
 * @property {string} to
 * @property {string} from
 * @property {number} at
 * @property {number | null} endedAt
 * @property {string} status
 * @property {boolean} isHuman
 * @property {number} downloads begun
 * @property {URLSearchParams} form
 * @property {WebSocket | null} socket
 * @property {{sid: string, status: string, answeredAt: number, endedAt: number | null} | null} contact the second phone
 */

/** @type {Settings} */
const settings = { accountSid: '', authToken: '', answerMs: 0, phones: 'talking', talkMs: 1_000, dripMs: 0 };
/** @type {Call[]} */
const calls = [];
const RINGING_MS = 100;
const RECORDED_SECONDS = 2;

process.on('message', (message) => {
  if (message === 'calls') process.send?.({ calls: calls.map(told) });
  else Object.assign(settings, message);
});
process.on('disconnect', () => process.exit(0));

const server = createServer((request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.({ url: `http://127.0.0.1:${address?.port}` });
});

/** Two phones are known by the second: a counsellor is in one call after another. */
const told = ({ to, at, endedAt, status, isHuman, downloads, form }) => ({
  to: isHuman ? /<Number[^>]*>([^<]+)</.exec(form.get('Twiml'))?.[1] : to,
  at,
  endedAt,
  status,
  isHuman,
  downloads,
});

async function serve(request, response) {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://here');
  const form = new URLSearchParams(await text(request));
  const answer = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const [, file] = /\/Recordings\/RE(\w+)\.wav$/.exec(pathname) ?? [];
  const [, sid, list] = /\/Calls\/(CA\w+?)(\/Recordings)?\.json$/.exec(pathname) ?? [];
  const call = calls.find((one) => one.sid === `CA${file}` || one.sid === sid);
  // A call is made when it is asked for, however late the answer is.
  const made = request.method === 'POST' && pathname.endsWith('/Calls.json') ? begin(form) : null;
  await sleep(settings.answerMs);
  if (made) answer(201, shown(made));
  else if (pathname.endsWith('/Calls.json')) answer(200, { calls: found(searchParams) });
  else if (pathname.endsWith(`/${settings.accountSid}.json`)) answer(200, { sid: settings.accountSid });
  else if (!call) answer(404, { code: 20_404, status: 404 });
  else if (file !== undefined) await give(call, response);
  else if (list !== undefined) {
    const status = call.status === 'completed' && call.isHuman ? 'completed' : 'processing';
    answer(200, { recordings: [{ sid: `RE${call.sid.slice(2)}`, status }] });
  } else {
    if (request.method === 'POST') hangUp(call, form.get('Status') ?? '');
    answer(200, shown(call));
  }
}

/** @returns {Call} */
function begin(form) {
  const twiml = form.get('Twiml') ?? '';
  const call = {
    sid: `CA${randomBytes(16).toString('hex')}`,
    to: form.get('To') ?? '',
    from: form.get('From') ?? '',
    at: Date.now(),
    endedAt: null,
    status: 'queued',
    isHuman: twiml.includes('<Dial'),
    downloads: 0,
    form,
    socket: null,
    contact: null,
  };
  calls.push(call);
  void run(call, twiml);
  return call;
}

async function run(call, twiml) {
  if (settings.phones === 'silent') return;
  await tell(call, 'ringing');
  await sleep(RINGING_MS);
  if (settings.phones === 'ringing' || call.endedAt !== null) return;
  if (settings.phones === 'busy') return tell(call, 'busy');
  await tell(call, 'in-progress');
  const contactUrl = attribute(twiml, 'statusCallback');
  if (call.isHuman) return join(call, contactUrl, attribute(twiml, 'action'));
  const url = attribute(twiml, 'url');
  const socket = new WebSocket(url, { headers: { 'x-twilio-signature': sign(url, {}) } });
  call.socket = socket;
  const streamSid = `MZ${call.sid.slice(2)}`;
  socket.on('open', () =>
    socket.send(
      JSON.stringify({
        event: 'start',
        streamSid,
        start: {
          streamSid,
          callSid: call.sid,
          mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 },
        },
      }),
    ),
  );
  socket.on('error', () => undefined);
  // A stream that ends ends its call.
  socket.on('close', () => void tell(call, 'completed'));
}

/** The contact is rung and answers; each of the two hears the other until the contact hangs up. */
async function join(call, contactUrl, actionUrl) {
  const contact = {
    sid: `CA${randomBytes(16).toString('hex')}`,
    status: 'ringing',
    answeredAt: 0,
    endedAt: null,
  };
  call.contact = contact;
  const child = { CallSid: contact.sid, ParentCallSid: call.sid };
  await post(contactUrl, { ...child, CallStatus: 'ringing' });
  await sleep(RINGING_MS);
  Object.assign(contact, { status: 'in-progress', answeredAt: Date.now() });
  await post(contactUrl, { ...child, CallStatus: 'in-progress' });
  await sleep(settings.talkMs);
  if (call.endedAt !== null) return;
  Object.assign(contact, { status: 'completed', endedAt: Date.now() });
  const seconds = secondsOf(contact);
  // They hang up at once, whoever is there to be told.
  void tell(call, 'completed', { CallDuration: seconds });
  void post(contactUrl, { ...child, CallStatus: 'completed', CallDuration: seconds });
  const dialed = { DialCallStatus: 'completed', DialCallSid: contact.sid, DialCallDuration: seconds };
  void post(actionUrl, { CallSid: call.sid, CallStatus: 'in-progress', ...dialed });
}

function hangUp(call, status) {
  if (call.endedAt !== null) return;
  const rings = ['queued', 'ringing'].includes(call.status);
  void tell(call, rings ? (status === 'canceled' ? 'canceled' : 'no-answer') : 'completed');
  call.socket?.close();
}

async function tell(call, status, more = {}) {
  if (call.endedAt !== null) return;
  call.status = status;
  if (['busy', 'completed', 'canceled', 'no-answer'].includes(status)) call.endedAt = Date.now();
  const fields = { CallSid: call.sid, From: call.from, To: call.to, CallStatus: status, ...more };
  await post(call.form.get('StatusCallback'), fields);
}

/** Again while it is not taken, as the address asks. */
async function post(address, fields) {
  const url = address?.replace(/#.*/, '') ?? '';
  if (url === '') return;
  for (let trial = 0; trial < 6; trial++) {
    const taken = await fetch(url, {
      method: 'POST',
      headers: { 'x-twilio-signature': sign(url, fields) },
      body: new URLSearchParams(fields),
    }).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (taken) return;
    await sleep(500);
  }
}

/** Bit by bit, so that there is time to be killed in. */
async function give(call, response) {
  call.downloads += 1;
  const wav = silence(RECORDED_SECONDS);
  response.writeHead(200, { 'content-type': 'audio/x-wav' });
  const [parts, size] = [20, Math.ceil(wav.length / 20)];
  for (let part = 0; part < parts && !response.destroyed; part++) {
    response.write(wav.subarray(part * size, (part + 1) * size));
    await sleep(settings.dripMs / parts);
  }
  response.end();
}

/** Stereo WAV, 16 bit, 8 kHz. */
function silence(seconds) {
  const wav = Buffer.alloc(44 + seconds * 32_000);
  wav.write('RIFF....WAVEfmt ', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.writeUInt32LE(16, 16);
  wav.set([1, 0, 2, 0, 0x40, 0x1f, 0, 0, 0, 0x7d, 0, 0, 4, 0, 16, 0], 20);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(wav.length - 44, 40);
  return wav;
}

function found(query) {
  const parent = calls.find(({ sid }) => sid === query.get('ParentCallSid'));
  if (query.has('ParentCallSid')) return parent?.contact ? [shownContact(parent.contact)] : [];
  const of = calls.filter(({ to, from }) => to === query.get('To') && from === query.get('From'));
  return of.map(shown).reverse();
}

const shown = ({ sid, to, from, status, at }) => ({
  sid,
  to,
  from,
  status,
  date_created: new Date(at).toUTCString(),
});

const shownContact = ({ sid, status, answeredAt, endedAt }) => ({
  sid,
  status,
  duration: endedAt === null ? null : secondsOf({ answeredAt, endedAt }),
  end_time: endedAt === null ? null : new Date(endedAt).toUTCString(),
});

const secondsOf = ({ answeredAt, endedAt }) =>
  String(Math.max(1, Math.round((endedAt - answeredAt) / 1_000)));

function sign(url, fields) {
  const signed = Object.keys(fields)
    .sort()
    .reduce((all, name) => all + name + fields[name], url);
  return createHmac('sha1', settings.authToken).update(signed).digest('base64');
}

const attribute = (xml, name) =>
  (new RegExp(`\\b${name}="([^"]*)"`).exec(xml)?.[1] ?? '').replaceAll('&amp;', '&').replace(/#.*/, '');
