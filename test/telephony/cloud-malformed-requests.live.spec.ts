import { connect as dial } from 'node:net';
import { gzipSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { eventually, type TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { cloudService, cloudTrunk } from '../harness/cloud-service';
import type { FakeExotel } from '../fakes/carriers/exotel.mjs';
import type { FakePlivo } from '../fakes/carriers/plivo.mjs';
import type { FakeTwilio } from '../fakes/carriers/twilio.mjs';
import { type CarrierKind, type Ringing, RINGING_CARRIERS } from '../harness/ringing-carriers';
import { compileThreads, queueCall, reaches, type SipAccount, sipAccount } from '../harness/sip-accounts';

compileThreads();

let service: TestApp;
beforeAll(async () => {
  service = await cloudService();
});
afterAll(() => service.stop());

/** 20 ms of silence. */
const AUDIO = Buffer.alloc(160, 0xff).toString('base64');

const sayTo = (socket: WebSocket) => (message: object | string) =>
  socket.send(typeof message === 'string' ? message : JSON.stringify(message));

function sendOddMessages(socket: WebSocket, ringing: Ringing): void {
  const say = sayTo(socket);
  const medias = [null, 7, [], {}, { payload: null }, { payload: 7 }, { payload: '%%%' }, { payload: [] }];
  for (const media of medias) say({ event: 'media', media });
  for (const track of ['outbound', 7, null]) say({ event: 'media', media: { track, payload: AUDIO } });
  for (const digit of ['12', '', 'x', null, 7, {}]) say({ event: 'dtmf', dtmf: { digit } });
  for (const event of ['constructor', '__proto__', 'mark', '', null, 7, {}]) say({ event });
  for (const text of ['', '{', 'null', '[]', '7', '"stop"', '['.repeat(60_000), '\0']) say(text);
  for (const start of [null, 7, [], {}]) say({ event: 'start', start });
  say({ ...ringing.start('x'.repeat(30_000)) });
  socket.send(Buffer.from([1, 2, 3]));
  socket.ping('x'.repeat(125));
  socket.pong();
  socket.send('{"event":"me', { fin: false });
  socket.send('dia"}', { fin: true });
}

describe.each(Object.keys(RINGING_CARRIERS) as CarrierKind[])('%s', (kind) => {
  let fake: FakeTwilio | FakePlivo | FakeExotel;
  let account: SipAccount;
  let callId: string;
  let ringing: Ringing;

  beforeAll(async () => {
    fake = await RINGING_CARRIERS[kind].open();
    const trunk = await cloudTrunk(service, kind, fake.url);
    account = await sipAccount(service, [trunk.id], { carrier: kind });
    const phone = number('0001');
    fake.will(phone, { becomes: 'rings' });
    callId = await queueCall(service, account, phone);
    const call = await eventually(() => {
      const [one] = fake.callsTo(phone);
      return one ? Promise.resolve(one) : Promise.reject(new Error('it is not asked for yet'));
    });
    ringing = RINGING_CARRIERS[kind].of(fake as never, call as never);
    await reaches(service, account, callId, 'dialing');
  });
  afterAll(() => fake.close());

  const statusOf = async () =>
    (await service.unitOfWork.row<{ status: string }>('SELECT status FROM calls WHERE id = $1', [callId]))
      ?.status;

  async function post(
    body: string | Buffer,
    more: { url?: string; method?: string; headers?: Record<string, string> } = {},
  ) {
    const { url = ringing.statusUrl, method = 'POST' } = more;
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      ...ringing.headers(url, body.toString()),
      ...more.headers,
    };
    const sent = ['GET', 'HEAD'].includes(method) ? {} : { body };
    return (await fetch(url, { method, headers, ...sent })).status;
  }

  /** What may come at the address of the call; none of it says anything. */
  const ODD: Readonly<Record<string, () => Promise<number>>> = {
    nothing: () => post(''),
    'no id': () => post(ringing.statusBody('', 'completed')),
    'the id of another call': () =>
      post(ringing.statusBody(ringing.id.replace(/.$/, '0').replace(/^(..)./, '$10'), 'x')),
    'an id with more behind it': () => post(ringing.statusBody(`${ringing.id}0`, 'completed')),
    'an id of 60 KB': () => post(ringing.statusBody('a'.repeat(60_000), 'completed')),
    'no status': () => post(ringing.statusBody(ringing.id, '')),
    'a status that nobody knows': () => post(ringing.statusBody(ringing.id, 'flying')),
    'a status that every object has': () => post(ringing.statusBody(ringing.id, 'constructor')),
    'a status in capitals': () => post(ringing.statusBody(ringing.id, 'COMPLETED')),
    'a status with a NUL': () => post(ringing.statusBody(ringing.id, 'completed\0')),
    'a status in Hindi': () => post(ringing.statusBody(ringing.id, 'समाप्त')),
    'bytes that are no UTF-8': () => post(Buffer.from([0xff, 0xfe, 0x80, 0xc0, 0x3d, 0xed, 0xa0, 0x80])),
    'UTF-16': () => post(Buffer.from(ringing.statusBody(ringing.id, 'completed'), 'utf16le')),
    gzip: () =>
      post(gzipSync(ringing.statusBody(ringing.id, 'completed')), {
        headers: { 'content-encoding': 'gzip' },
      }),
    'broken percents': () => post('CallStatus=%zz%&%=%E0%A4&CallSid=%'),
    'five thousand fields': () => post(Array.from({ length: 5_000 }, (_, at) => `f${at}=${at}`).join('&')),
    'a name of 60 KB': () => post(`${'n'.repeat(60_000)}=1`),
    'names of every object': () => post('__proto__=1&constructor=2&toString=3'),
    'more than 64 KiB': () => post(`a=${'x'.repeat(65_536)}`),
    'the wrong type of content': () => post('hello', { headers: { 'content-type': 'multipart/form-data' } }),
    'another method': () => post('', { method: 'PUT' }),
    'a question': () => post('', { method: 'OPTIONS' }),
    'a look': () => post('', { method: 'HEAD' }),
    'a slash too many': () => post('', { url: `${ringing.statusUrl}/` }),
    'an address in another case': () =>
      post('', { url: ringing.statusUrl.toUpperCase().replace(/^HTTP/, 'http') }),
    'the address of a socket': () => post('', { url: ringing.statusUrl.replace(/status$/, 'media') }),
    'an address that there is not': () =>
      post('', { url: ringing.statusUrl.replace(/status$/, 'constructor') }),
    'a query of 10 KB': () => post('', { url: `${ringing.statusUrl}?${'q'.repeat(10_000)}` }),
  };

  test.each(Object.keys(ODD))('changes nothing by %s', async (name) => {
    const status = await ODD[name]!();
    expect([200, 404, 405]).toContain(status);
    expect(await statusOf()).toBe('dialing');
  });

  test('changes nothing by malformed requests of this carrier alone', async () => {
    for (const [name, body] of Object.entries(ringing.bodies ?? {})) {
      const status = await post(body, { headers: { 'content-type': 'application/json' } });
      expect([name, status, await statusOf()]).toEqual([name, 200, 'dialing']);
    }
  });

  test.each([
    ['no HTTP', 'SSH-2.0-x\r\n\r\n'],
    ['a request without an end', 'POST /telephony/x'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['headers of 20 KB', `POST / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      'a socket of another protocol',
      'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    ],
  ])('rejects %s without a change', async (_, bytes) => {
    const { hostname, port } = new URL(ringing.statusUrl);
    const socket = dial(Number(port), hostname);
    await new Promise<void>((resolve) => {
      socket.once('error', () => resolve());
      socket.once('close', () => resolve());
      socket.once('data', () => socket.destroy());
      socket.end(bytes);
    });
    expect(await statusOf()).toBe('dialing');
  });

  test('continues a call after malformed messages of its socket', async () => {
    const url = await ringing.mediaUrl();
    const open = () => {
      const socket = new WebSocket(url, { headers: ringing.headers(url, '') });
      const closed = new Promise<number>((resolve) => {
        socket.once('close', resolve);
        socket.once('unexpected-response', (_request, response) => {
          resolve(response.statusCode ?? 0);
          socket.terminate();
        });
      });
      socket.on('error', () => undefined);
      return { socket, closed, opened: new Promise((resolve) => socket.once('open', resolve)) };
    };
    const { socket, opened } = open();
    await opened;
    const say = sayTo(socket);
    const odd = () => sendOddMessages(socket, ringing);
    odd();
    say({ event: 'media', media: { payload: AUDIO } });
    expect(await open().closed).toBe(404);
    expect(await statusOf()).toBe('dialing');
    say(ringing.start('S1'));
    await reaches(service, account, callId, 'in_progress');
    // A request for the instruction that comes twice does not end the talk.
    expect(await ringing.mediaUrl()).toBe(url);
    odd();
    say(ringing.start('S2'));
    // A second of audio at once, of odd lengths.
    for (let piece = 0; piece < 50; piece++)
      say({ event: 'media', media: { payload: Buffer.alloc(159 + (piece % 3), 0xff).toString('base64') } });
    for (let key = 0; key < 200; key++) say({ event: 'dtmf', dtmf: { digit: '1' } });
    expect(await open().closed).toBe(404);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    expect(await statusOf()).toBe('in_progress');
    say({ event: 'stop' });
    socket.close();
    expect(await reaches(service, account, callId, 'completed')).toMatchObject({ ended_by: 'contact' });
    expect(await open().closed).toBe(404);
  });

  test('changes nothing after the end of the call', async () => {
    for (const status of ['in-progress', 'busy', 'failed', 'no-answer', 'ringing', 'queued']) {
      expect([status, await post(ringing.statusBody(ringing.id, status))]).toEqual([status, 200]);
    }
    expect(await service.api(account).get(`/calls/${callId}`)).toMatchObject({ status: 'completed' });
    await eventually(async () => {
      const { data } = await service.api(account).get(`/calls/${callId}/timeline`);
      expect(data.filter(({ type }) => type === 'event_made')).toHaveLength(1);
    });
    const legs = await service.unitOfWork.rows(
      'SELECT ended_at IS NULL AS open, hang_up_owed FROM legs WHERE call_id = $1',
      [callId],
    );
    expect(legs).toEqual([{ open: false, hang_up_owed: false }]);
  });
});
