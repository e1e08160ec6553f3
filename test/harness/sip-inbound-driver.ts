import type { TextTalk } from '../../src/conversation';
import type { RtpLeg } from '../../src/media';
import { FakeLegs } from './fake-legs';
import type { IncomingCall } from '../../src/sip';
import type { SessionHandlers } from '../../src/sip/application/session-types';
import type { InboundDecision } from '../../src/carriers/domain/inbound';
import { CarrierEventQueue } from '../../src/carriers/infrastructure/shared/carrier-event-queue';
import { InboundCall } from '../../src/carriers/infrastructure/shared/inbound-call';
import { type Admission, SipInboundOffer } from '../../src/carriers/infrastructure/sip/sip-inbound-offer';
import type { SipRecord } from '../../src/carriers/infrastructure/sip/sip-leg-store';
import { SipInboundTransport } from '../../src/carriers/infrastructure/sip/sip-inbound-transport';
import type { PendingLine } from '../../src/voice';
import { HandMovedTime, Inbox, settled } from './simulated-network';

const READING = { trunkId: 'trunk_1', called: '+912248001000', caller: '+919800000001' };

const ADMITTED: InboundDecision = {
  kind: 'admitted',
  interpretation: READING,
  call: {
    reference: 'call_1.1',
    legId: 'leg_1',
    accountId: 'acct_1',
    record: false,
    countries: null,
    talk: {} as never,
    speech: { stt: null, tts: null },
  },
};
export const REFUSED: InboundDecision = { kind: 'refused', interpretation: READING, why: 'no_line' };

export interface InboundDriverOptions {
  readonly decision?: InboundDecision | Error;
  /** What `isReady` of the line resolves with; undefined: it never resolves. */
  readonly ready?: boolean;
  readonly line?: null;
  readonly leg?: null;
  readonly session?: null;
  readonly audio?: null;
}

/** The INVITE of a caller and its dialog, and what our side did with them. */
class Caller {
  readonly seen = {
    answers: [] as string[],
    refused: [] as string[],
    rows: [] as string[],
    dropped: 0,
    hungUp: 0,
  };
  #handlers: SessionHandlers = {};
  #isCanceled = false;
  #onCanceled: () => void = () => undefined;
  #onLateCancel: () => void = () => undefined;

  constructor(private readonly options: InboundDriverOptions) {}

  readonly incoming = {
    onCanceled: (listener: () => void) => {
      this.#onCanceled = listener;
      if (this.#isCanceled) listener();
    },
    onLateCancel: (listener: () => void) => (this.#onLateCancel = listener),
    ring: () => this.seen.answers.push('180'),
    dialog: () => ({}),
    answer: () => {
      if (this.options.session === null) return null;
      this.seen.answers.push('200');
      return this.#session();
    },
    reject: (status: number, { headers = [] }: { headers?: readonly (readonly [string, string])[] } = {}) =>
      this.seen.answers.push([status, ...headers.map((header) => header.join(': '))].join(' ')),
  } as unknown as IncomingCall;

  readonly cancel = async () => {
    this.#isCanceled = true;
    this.#onCanceled();
    await settled();
  };

  readonly cancelLate = async () => {
    this.#onLateCancel();
    await settled();
  };

  /** The far side of the session. */
  readonly far = async (event: 'ACK' | 'BYE' | 'no_ack' | 'no_audio' | 'no_encryption') => {
    if (event === 'ACK') this.#handlers.onConfirmed?.();
    else if (event === 'BYE') this.#handlers.onEnded?.({ by: 'remote', why: 'bye', q850: null });
    else this.#handlers.onEnded?.({ by: 'failure', why: event, q850: null });
    await settled();
  };

  #session() {
    return {
      record: { peer: { address: '192.0.2.1' } },
      remoteAudio: this.options.audio === null ? null : AUDIO,
      ended: false,
      listen: (given: SessionHandlers) => (this.#handlers = given),
      options: () => Promise.resolve({ kind: 'timeout' as const }),
      hangUp: () => {
        this.seen.hungUp += 1;
        return Promise.resolve();
      },
    };
  }
}

function lineOf({ ready }: InboundDriverOptions, seen: Caller['seen']): PendingLine {
  return {
    prepare: () => undefined,
    isReady: () => (ready === undefined ? new Promise(() => undefined) : Promise.resolve(ready)),
    answer: () =>
      ({ setHold: () => undefined, end: () => undefined, close: () => undefined, nowMs: () => 0 }) as never,
    drop: () => (seen.dropped += 1),
  };
}

/** The call after its admission. */
function callOf(
  { call: admitted, interpretation }: Admission,
  { incoming, seen }: Caller,
  options: InboundDriverOptions,
  time: HandMovedTime,
  inbox: Inbox,
): InboundCall<RtpLeg> {
  const legs = new FakeLegs();
  const record = {
    storeAnswer: () => Promise.resolve(void seen.rows.push('answered')),
    storeEnd: () => Promise.resolve(void seen.rows.push('ended')),
  } as unknown as SipRecord;
  const settings = { codecs: ['pcma'], dtmf: 'rfc4733', username: null, mediaSources: [] };
  const transport = new SipInboundTransport(incoming, {
    trunk: { peer: {}, settings } as never,
    called: interpretation.called,
    record,
    openLeg: async () => {
      if (options.leg === null) throw new Error('no port is free');
      return (await legs.open()).leg;
    },
    transfer: () => () => ({}) as never,
    timers: time,
  });
  const line = lineOf(options, seen);
  return new InboundCall(transport, {
    reference: admitted.reference,
    brief: admitted.talk,
    record,
    countRejection: (why) => seen.refused.push(why),
    events: new CarrierEventQueue((event) => inbox.accept('sip', event), time, new AbortController().signal),
    audio: { add: () => () => undefined },
    recording: () => Promise.resolve(null),
    openLine: () => (options.line === null ? null : line),
    transcribe: () => Promise.resolve([]),
    talk: { run: () => new Promise(() => undefined) } as unknown as TextTalk,
    timers: time,
    now: () => new Date(time.nowMs),
  });
}

/** A call that comes in, and its caller, on a virtual clock. */
export async function inboundDriver(options: InboundDriverOptions = {}) {
  const { decision = ADMITTED } = options;
  const [time, inbox, caller] = [new HandMovedTime(), new Inbox(), new Caller(options)];
  const { incoming, seen, cancel, cancelLate, far } = caller;
  let decide: () => void = () => undefined;
  const decided = new Promise<void>((resolve) => (decide = resolve));
  let call: InboundCall<RtpLeg> | null = null;
  const offer = new SipInboundOffer(incoming, {
    decide: async () => {
      await decided;
      if (decision instanceof Error) throw decision;
      return decision;
    },
    challengeFor: (trunkId) => [['www-authenticate', `Digest of ${trunkId}`]],
    admit: (admission) => (call = callOf(admission, caller, options, time, inbox)),
    countRejection: (why) => seen.refused.push(why),
    trace: { store: () => Promise.resolve(), close: () => undefined },
  });
  await settled();
  return {
    offer,
    /** Once the call is admitted. */
    call: () => {
      if (!call) throw new Error('the call was not admitted');
      return call;
    },
    time,
    inbox,
    seen,
    /** The decision is stored. */
    decided: async () => {
      decide();
      await settled();
      await settled();
    },
    cancel,
    cancelLate,
    far,
    told: () => inbox.events.map((event) => (event.type === 'ended' ? event.end : event.type)),
  };
}

const AUDIO = {
  address: '192.0.2.1',
  port: 4_000,
  codec: 'pcma',
  payloadType: 8,
  receive: new Map(),
  telephoneEvent: 101,
  direction: 'sendrecv',
  ptimeMs: 20,
  held: false,
};
