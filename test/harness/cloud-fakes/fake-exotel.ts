import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallbackNetwork } from './callback-network';
import { type FakeAsk, FakeCarrier, type FakeScript } from './fake-carrier';
import { conversationSeconds, indian, legsOf, national, newSid, shown } from './exotel-records';
import { joinSecond, Line, type SecondEnd } from './second-phone';
import { StreamCaller, type StreamScript } from './stream-caller';

export const ACCOUNT_SID = 'acme1';
export const API_KEY = 'exotel-key';
export const API_TOKEN = 'exotel-token-of-the-tests';

/** What becomes of a call to a number. */
export interface ExotelScript extends FakeScript {
  readonly becomes?: 'answered' | 'busy' | 'no-answer' | 'canceled' | 'failed' | 'rings' | 'queued';
  /** The request is refused with a status. */
  readonly refused?: number;
  /** A call that nobody takes is told as completed, of 0 s. */
  readonly toldCompleted?: boolean;
  /** The status of a call that is over is told as null. */
  readonly toldNull?: boolean;
  /** The end says nothing of the phones. */
  readonly unnamed?: boolean;
  /** How the stream carries audio; as most pages say, 16 bit. */
  readonly encoding?: 'linear16' | 'mulaw';
}

export interface ExotelCall {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly createdAt: Date;
  readonly form: URLSearchParams;
  readonly script: ExotelScript;
  status: string;
  answeredAt: number | null;
  endedAt: number | null;
  /** Of a call of two phones: how the second one ended. */
  second: { end: SecondEnd; readonly since: number | null; readonly until: number } | null;
  readonly line: Line;
  stream: StreamCaller | null;
  callbacks: number;
}

/** Exotel's API, callbacks and AgentStream, in real time, as https://developer.exotel.com describes them. It signs nothing. */
export class FakeExotel extends FakeCarrier<ExotelCall, ExotelScript> {
  override readonly kind = 'exotel';
  readonly network = new CallbackNetwork<object>(
    () => ({ 'content-type': 'application/json' }),
    (fields) => JSON.stringify(fields),
  );

  static open(): Promise<FakeExotel> {
    return new FakeExotel(`${API_KEY}:${API_TOKEN}`).listen();
  }

  /** A call that comes in: the Voicebot applet asks for the address of the stream, and connects it. */
  async callIn(
    appletUrl: string,
    { to, from, sid = newSid(), ...script }: { to: string; from: string; sid?: string } & StreamScript,
  ): Promise<{ status: number; body: string; stream: StreamCaller | null }> {
    const query = new URLSearchParams({
      CallSid: sid,
      CallFrom: national(from),
      CallTo: national(to),
      Direction: 'incoming',
      Created: indian(new Date()),
      CallType: 'call-attempt',
      flow_id: '1',
      tenant_id: '2',
    });
    const answer = await fetch(`${appletUrl}?${query.toString()}`);
    const body = await answer.text();
    const { url } = (answer.ok ? JSON.parse(body) : {}) as { url?: string };
    const { status } = answer;
    return { status, body, stream: url === undefined ? null : this.connect(url, sid, script) };
  }

  connect(url: string, callSid: string, { encoding = 'linear16', ...script }: ExotelScript): StreamCaller {
    const streamSid = `MZ${randomBytes(12).toString('hex')}`;
    const format = encoding === 'mulaw' ? 'audio/x-mulaw' : 'audio/x-raw';
    return new StreamCaller(
      url,
      {},
      {
        begin: [
          { event: 'connected' },
          {
            event: 'start',
            sequence_number: '1',
            stream_sid: streamSid,
            start: {
              stream_sid: streamSid,
              call_sid: callSid,
              account_sid: ACCOUNT_SID,
              media_format: { encoding: format, sample_rate: '8000', bit_rate: '16' },
            },
          },
        ],
        media: (payload, chunk) => ({
          event: 'media',
          sequence_number: String(chunk + 1),
          stream_sid: streamSid,
          media: { chunk: String(chunk), timestamp: String(100 * chunk), payload },
        }),
        key: (digit) => ({ event: 'dtmf', stream_sid: streamSid, dtmf: { duration: '100', digit } }),
        stop: {
          event: 'stop',
          stream_sid: streamSid,
          stop: { call_sid: callSid, account_sid: ACCOUNT_SID, reason: 'callended' },
        },
        heard: { audio: 'media', clear: 'clear' },
        encoding,
        pieces: { frames: 5, split: encoding === 'linear16' },
      },
      script,
    );
  }

  protected override async serve(ask: FakeAsk): Promise<void> {
    const { method, path, query, answer } = ask;
    const calls = `/v1/Accounts/${ACCOUNT_SID}/Calls`;
    const [, sid] = /\/Calls\/([0-9a-f]{32})\.json$/.exec(path) ?? [];
    const call = this.calls.find((one) => one.id === sid);
    if (path === `${calls}/connect.json` && method === 'POST') await this.#make(ask);
    else if (path === `${calls}.json`) answer(200, { Calls: this.#list(query) });
    else if (call) answer(200, { Call: shown(call) });
    else if (sid !== undefined && this.gone.has(sid))
      answer(200, { Call: { Sid: sid, Status: 'completed' } });
    else answer(404, this.refusal(404));
  }

  protected override refusal(status: number): object {
    return { RestException: { Status: status, Message: 'refused' } };
  }

  #list(query: URLSearchParams): object[] {
    const since = (query.get('DateCreated') ?? '').replace('gte:', '');
    return this.calls
      .filter(({ to }) => to === query.get('From'))
      .filter(({ from }) => from === query.get('PhoneNumber'))
      .filter(({ createdAt }) => indian(createdAt) >= since)
      .map(shown)
      .reverse();
  }

  async #make(ask: FakeAsk): Promise<void> {
    const form = new URLSearchParams(ask.body);
    const to = form.get('From') ?? '';
    const script = this.next(to);
    if (script.refused !== undefined) {
      ask.answer(script.refused, this.refusal(script.refused));
      return;
    }
    const call: ExotelCall = {
      id: newSid(),
      to,
      from: form.get('CallerId') ?? '',
      createdAt: new Date(),
      form,
      script,
      status: 'in-progress',
      answeredAt: null,
      endedAt: null,
      stream: null,
      callbacks: 0,
      second: null,
      line: new Line(),
    };
    this.calls.push(call);
    const made = { Call: { ...shown(call), Status: 'in-progress' } };
    await this.begin(call, this.#run(call), ask, 200, made);
  }

  async #run(call: ExotelCall): Promise<void> {
    const { becomes = 'answered', ringMs = 50, gone } = call.script;
    if (becomes === 'queued') {
      call.status = 'queued';
      return;
    }
    // Nothing is told while it rings.
    await sleep(ringMs);
    if (becomes === 'rings') return;
    if (becomes !== 'answered') {
      this.#over(call, becomes);
      return;
    }
    call.answeredAt = Date.now();
    this.#tell(call, { EventType: 'answered', Status: 'in-progress' });
    if (call.form.has('To')) {
      await this.#join(call);
      return;
    }
    const url = call.form.get('StreamUrl');
    if (url === null || gone) {
      await sleep(1_000);
      this.#over(call, 'completed');
      return;
    }
    call.stream = this.connect(url, call.id, call.script);
    await call.stream.over;
    this.#over(call, 'completed');
  }

  /** Rings the second phone, and joins the two. No request ends it. */
  async #join(call: ExotelCall): Promise<void> {
    const { form, script, line } = call;
    const { hangUpAfterMs = null } = script;
    if (hangUpAfterMs !== null) setTimeout(line.leave, hangUpAfterMs).unref();
    let since: number | null = null;
    const ringMs = Number(form.get('TimeOut')) * 1_000;
    const talkMs = Number(form.get('TimeLimit')) * 1_000;
    const end = await joinSecond(
      this.next(form.get('To') ?? ''),
      line,
      { ringMs, talkMs },
      {
        rings: () => undefined,
        answered: () => {
          since = Date.now();
        },
      },
    );
    call.second = { end, since, until: Date.now() };
    this.#over(call, end === 'talked' ? 'completed' : end === 'stopped' ? 'canceled' : end);
  }

  #over(call: ExotelCall, status: string): void {
    const { toldNull, toldCompleted } = call.script;
    call.status = toldCompleted ? 'completed' : status;
    call.endedAt = Date.now();
    const ended = {
      EventType: 'terminal',
      Status: toldNull ? null : call.status,
      EndTime: indian(new Date()),
      ConversationDuration: conversationSeconds(call),
      RecordingUrl: 'http://recordings.invalid/1.mp3',
      ...(!call.script.unnamed && { Legs: legsOf(call) }),
    };
    this.#tell(call, ended);
  }

  #tell(call: ExotelCall, more: object): void {
    const url = call.form.get('StatusCallback');
    const events = ['terminal', 'answered'].map((_, at) => call.form.get(`StatusCallbackEvents[${at}]`));
    if (url === null || !('EventType' in more) || !events.includes(String(more.EventType))) return;
    const fields = {
      CallSid: call.id,
      DateCreated: indian(call.createdAt),
      DateUpdated: indian(new Date()),
      To: national(call.from),
      From: national(call.to),
      PhoneNumberSid: national(call.from),
      Direction: 'outbound-api',
      RecordingUrl: '',
      ...more,
    };
    this.network.send(url, fields, call.script.weather ?? {}, call.callbacks++);
  }
}
