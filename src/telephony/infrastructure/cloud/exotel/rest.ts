import type { CloudOrder, CloudRest, CloudWord } from '../adapter';
import { type CloudApi, CloudFailure } from '../cloud-api';
import { listIn, partIn, textIn } from '../json-parts';
import { wordOf } from './callbacks';

/** Calls of these numbers that are looked at when an answer was lost. */
const PAGE_SIZE = 20;
/** How long the address of a recording is good for; the least that Exotel takes. */
const SIGNED_MINUTES = 5;
/** Exotel tells times in India's, without saying so. */
const INDIA_MS = 19_800_000;

/** The requests to Exotel's API. https://developer.exotel.com/api/make-a-call-api */
export function exotelRest(api: CloudApi, accountSid: string, callType: string): CloudRest {
  const calls = `/v1/Accounts/${encodeURIComponent(accountSid)}/Calls`;
  const list = (query: Readonly<Record<string, string>>) =>
    api.ask({ method: 'GET', path: `${calls}.json?${new URLSearchParams(query).toString()}` });
  return {
    credentials: async () => {
      await list({ PageSize: '1' });
    },
    // From is the phone that is rung.
    dial: async ({ to, from, ringSeconds, statusUrl, mediaUrl }) =>
      sidOf(
        await api.ask({
          method: 'POST',
          path: `${calls}/connect.json`,
          form: [
            ...([['From', to]] as const),
            ['CallerId', from],
            ['CallType', callType],
            ['TimeOut', String(ringSeconds)],
            ['StreamUrl', mediaUrl],
            ['StreamType', 'bidirectional'],
            ...callbackFields(statusUrl),
          ],
        }),
      ),
    lookUp: async (sid) => {
      const path = `${calls}/${encodeURIComponent(sid)}.json?details=true`;
      const word = readCall(partIn(await api.ask({ method: 'GET', path }), 'Call'));
      if (!word) throw new CloudFailure({ type: 'request_lost' }, null);
      return word;
    },
    find: async ({ to, from }: Pick<CloudOrder, 'to' | 'from'>, since) => {
      const begun = new Date(since.getTime() + INDIA_MS).toISOString().slice(0, 19).replace('T', ' ');
      const size = String(PAGE_SIZE);
      const made = await list({ From: to, PhoneNumber: from, DateCreated: `gte:${begun}`, PageSize: size });
      return listIn(made, 'Calls', PAGE_SIZE).flatMap((call) => readCall(call) ?? []);
    },
    // No request ends a call: it ends with its stream, and a phone that rings stops by its limit.
    hangUp: () => Promise.resolve(),
    cancel: () => Promise.resolve(false),
    recording: async (sid) => {
      const path = `${calls}/${encodeURIComponent(sid)}.json?RecordingUrlValidity=${SIGNED_MINUTES}`;
      const call = partIn(await api.ask({ method: 'GET', path }), 'Call');
      // Its host takes no credentials of ours: signed, or open to this machine's address.
      return textIn(call, 'PreSignedRecordingUrl') || textIn(call, 'RecordingUrl') || null;
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
  const sid = textIn(partIn(answer, 'Call'), 'Sid');
  if (sid === '') throw new CloudFailure({ type: 'request_lost' }, null);
  return sid;
}

function readCall(call: unknown): CloudWord | null {
  const details = partIn(call, 'Details');
  const [first] = listIn(details, 'Legs', 2);
  return wordOf({
    sid: textIn(call, 'Sid'),
    status: textIn(call, 'Status'),
    legStatus: textIn(details, 'Leg1Status'),
    talked: textIn(partIn(first, 'Leg'), 'OnCallDuration'),
  });
}
