import type {
  BridgeStatus,
  CloudCallsApi,
  CloudCallStatus,
  CreateBridgeOptions,
  CreateCallOptions,
  Pairs,
} from '../adapter';
import { type CloudHttpClient, expected } from '../cloud-http-client';
import { listOf, fieldOf, textOf } from '../json-fields';
import { indianTime, INDIA_MS, joinedCall, SID, toCallStatus } from './callbacks';

/** Calls in a search for a lost create response. */
const PAGE_SIZE = 20;
/** In minutes; Exotel's minimum. */
const SIGNED_MINUTES = 5;
/** Exotel's own limit. */
const MAX_CALL_SECONDS = 14_400;

type NewCall = Pick<CreateCallOptions, 'to' | 'from' | 'ringSeconds' | 'statusUrl'>;

/** The requests to Exotel's API. https://developer.exotel.com/api/make-a-call-api */
export class ExotelRest implements CloudCallsApi {
  readonly #calls: string;

  constructor(
    private readonly api: CloudHttpClient,
    accountSid: string,
    private readonly callType: string,
  ) {
    this.#calls = `/v1/Accounts/${encodeURIComponent(accountSid)}/Calls`;
  }

  verifyCredentials(): Promise<unknown> {
    return this.#list({ PageSize: '1' });
  }

  /** `From` is the phone that is rung. */
  createCall({ mediaUrl, ...request }: CreateCallOptions): Promise<string> {
    return this.#create(request, [
      ['StreamUrl', mediaUrl],
      ['StreamType', 'bidirectional'],
    ]);
  }

  /** `From` is rung first. */
  createBridge({
    counsellor: to,
    contact,
    maxTalkSeconds,
    record,
    ...request
  }: CreateBridgeOptions): Promise<string> {
    return this.#create({ ...request, to }, [
      ['To', contact],
      // The contact may ring before the talk.
      ['TimeLimit', String(Math.min(maxTalkSeconds + request.ringSeconds, MAX_CALL_SECONDS))],
      ['Record', String(record)],
      ['RecordingChannels', 'dual'],
    ]);
  }

  async fetchBridge(sid: string): Promise<BridgeStatus> {
    return expected(joinedCall(await this.#call(sid, 'details=true')));
  }

  async fetchCall(sid: string): Promise<CloudCallStatus> {
    return expected(readCall(await this.#call(sid, 'details=true')));
  }

  async listCalls(
    { to, from }: Pick<CreateCallOptions, 'to' | 'from'>,
    since: Date,
  ): Promise<readonly CloudCallStatus[]> {
    const begun = new Date(since.getTime() + INDIA_MS).toISOString().slice(0, 19).replace('T', ' ');
    const size = String(PAGE_SIZE);
    const made = await this.#list({
      From: to,
      PhoneNumber: from,
      DateCreated: `gte:${begun}`,
      PageSize: size,
    });
    return listOf(made, 'Calls', PAGE_SIZE).flatMap((call) => {
      // Exotel's times are whole seconds.
      const isEarlier = indianTime(textOf(call, 'DateCreated')) + 1_000 <= since.getTime();
      return (!isEarlier && readCall(call)) || [];
    });
  }

  /** No request ends a call: it ends with its stream, and ringing by its timeout. */
  endCall(): Promise<void> {
    return Promise.resolve();
  }

  cancelCall(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async recordingUrl(sid: string): Promise<string | null> {
    const call = await this.#call(sid, `RecordingUrlValidity=${SIGNED_MINUTES}`);
    // The address is signed, or open to this machine: it needs no credentials.
    return textOf(call, 'PreSignedRecordingUrl') || textOf(call, 'RecordingUrl') || null;
  }

  async #create({ to, from, ringSeconds, statusUrl }: NewCall, more: Pairs): Promise<string> {
    const form: Pairs = [
      ['From', to],
      ['CallerId', from],
      ['CallType', this.callType],
      ['TimeOut', String(ringSeconds)],
      ...more,
      ...callbackFields(statusUrl),
    ];
    return sidOf(await this.api.send({ method: 'POST', path: `${this.#calls}/connect.json`, form }));
  }

  #list(query: Readonly<Record<string, string>>): Promise<unknown> {
    return this.api.send({
      method: 'GET',
      path: `${this.#calls}.json?${new URLSearchParams(query).toString()}`,
    });
  }

  async #call(sid: string, query: string): Promise<unknown> {
    const path = `${this.#calls}/${encodeURIComponent(sid)}.json?${query}`;
    return fieldOf(await this.api.send({ method: 'GET', path }), 'Call');
  }
}

/** Where Exotel reports the status of a call. https://developer.exotel.com/api/statuscallback */
function callbackFields(statusUrl: string): readonly (readonly [string, string])[] {
  return [
    ['StatusCallback', statusUrl],
    ['StatusCallbackEvents[0]', 'terminal'],
    ['StatusCallbackEvents[1]', 'answered'],
    ['StatusCallbackContentType', 'application/json'],
  ];
}

/** The call was accepted, whatever the response. @throws CloudFailure without an id */
function sidOf(answer: unknown): string {
  const sid = textOf(fieldOf(answer, 'Call'), 'Sid');
  return expected(SID.test(sid) ? sid : null);
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
