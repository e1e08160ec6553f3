import type { LegFailure } from '../../../domain/cause-map';
import type {
  BridgeStatus,
  CloudCallsApi,
  CloudCallStatus,
  CreateBridgeOptions,
  CreateCallOptions,
  DialTarget,
  Pairs,
  RedirectInstruction,
} from '../adapter';
import { type CloudHttpClient, CloudFailure, expected } from '../cloud-http-client';
import { listOf, textOf } from '../json-fields';
import { BAD_NUMBER, endOfChild, toCallStatus } from './callbacks';
import { xmlDocument } from '../xml';
import { contactTarget } from '../dial-target';
import { AGAIN, connectVerb, dialVerb } from './twiml';

/** A caller id or country that is not allowed. https://www.twilio.com/docs/api/errors */
const NOT_ALLOWED = new Set([10_001, 10_004, 13_223, 13_227, 21_210, 21_212, 21_213, 21_215, 21_216, 21_219]);
/** Calls in a search for a lost create response, and recordings of a call. */
const PAGE_SIZE = 20;
const RECORDING = /^RE[0-9a-f]{32}$/;

/** null: the status decides. */
export function twilioEvent(_status: number, code: number | null): LegFailure | null {
  if (code === null) return null;
  if (NOT_ALLOWED.has(code)) return { type: 'not_allowed', code };
  return BAD_NUMBER.has(code) ? { type: 'unreachable' } : null;
}

interface NewCall extends Pick<CreateCallOptions, 'to' | 'from' | 'ringSeconds' | 'statusUrl'> {
  readonly verb: string;
}

/** The requests to Twilio's API. https://www.twilio.com/docs/voice/api/call-resource */
export class TwilioRest implements CloudCallsApi {
  readonly #account: string;

  constructor(
    private readonly api: CloudHttpClient,
    accountSid: string,
  ) {
    this.#account = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
  }

  verifyCredentials(): Promise<unknown> {
    return this.#get('.json');
  }

  createCall({ to, from, ringSeconds, statusUrl, mediaUrl }: CreateCallOptions): Promise<string> {
    return this.#create({ to, from, ringSeconds, statusUrl, verb: connectVerb(mediaUrl) });
  }

  createBridge(request: CreateBridgeOptions): Promise<string> {
    return this.#create({ ...request, to: request.counsellor, verb: dialVerb(contactTarget(request)) });
  }

  async fetchCall(sid: string): Promise<CloudCallStatus> {
    return expected(readCall(await this.#get(callPath(sid))));
  }

  async fetchBridge(sid: string, { to }: Pick<DialTarget, 'to'>): Promise<BridgeStatus> {
    const { carrierCallId, ...parent } = await this.fetchCall(sid);
    const query = new URLSearchParams({ ParentCallSid: sid, To: to, PageSize: '1' });
    const [child] = listOf(await this.#get(`/Calls.json?${query.toString()}`), 'calls', 1);
    return { carrierCallId, parent, ...endOfChild(parent, child ?? null) };
  }

  async listCalls(
    { to, from }: Pick<CreateCallOptions, 'to' | 'from'>,
    since: Date,
  ): Promise<readonly CloudCallStatus[]> {
    const query = new URLSearchParams({ To: to, From: from, PageSize: String(PAGE_SIZE) });
    const found = await this.#get(`/Calls.json?${query.toString()}`);
    return listOf(found, 'calls', PAGE_SIZE).flatMap((call) => {
      // Twilio's times are whole seconds.
      const isOurs = Date.parse(textOf(call, 'date_created')) + 1_000 > since.getTime();
      return (isOurs && readCall(call)) || [];
    });
  }

  async endCall(sid: string): Promise<void> {
    await this.#update(sid, 'completed').catch((error: unknown) => {
      // The call has ended, or Twilio does not know it.
      if (!(error instanceof CloudFailure) || !/^(400|404)\b/.test(error.response ?? '')) throw error;
    });
  }

  async redirectCall(sid: string, { response }: Pick<RedirectInstruction, 'response'>): Promise<void> {
    await this.#post(callPath(sid), [['Twiml', response.body]]);
  }

  async cancelCall(sid: string): Promise<boolean> {
    return (await this.#update(sid, 'canceled'))?.carrierStatus === 'canceled';
  }

  async recordingUrl(sid: string): Promise<string | null> {
    const path = `/Calls/${encodeURIComponent(sid)}/Recordings.json?PageSize=${PAGE_SIZE}`;
    const made = listOf(await this.#get(path), 'recordings', PAGE_SIZE);
    const id = textOf(made.find((one) => textOf(one, 'status') === 'completed') ?? null, 'sid');
    // 16 bit, 8 kHz, the phone that was rung first on the left.
    return RECORDING.test(id) ? `${this.#account}/Recordings/${id}.wav?RequestedChannels=2` : null;
  }

  async #create({ to, from, ringSeconds, statusUrl, verb }: NewCall): Promise<string> {
    const made = readCall(
      await this.#post('/Calls.json', [
        ['To', to],
        ['From', from],
        ['Twiml', xmlDocument(verb)],
        ['Timeout', String(ringSeconds)],
        ['StatusCallback', `${statusUrl}${AGAIN}`],
        ['StatusCallbackMethod', 'POST'],
        ...['initiated', 'ringing', 'answered', 'completed'].map(
          (event) => ['StatusCallbackEvent', event] as const,
        ),
      ]),
    );
    // The request was accepted, whatever the response.
    return expected(made).carrierCallId;
  }

  async #update(sid: string, status: 'completed' | 'canceled'): Promise<CloudCallStatus | null> {
    return readCall(await this.#post(callPath(sid), [['Status', status]]));
  }

  /** @param path below the account */
  #get(path: string): Promise<unknown> {
    return this.api.send({ method: 'GET', path: `${this.#account}${path}` });
  }

  #post(path: string, form: Pairs): Promise<unknown> {
    return this.api.send({ method: 'POST', path: `${this.#account}${path}`, form });
  }
}

function callPath(sid: string): string {
  return `/Calls/${encodeURIComponent(sid)}.json`;
}

function readCall(body: unknown): CloudCallStatus | null {
  return toCallStatus(textOf(body, 'sid'), textOf(body, 'status'), null);
}
