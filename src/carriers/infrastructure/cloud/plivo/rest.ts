import type {
  BridgeStatus,
  CloudCallsApi,
  CloudCallStatus,
  CreateBridgeOptions,
  CreateCallOptions,
  DialTarget,
  RedirectInstruction,
} from '../adapter';
import { type CloudHttpClient, CloudFailure, expected } from '../cloud-http-client';
import { listOf, textOf } from '../json-fields';
import { codeOf, endOfRecord, timeOf, toCallStatus, UUID } from './callbacks';
import { AGAIN, plain } from './xml';

/** Calls in a search for a lost create response; the maximum of Plivo's lists. */
const PAGE_SIZE = 20;

type Numbers = Pick<CreateCallOptions, 'to' | 'from'>;

/** The requests to Plivo's API. https://www.plivo.com/docs/voice/api/call */
export class PlivoRest implements CloudCallsApi {
  readonly #account: string;

  constructor(
    private readonly api: CloudHttpClient,
    authId: string,
  ) {
    this.#account = `/v1/Account/${encodeURIComponent(authId)}`;
  }

  verifyCredentials(): Promise<unknown> {
    return this.#get('/');
  }

  async createCall(
    request: Pick<CreateCallOptions, 'to' | 'from' | 'ringSeconds' | 'statusUrl' | 'answerUrl'>,
  ): Promise<string> {
    const { to, from, ringSeconds, statusUrl, answerUrl } = request;
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
    const made = await this.api.send({ method: 'POST', path: `${this.#account}/Call/`, json });
    const id = textOf(made, 'request_uuid');
    // The request was accepted, whatever the response.
    return expected(UUID.test(id) ? id : null);
  }

  createBridge(request: CreateBridgeOptions): Promise<string> {
    return this.createCall({ ...request, to: request.counsellor });
  }

  async fetchCall(id: string): Promise<CloudCallStatus> {
    // A call is live, queued or ended. A queued one may become live between both requests.
    const live = () => unlessUnknown(this.#get(`${callPath(id)}?status=live`));
    const queued = () => unlessUnknown(this.#get(`${callPath(id)}?status=queued`));
    const going = (await live()) ?? (await queued()) ?? (await live());
    return expected(going === null ? readRecord(await this.#get(callPath(id))) : readGoing(id, going));
  }

  async fetchBridge(id: string, { to, from }: Pick<DialTarget, 'to' | 'from'>): Promise<BridgeStatus> {
    const { carrierCallId, ...parent } = await this.fetchCall(id);
    const known = { carrierCallId, parent };
    if (parent.state === 'ended') {
      const ofParent = new URLSearchParams({ parent_call_uuid: id }).toString();
      const [record] = listOf(await this.#get(`/Call/?${ofParent}`), 'objects', PAGE_SIZE);
      return { ...known, ...endOfRecord(parent, record ?? null) };
    }
    if (parent.state !== 'answered') return known;
    const live = await this.#get(`/Call/?${query({ to, from }, { status: 'live' })}`);
    const [childId] = listOf(live, 'calls', PAGE_SIZE).map(String);
    if (childId === undefined) return known;
    const child = (await this.fetchCall(childId)).state;
    return child === 'ringing' || child === 'answered' ? { ...known, childId, child } : known;
  }

  async listCalls(numbers: Numbers, since: Date): Promise<readonly CloudCallStatus[]> {
    const live = await this.#get(`/Call/?${query(numbers, { status: 'live' })}`);
    const going = await Promise.all(
      listOf(live, 'calls', PAGE_SIZE).map((id) => unlessUnknown(this.fetchCall(String(id)))),
    );
    const begun = since.toISOString().slice(0, 19).replace('T', ' ');
    const records = await this.#get(`/Call/?${query(numbers, { initiation_time__gte: begun })}`);
    const ended = listOf(records, 'objects', PAGE_SIZE).filter((record) => !isBefore(record, since));
    return [...going, ...ended.map(readRecord)].flatMap((status) => status ?? []);
  }

  async endCall(id: string): Promise<void> {
    const request = `/Request/${encodeURIComponent(id)}/`;
    // A queued call is known by its request id only, and may begin before our request. An unknown call has ended.
    for (const path of [callPath(id), request, callPath(id)]) {
      const ended = this.api.send({ method: 'DELETE', path: `${this.#account}${path}` }).then(() => 'ended');
      if ((await unlessUnknown(ended)) !== null) return;
    }
  }

  /** Plivo requests the instruction at the address. https://www.plivo.com/docs/voice/api/call/transfer-a-call */
  async redirectCall(id: string, { answerUrl }: Pick<RedirectInstruction, 'answerUrl'>): Promise<void> {
    const json = { legs: 'aleg', aleg_url: `${answerUrl}${AGAIN}`, aleg_method: 'POST' };
    await this.api.send({ method: 'POST', path: `${this.#account}${callPath(id)}`, json });
  }

  /** Plivo begins a call as soon as it accepts the request. */
  cancelCall(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async recordingUrl(id: string): Promise<string | null> {
    const made = await this.#get(`/Recording/?call_uuid=${encodeURIComponent(id)}&limit=${PAGE_SIZE}`);
    const [first] = listOf(made, 'objects', PAGE_SIZE);
    return textOf(first, 'recording_url') || null;
  }

  /** @param path below the account */
  #get(path: string): Promise<unknown> {
    return this.api.send({ method: 'GET', path: `${this.#account}${path}` });
  }
}

function callPath(id: string): string {
  return `/Call/${encodeURIComponent(id)}/`;
}

function query({ to, from }: Numbers, more: Readonly<Record<string, string>>): string {
  return new URLSearchParams({
    to_number: plain(to),
    from_number: plain(from),
    limit: String(PAGE_SIZE),
    ...more,
  }).toString();
}

/** null: Plivo does not know the call. */
async function unlessUnknown<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CloudFailure && error.event.type === 'http' && error.event.status === 404)
      return null;
    throw error;
  }
}

/** Plivo's times may be whole seconds. */
function isBefore(record: unknown, instant: Date): boolean {
  return timeOf(textOf(record, 'initiation_time')) + 1_000 <= instant.getTime();
}

function readGoing(id: string, body: unknown): CloudCallStatus | null {
  return toCallStatus({ id, status: textOf(body, 'call_status'), code: null, unanswered: false });
}

/** Reads the record of an ended call. A record without an answer time is of an unanswered call. */
function readRecord(body: unknown): CloudCallStatus | null {
  return toCallStatus({
    id: textOf(body, 'call_uuid'),
    status: 'completed',
    code: codeOf(textOf(body, 'hangup_cause_code')),
    unanswered: textOf(body, 'answer_time') === '',
  });
}
