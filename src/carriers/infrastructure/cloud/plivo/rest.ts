import type { CreateCallOptions, CloudCallsApi, CloudCallStatus } from '../adapter';
import { type CloudHttpClient, CloudFailure } from '../cloud-http-client';
import { listOf, textOf } from '../json-fields';
import { codeOf, timeOf, UUID, toCallStatus } from './callbacks';
import { endOfRecord } from './bridge-status';
import { AGAIN, plain } from './xml';

/** Calls of these numbers that are looked at when an answer was lost; as many as Plivo lists at once. */
const PAGE_SIZE = 20;

type Numbers = Pick<CreateCallOptions, 'to' | 'from'>;

/** The requests to Plivo's API. https://www.plivo.com/docs/voice/api/call */
export function plivoRest(api: CloudHttpClient, authId: string): CloudCallsApi {
  const account = `/v1/Account/${encodeURIComponent(authId)}`;
  const callOf = (id: string) => `${account}/Call/${encodeURIComponent(id)}/`;
  const get = (path: string) => api.send({ method: 'GET', path });
  const lookUp = async (id: string): Promise<CloudCallStatus> => {
    // A call is in one place at a time: among those that go on, those that wait, or those that are over. One that waited may
    // go on by the time of the second look.
    const live = () => unlessUnknown(get(`${callOf(id)}?status=live`));
    const queued = () => unlessUnknown(get(`${callOf(id)}?status=queued`));
    const going = (await live()) ?? (await queued()) ?? (await live());
    const word = going === null ? readRecord(await get(callOf(id))) : readGoing(id, going);
    if (!word) throw new CloudFailure({ type: 'request_lost' }, null);
    return word;
  };
  const make = async (
    order: Pick<CreateCallOptions, 'to' | 'from' | 'ringSeconds' | 'statusUrl' | 'answerUrl'>,
  ) => {
    const { to, from, ringSeconds, statusUrl, answerUrl } = order;
    const url = `${statusUrl}${AGAIN}`;
    const json = {
      from: plain(from),
      to: plain(to),
      ring_timeout: ringSeconds,
      answer_url: `${answerUrl}${AGAIN}`,
      answer_method: 'POST',
      ring_url: url,
      ring_method: 'POST',
      hangup_url: url,
      hangup_method: 'POST',
    };
    const made = await api.send({ method: 'POST', path: `${account}/Call/`, json });
    const id = textOf(made, 'request_uuid');
    // It was taken, whatever was said of it.
    if (!UUID.test(id)) throw new CloudFailure({ type: 'request_lost' }, null);
    return id;
  };
  return {
    verifyCredentials: async () => {
      await get(`${account}/`);
    },
    createCall: make,
    createBridge: (order) => make({ ...order, to: order.counsellor }),
    fetchBridge: async (id, { contact: to, from }) => {
      const { carrierCallId, ...counsellor } = await lookUp(id);
      const told = { carrierCallId, counsellor };
      if (counsellor.state === 'ended') {
        const found = await get(
          `${account}/Call/?${new URLSearchParams({ parent_call_uuid: id }).toString()}`,
        );
        const [record] = listOf(found, 'objects', PAGE_SIZE);
        return { ...told, ...endOfRecord(counsellor, record ?? null) };
      }
      if (counsellor.state !== 'answered') return told;
      const live = await get(`${account}/Call/?${query({ to, from }, { status: 'live' })}`);
      const [contactId] = listOf(live, 'calls', PAGE_SIZE).map(String);
      if (contactId === undefined) return told;
      const contact = (await lookUp(contactId)).state;
      return contact === 'ringing' || contact === 'answered' ? { ...told, contactId, contact } : told;
    },
    fetchCall: lookUp,
    listCalls: async (numbers, since) => {
      const live = await get(`${account}/Call/?${query(numbers, { status: 'live' })}`);
      const going = await Promise.all(
        listOf(live, 'calls', PAGE_SIZE).map((id) => unlessUnknown(lookUp(String(id)))),
      );
      const begun = since.toISOString().slice(0, 19).replace('T', ' ');
      const over = await get(`${account}/Call/?${query(numbers, { initiation_time__gte: begun })}`);
      const ended = listOf(over, 'objects', PAGE_SIZE).filter((record) => !isBefore(record, since));
      return [...going, ...ended.map(readRecord)].flatMap((word) => word ?? []);
    },
    endCall: async (id) => {
      const request = `${account}/Request/${encodeURIComponent(id)}/`;
      // One that waits to be dialed is known as a request alone, and may be dialed by the time we ask. What nobody knows is over.
      for (const path of [callOf(id), request, callOf(id)]) {
        const ended = api.send({ method: 'DELETE', path }).then(() => 'ended');
        if ((await unlessUnknown(ended)) !== null) return;
      }
    },
    // Its answer is asked for at the address, as when somebody answers. https://www.plivo.com/docs/voice/api/call/transfer-a-call
    redirectCall: async (id, { answerUrl }) => {
      const json = { legs: 'aleg', aleg_url: `${answerUrl}${AGAIN}`, aleg_method: 'POST' };
      await api.send({ method: 'POST', path: callOf(id), json });
    },
    // Plivo has begun as soon as it says that it has taken a call.
    cancelCall: () => Promise.resolve(false),
    recordingUrl: async (id) => {
      const made = await get(`${account}/Recording/?call_uuid=${encodeURIComponent(id)}&limit=${PAGE_SIZE}`);
      const [first] = listOf(made, 'objects', PAGE_SIZE);
      return textOf(first, 'recording_url') || null;
    },
  };
}

function query({ to, from }: Numbers, more: Readonly<Record<string, string>>): string {
  return new URLSearchParams({
    to_number: plain(to),
    from_number: plain(from),
    limit: String(PAGE_SIZE),
    ...more,
  }).toString();
}

/** null: Plivo knows no such call. */
async function unlessUnknown<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CloudFailure && error.event.type === 'http' && error.event.status === 404)
      return null;
    throw error;
  }
}

/** Whether a record says that its call began before an instant; Plivo's times may be whole seconds. */
function isBefore(record: unknown, instant: Date): boolean {
  return timeOf(textOf(record, 'initiation_time')) + 1_000 <= instant.getTime();
}

/** A call that rings, talks or waits. */
function readGoing(id: string, body: unknown): CloudCallStatus | null {
  return toCallStatus({ id, status: textOf(body, 'call_status'), code: null, unanswered: false });
}

/** The record of a call that is over. Without a time of answer nobody answered. */
function readRecord(body: unknown): CloudCallStatus | null {
  return toCallStatus({
    id: textOf(body, 'call_uuid'),
    status: 'completed',
    code: codeOf(textOf(body, 'hangup_cause_code')),
    unanswered: textOf(body, 'answer_time') === '',
  });
}
