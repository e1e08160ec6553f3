import { CloudFailure, type CloudHttpClient, type CloudHttpRequest } from '../cloud-http-client';
import { PlivoRest } from './rest';

const CALL = '8f0b5ef8-3b34-4c56-a2c2-5ed1f0a7f3f1';
const OTHER = '1c0a5ef8-3b34-4c56-a2c2-5ed1f0a7f3f2';
const UNKNOWN = new CloudFailure({ type: 'http', status: 404 }, '404');
const NUMBERS = { to: '+919812345670', from: '+911140000001' };

/** Answers by method and path; what is not there is unknown to the carrier. */
function apiOf(answers: Readonly<Record<string, unknown>>) {
  const asked: CloudHttpRequest[] = [];
  const api: Pick<CloudHttpClient, 'send'> = {
    send: (ask) => {
      asked.push(ask);
      const answer = Object.entries(answers).find(([key]) => key === `${ask.method} ${ask.path}`)?.[1];
      return answer === undefined ? Promise.reject(UNKNOWN) : Promise.resolve(answer);
    },
  };
  return { asked, rest: new PlivoRest(api as CloudHttpClient, 'MA1') };
}

const CALLS = '/v1/Account/MA1/Call/';
const RECORD = { call_uuid: CALL, hangup_cause_code: 4000, answer_time: '2026-11-22 20:00:01+05:30' };

test('creates a call with all callbacks of Plivo', async () => {
  const { asked, rest } = apiOf({ [`POST ${CALLS}`]: { api_id: 'a', request_uuid: CALL } });
  const urls = {
    statusUrl: 'https://x.example/s',
    answerUrl: 'https://x.example/a',
    mediaUrl: 'wss://x.example/m',
  };
  expect(await rest.createCall({ ...NUMBERS, ringSeconds: 45, ...urls })).toBe(CALL);
  const again = '#rc=5&rp=5xx,ct,rt&rt=10000';
  const url = `${urls.statusUrl}${again}`;
  expect(asked).toEqual([
    {
      method: 'POST',
      path: CALLS,
      json: {
        from: '911140000001',
        to: '919812345670',
        ring_timeout: 45,
        answer_url: `${urls.answerUrl}${again}`,
        answer_method: 'POST',
        ring_url: url,
        ring_method: 'POST',
        hangup_url: url,
        hangup_method: 'POST',
      },
    },
  ]);
});

test('searches for a call that was created without an id, and does not dial again', async () => {
  const { rest } = apiOf({ [`POST ${CALLS}`]: { message: 'call fired' } });
  const order = { ...NUMBERS, ringSeconds: 45, statusUrl: 's', answerUrl: 'a', mediaUrl: 'm' };
  await expect(rest.createCall(order)).rejects.toMatchObject({ outcomeUnknown: true });
});

test.each([
  ['rings', { [`GET ${CALLS}${CALL}/?status=live`]: { call_status: 'ringing' } }, 'ringing'],
  ['talks', { [`GET ${CALLS}${CALL}/?status=live`]: { call_status: 'in-progress' } }, 'answered'],
  ['waits', { [`GET ${CALLS}${CALL}/?status=queued`]: { call_status: 'queued' } }, 'queued'],
  ['is over', { [`GET ${CALLS}${CALL}/`]: RECORD }, 'ended'],
])('finds a call that %s where Plivo lists it', async (_what, answers, state) => {
  expect(await apiOf(answers).rest.fetchCall(CALL)).toMatchObject({
    carrierCallId: CALL,
    state,
    event: null,
  });
});

test.each([
  [4000, { type: 'no_answer' }],
  [3010, { type: 'busy' }],
  [2000, { type: 'unreachable' }],
  [2010, { type: 'unreachable' }],
  [5020, { type: 'cloud', code: 5020 }],
])('reads the cause of a record without an answer from the code %i', async (hangup_cause_code, event) => {
  const record = { call_uuid: CALL, hangup_cause_code, answer_time: null };
  const { rest } = apiOf({ [`GET ${CALLS}${CALL}/`]: record });
  expect(await rest.fetchCall(CALL)).toMatchObject({ state: 'ended', event });
});

test('returns no status for a call that Plivo does not know', async () => {
  await expect(apiOf({}).rest.fetchCall(CALL)).rejects.toBe(UNKNOWN);
});

test('searches for calls of two numbers among running and ended ones', async () => {
  const numbers = 'to_number=919812345670&from_number=911140000001&limit=20';
  const { rest } = apiOf({
    [`GET ${CALLS}?${numbers}&status=live`]: { calls: [CALL, 'gone', 7] },
    [`GET ${CALLS}${CALL}/?status=live`]: { call_status: 'ringing' },
    [`GET ${CALLS}?${numbers}&initiation_time__gte=2026-11-22+14%3A30%3A00`]: {
      objects: [{ ...RECORD, call_uuid: OTHER }, null],
    },
  });
  expect(await rest.listCalls(NUMBERS, new Date('2026-11-22T14:30:00.900Z'))).toMatchObject([
    { carrierCallId: CALL, state: 'ringing' },
    { carrierCallId: OTHER, state: 'ended' },
  ]);
});

test('ends a call as a running one, then as a queued one; unknown to both it is over', async () => {
  const asked = async (answers: Readonly<Record<string, unknown>>) => {
    const api = apiOf(answers);
    await api.rest.endCall(CALL);
    return api.asked.map(({ method, path }) => `${method} ${path}`);
  };
  const live = `DELETE ${CALLS}${CALL}/`;
  const request = `DELETE /v1/Account/MA1/Request/${CALL}/`;
  expect(await asked({ [live]: null })).toEqual([live]);
  expect(await asked({ [request]: null })).toEqual([live, request]);
  expect(await asked({})).toEqual([live, request, live]);
});

test('ends a call that is dialed while it is searched for among queued ones', async () => {
  const ringsAfter = (requests: number) => {
    let asked = 0;
    const isHere = ({ path }: CloudHttpRequest) =>
      path.startsWith(`${CALLS}${CALL}/`) && !path.includes('=queued');
    const ask = (request: CloudHttpRequest) =>
      ++asked > requests && isHere(request)
        ? Promise.resolve({ call_status: 'ringing' })
        : Promise.reject(UNKNOWN);
    return { rest: new PlivoRest({ send: ask } as unknown as CloudHttpClient, 'MA1'), asked: () => asked };
  };
  expect(await ringsAfter(1).rest.fetchCall(CALL)).toMatchObject({ state: 'ringing' });
  const ended = ringsAfter(1);
  await ended.rest.endCall(CALL);
  expect(ended.asked()).toBe(3);
});

test.each([
  ['none yet', { objects: [] }, null],
  ['no list', {}, null],
  ['one', { objects: [{ recording_url: 'https://media.plivo.com/a.mp3' }] }, 'https://media.plivo.com/a.mp3'],
])('finds the recordings of a call: %s', async (_, answer, address) => {
  const { rest } = apiOf({ [`GET /v1/Account/MA1/Recording/?call_uuid=${CALL}&limit=20`]: answer });
  expect(await rest.recordingUrl(CALL)).toBe(address);
});
