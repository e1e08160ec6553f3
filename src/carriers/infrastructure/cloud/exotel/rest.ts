import type { CreateCallOptions, CloudCallsApi, CloudCallStatus, Pairs } from '../adapter';
import { type CloudHttpClient, CloudFailure } from '../cloud-http-client';
import { listOf, fieldOf, textOf } from '../json-fields';
import { indianTime, INDIA_MS, SID, toCallStatus } from './callbacks';
import { joinedCall } from './bridge-status';

/** Calls of these numbers that are looked at when an answer was lost. */
const PAGE_SIZE = 20;
/** How long the address of a recording is good for, in minutes; the least that Exotel takes. */
const SIGNED_MINUTES = 5;
/** As long as Exotel lets a call last. */
const MAX_CALL_SECONDS = 14_400;

type NewCall = Pick<CreateCallOptions, 'to' | 'from' | 'ringSeconds' | 'statusUrl'>;

/** The requests to Exotel's API. https://developer.exotel.com/api/make-a-call-api */
export function exotelRest(api: CloudHttpClient, accountSid: string, callType: string): CloudCallsApi {
  const calls = `/v1/Accounts/${encodeURIComponent(accountSid)}/Calls`;
  const list = (query: Readonly<Record<string, string>>) =>
    api.send({ method: 'GET', path: `${calls}.json?${new URLSearchParams(query).toString()}` });
  const callOf = async (sid: string) =>
    fieldOf(
      await api.send({ method: 'GET', path: `${calls}/${encodeURIComponent(sid)}.json?details=true` }),
      'Call',
    );
  const make = async ({ to, from, ringSeconds, statusUrl }: NewCall, more: Pairs) => {
    const form: Pairs = [
      ['From', to],
      ['CallerId', from],
      ['CallType', callType],
      ['TimeOut', String(ringSeconds)],
      ...more,
      ...callbackFields(statusUrl),
    ];
    return sidOf(await api.send({ method: 'POST', path: `${calls}/connect.json`, form }));
  };
  return {
    verifyCredentials: async () => {
      await list({ PageSize: '1' });
    },
    // From is the phone that is rung.
    createCall: ({ to, from, ringSeconds, statusUrl, mediaUrl }) =>
      make({ to, from, ringSeconds, statusUrl }, [
        ['StreamUrl', mediaUrl],
        ['StreamType', 'bidirectional'],
      ]),
    // From is rung first.
    createBridge: ({ counsellor: to, contact, from, ringSeconds, maxTalkSeconds, record, statusUrl }) =>
      make({ to, from, ringSeconds, statusUrl }, [
        ['To', contact],
        // The contact may ring before the talk.
        ['TimeLimit', String(Math.min(maxTalkSeconds + ringSeconds, MAX_CALL_SECONDS))],
        ['Record', String(record)],
        ['RecordingChannels', 'dual'],
      ]),
    fetchBridge: async (sid) => {
      const word = joinedCall(await callOf(sid));
      if (!word) throw new CloudFailure({ type: 'request_lost' }, null);
      return word;
    },
    fetchCall: async (sid) => {
      const word = readCall(await callOf(sid));
      if (!word) throw new CloudFailure({ type: 'request_lost' }, null);
      return word;
    },
    listCalls: async ({ to, from }: Pick<CreateCallOptions, 'to' | 'from'>, since) => {
      const begun = new Date(since.getTime() + INDIA_MS).toISOString().slice(0, 19).replace('T', ' ');
      const size = String(PAGE_SIZE);
      const made = await list({ From: to, PhoneNumber: from, DateCreated: `gte:${begun}`, PageSize: size });
      return listOf(made, 'Calls', PAGE_SIZE).flatMap((call) => {
        // Exotel's times are whole seconds.
        const isEarlier = indianTime(textOf(call, 'DateCreated')) + 1_000 <= since.getTime();
        return (!isEarlier && readCall(call)) || [];
      });
    },
    // No request ends a call: it ends with its stream, and a phone that rings stops by its limit.
    endCall: () => Promise.resolve(),
    cancelCall: () => Promise.resolve(false),
    recordingUrl: async (sid) => {
      const path = `${calls}/${encodeURIComponent(sid)}.json?RecordingUrlValidity=${SIGNED_MINUTES}`;
      const call = fieldOf(await api.send({ method: 'GET', path }), 'Call');
      // Its host takes no credentials of ours: signed, or open to this machine's address.
      return textOf(call, 'PreSignedRecordingUrl') || textOf(call, 'RecordingUrl') || null;
    },
  };
}

/** Where Exotel says what became of a call. https://developer.exotel.com/api/statuscallback */
function callbackFields(statusUrl: string): readonly (readonly [string, string])[] {
  return [
    ['StatusCallback', statusUrl],
    ['StatusCallbackEvents[0]', 'terminal'],
    ['StatusCallbackEvents[1]', 'answered'],
    ['StatusCallbackContentType', 'application/json'],
  ];
}

/** @throws CloudFailure when the answer has no id: the call was taken, whatever was said of it. */
function sidOf(answer: unknown): string {
  const sid = textOf(fieldOf(answer, 'Call'), 'Sid');
  if (!SID.test(sid)) throw new CloudFailure({ type: 'request_lost' }, null);
  return sid;
}

function readCall(call: unknown): CloudCallStatus | null {
  const details = fieldOf(call, 'Details');
  const [first] = listOf(details, 'Legs', 2);
  return toCallStatus({
    sid: textOf(call, 'Sid'),
    status: textOf(call, 'Status'),
    legStatus: textOf(details, 'Leg1Status'),
    talked: textOf(fieldOf(first, 'Leg'), 'OnCallDuration'),
  });
}
