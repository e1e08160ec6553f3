import type { LegFailure } from '../../../domain/cause-map';
import type { CreateCallOptions, CloudCallsApi, CloudCallStatus } from '../adapter';
import { type CloudHttpClient, CloudFailure } from '../cloud-http-client';
import { listOf, textOf } from '../json-fields';
import { toCallStatus } from './callbacks';
import { xmlDocument } from '../xml';
import { contactTarget } from '../dial-target';
import { endOfChild } from './bridge-status';
import { AGAIN, connectVerb, dialVerb } from './twiml';

/** Twilio's codes for a caller id or country that it does not allow. https://www.twilio.com/docs/api/errors */
const NOT_ALLOWED = new Set([10_001, 10_004, 13_223, 13_227, 21_210, 21_212, 21_213, 21_215, 21_216, 21_219]);
/** Codes for a number that nobody reaches: the cause map knows them. */
const BAD_NUMBER = new Set([21_211, 21_214, 21_217]);
/** Calls of these numbers that are looked at when an answer was lost, and recordings of a call. */
const PAGE_SIZE = 20;
const RECORDING = /^RE[0-9a-f]{32}$/;

/** What a refusal of Twilio's API means; null: its status decides. */
export function twilioEvent(_status: number, code: number | null): LegFailure | null {
  if (code === null) return null;
  if (NOT_ALLOWED.has(code)) return { type: 'not_allowed', code };
  return BAD_NUMBER.has(code) ? { type: 'cloud', kind: 'twilio', code } : null;
}

interface NewCall extends Pick<CreateCallOptions, 'to' | 'from' | 'ringSeconds' | 'statusUrl'> {
  /** What is done with whoever answers. */
  readonly verb: string;
}

/** The requests to Twilio's API. https://www.twilio.com/docs/voice/api/call-resource */
export function twilioRest(api: CloudHttpClient, accountSid: string): CloudCallsApi {
  const account = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
  const callOf = (sid: string) => `${account}/Calls/${encodeURIComponent(sid)}.json`;
  const update = async (sid: string, status: 'completed' | 'canceled') =>
    readCall(await api.send({ method: 'POST', path: callOf(sid), form: [['Status', status]] }));
  const make = async ({ to, from, ringSeconds, statusUrl, verb }: NewCall) => {
    const form = [
      ['To', to],
      ['From', from],
      ['Twiml', xmlDocument(verb)],
      ['Timeout', String(ringSeconds)],
      ['StatusCallback', `${statusUrl}${AGAIN}`],
      ['StatusCallbackMethod', 'POST'],
      ...['initiated', 'ringing', 'answered', 'completed'].map(
        (event) => ['StatusCallbackEvent', event] as const,
      ),
    ] as const;
    const made = readCall(await api.send({ method: 'POST', path: `${account}/Calls.json`, form }));
    // It was taken, whatever was said of it.
    if (!made) throw new CloudFailure({ type: 'request_lost' }, null);
    return made.carrierCallId;
  };
  return {
    verifyCredentials: async () => {
      await api.send({ method: 'GET', path: `${account}.json` });
    },
    createCall: ({ to, from, ringSeconds, statusUrl, mediaUrl }) =>
      make({ to, from, ringSeconds, statusUrl, verb: connectVerb(mediaUrl) }),
    createBridge: (order) => make({ ...order, to: order.counsellor, verb: dialVerb(contactTarget(order)) }),
    fetchBridge: async (sid, { contact }) => {
      const word = readCall(await api.send({ method: 'GET', path: callOf(sid) }));
      if (!word) throw new CloudFailure({ type: 'request_lost' }, null);
      const query = new URLSearchParams({ ParentCallSid: sid, To: contact, PageSize: '1' });
      const children = await api.send({ method: 'GET', path: `${account}/Calls.json?${query.toString()}` });
      const [child] = listOf(children, 'calls', 1);
      const { carrierCallId: carrierId, ...counsellor } = word;
      return { carrierCallId: carrierId, counsellor, ...endOfChild(counsellor, child ?? null) };
    },
    fetchCall: async (sid) => {
      const word = readCall(await api.send({ method: 'GET', path: callOf(sid) }));
      if (!word) throw new CloudFailure({ type: 'request_lost' }, null);
      return word;
    },
    listCalls: async ({ to, from }, since) => {
      const query = new URLSearchParams({ To: to, From: from, PageSize: String(PAGE_SIZE) });
      const answer = await api.send({ method: 'GET', path: `${account}/Calls.json?${query.toString()}` });
      return listOf(answer, 'calls', PAGE_SIZE).flatMap((call) => {
        // Twilio's times are whole seconds.
        const isOurs = Date.parse(textOf(call, 'date_created')) + 1_000 > since.getTime();
        return (isOurs && readCall(call)) || [];
      });
    },
    endCall: async (sid) => {
      await update(sid, 'completed').catch((error: unknown) => {
        // It is over, or Twilio does not know it.
        if (!(error instanceof CloudFailure) || !/^(400|404)\b/.test(error.response ?? '')) throw error;
      });
    },
    redirectCall: async (sid, { response: reply }) => {
      await api.send({ method: 'POST', path: callOf(sid), form: [['Twiml', reply.body]] });
    },
    cancelCall: async (sid) => (await update(sid, 'canceled'))?.carrierStatus === 'canceled',
    recordingUrl: async (sid) => {
      const path = `${account}/Calls/${encodeURIComponent(sid)}/Recordings.json?PageSize=${PAGE_SIZE}`;
      const made = listOf(await api.send({ method: 'GET', path }), 'recordings', PAGE_SIZE);
      const id = textOf(made.find((one) => textOf(one, 'status') === 'completed') ?? null, 'sid');
      // Its own WAV: 16 bit, 8 kHz, the phone that was rung first on the left.
      return RECORDING.test(id) ? `${account}/Recordings/${id}.wav?RequestedChannels=2` : null;
    },
  };
}

function readCall(body: unknown): CloudCallStatus | null {
  return toCallStatus(textOf(body, 'sid'), textOf(body, 'status'), null);
}
