import type { CloudHttpClient, CloudHttpRequest } from '../cloud-http-client';
import type { CloudCallsApi } from '../adapter';
import { ExotelRest } from './rest';

const SID = '80bfbec2d78bbbf10fb851f4fa165211';
const NUMBERS = { to: '+919812345670', from: '+911140000001' };

function apiOf(answer: unknown) {
  const asked: CloudHttpRequest[] = [];
  const api: Pick<CloudHttpClient, 'send'> = {
    send: (ask) => {
      asked.push(ask);
      return Promise.resolve(answer);
    },
  };
  return { asked, rest: new ExotelRest(api as CloudHttpClient, 'acme', 'promo') as CloudCallsApi };
}

test('creates a call with the address of our stream and the callbacks of Exotel', async () => {
  const { asked, rest } = apiOf({ Call: { Sid: SID, Status: 'in-progress' } });
  const urls = { statusUrl: 'https://x.example/s', answerUrl: 'a', mediaUrl: 'wss://x.example/m' };
  expect(await rest.createCall({ ...NUMBERS, ringSeconds: 45, ...urls })).toBe(SID);
  expect(asked).toEqual([
    {
      method: 'POST',
      path: '/v1/Accounts/acme/Calls/connect.json',
      form: [
        ['From', NUMBERS.to],
        ['CallerId', NUMBERS.from],
        ['CallType', 'promo'],
        ['TimeOut', '45'],
        ['StreamUrl', urls.mediaUrl],
        ['StreamType', 'bidirectional'],
        ['StatusCallback', urls.statusUrl],
        ['StatusCallbackEvents[0]', 'terminal'],
        ['StatusCallbackEvents[1]', 'answered'],
        ['StatusCallbackContentType', 'application/json'],
      ],
    },
  ]);
});

test('searches for a call that was created without an id, and does not dial again', async () => {
  const order = { ...NUMBERS, ringSeconds: 45, statusUrl: 's', answerUrl: 'a', mediaUrl: 'm' };
  await expect(apiOf({ Call: null }).rest.createCall(order)).rejects.toMatchObject({ outcomeUnknown: true });
});

test.each([
  [{ Status: 'in-progress' }, 'in_transit', null],
  [{ Status: 'busy' }, 'ended', { type: 'busy' }],
  [{ Status: null, Details: { Leg1Status: 'no-answer', Leg2Status: null } }, 'ended', { type: 'no_answer' }],
  [
    { Status: 'completed', Details: { Leg1Status: 'completed', Legs: [{ Leg: { OnCallDuration: 21 } }] } },
    'ended',
    null,
  ],
  [
    { Status: 'completed', Details: { Leg1Status: 'completed', Legs: [{ Leg: { OnCallDuration: 0 } }] } },
    'ended',
    { type: 'no_answer' },
  ],
])('parses the status %j', async (call, state, event) => {
  const { asked, rest } = apiOf({ Call: { Sid: SID, ...call } });
  expect(await rest.fetchCall(SID)).toMatchObject({ carrierCallId: SID, state, event });
  expect(asked).toEqual([{ method: 'GET', path: `/v1/Accounts/acme/Calls/${SID}.json?details=true` }]);
});

test.each([{ Call: { Sid: SID, Status: null } }, {}, null])('ignores the status %j', async (answer) => {
  await expect(apiOf(answer).rest.fetchCall(SID)).rejects.toMatchObject({ outcomeUnknown: true });
});

test("searches for calls of two numbers from the create request on, in India's time", async () => {
  const { asked, rest } = apiOf({ Calls: [{ Sid: SID, Status: 'in-progress' }, { Sid: null }] });
  expect(await rest.listCalls(NUMBERS, new Date('2026-11-22T20:30:00.900Z'))).toMatchObject([
    { carrierCallId: SID, state: 'in_transit' },
  ]);
  const query = new URL(asked[0]?.path ?? '', 'https://x.example').searchParams;
  expect(Object.fromEntries(query)).toEqual({
    From: NUMBERS.to,
    PhoneNumber: NUMBERS.from,
    PageSize: '20',
    DateCreated: 'gte:2026-11-23 02:00:00',
  });
});

test('ends a call by its stream, without a request', async () => {
  const { asked, rest } = apiOf(null);
  await rest.endCall(SID);
  expect(await rest.cancelCall(SID)).toBe(false);
  expect(asked).toEqual([]);
});

test.each([
  ['none yet', { Call: { Sid: SID, RecordingUrl: null } }, null],
  [
    'one',
    { Call: { RecordingUrl: 'https://recordings.exotel.com/a.mp3' } },
    'https://recordings.exotel.com/a.mp3',
  ],
  [
    'one that is signed',
    { Call: { RecordingUrl: 'https://x.example/a', PreSignedRecordingUrl: 'https://x.example/b?s=1' } },
    'https://x.example/b?s=1',
  ],
])('finds the recording of a call: %s', async (_, answer, address) => {
  const { asked, rest } = apiOf(answer);
  expect(await rest.recordingUrl(SID)).toBe(address);
  expect(asked).toEqual([
    { method: 'GET', path: `/v1/Accounts/acme/Calls/${SID}.json?RecordingUrlValidity=5` },
  ]);
});
