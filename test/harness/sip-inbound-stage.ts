import type { TextTalk } from '../../src/conversation';
import { FakeLegs, type RtpLeg } from '../../src/media';
import type { SessionHandlers } from '../../src/sip/application/session-types';
import type { InboundDecision } from '../../src/carriers/domain/inbound';
import { CarrierEventQueue } from '../../src/carriers/infrastructure/shared/carrier-event-queue';
import { InboundCall } from '../../src/carriers/infrastructure/shared/inbound-call';
import { type Admission, SipInboundOffer } from '../../src/carriers/infrastructure/sip/sip-inbound-offer';
import type { SipRecord } from '../../src/carriers/infrastructure/sip/sip-leg-store';
import { SipInboundTransport } from '../../src/carriers/infrastructure/sip/sip-inbound-transport';
import type { PendingLine } from '../../src/voice/voice-line-factory';
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

export interface InboundStageOptions {
  readonly verdict?: InboundDecision | Error;
  /** What `isReady` of the line resolves with; undefined: it never resolves. */
  readonly ready?: boolean;
  readonly line?: null;
  readonly leg?: null;
  readonly session?: null;
  readonly audio?: null;
}

/** A call that comes in, and its caller, on a virtual clock. */
export async function inboundStage(options: InboundStageOptions = {}) {
  const { verdict = ADMITTED } = options;
  const [time, inbox, legs] = [new HandMovedTime(), new Inbox(), new FakeLegs()];
  const seen = {
    answers: [] as string[],
    refused: [] as string[],
    rows: [] as string[],
    dropped: 0,
    hungUp: 0,
  };
  let handlers: SessionHandlers = {};
  let isCanceled = false;
  let onCanceled: () => void = () => undefined;
  let cancelLate: () => void = () => undefined;
  let decide: () => void = () => undefined;
  const decided = new Promise<void>((resolve) => (decide = resolve));
  const session = {
    record: { peer: { address: '192.0.2.1' } },
    remoteAudio: options.audio === null ? null : AUDIO,
    ended: false,
    listen: (given: SessionHandlers) => (handlers = given),
    options: () => Promise.resolve({ kind: 'timeout' as const }),
    hangUp() {
      seen.hungUp += 1;
      return Promise.resolve();
    },
  };
  const incoming = {
    onCanceled: (listener: () => void) => {
      onCanceled = listener;
      if (isCanceled) listener();
    },
    onLateCancel: (listener: () => void) => (cancelLate = listener),
    ring: () => seen.answers.push('180'),
    dialog: () => ({}),
    answer: () => {
      if (options.session === null) return null;
      seen.answers.push('200');
      return session;
    },
    reject: (status: number, { headers = [] }: { headers?: readonly (readonly [string, string])[] } = {}) =>
      seen.answers.push([status, ...headers.map((header) => header.join(': '))].join(' ')),
  };
  const line: PendingLine = {
    prepare: () => undefined,
    isReady: () =>
      options.ready === undefined ? new Promise(() => undefined) : Promise.resolve(options.ready),
    answered: () =>
      ({ setHold: () => undefined, end: () => undefined, close: () => undefined, nowMs: () => 0 }) as never,
    drop: () => (seen.dropped += 1),
  };
  const countRejection = (why: string) => seen.refused.push(why);
  let call: InboundCall<RtpLeg> | null = null;
  const record = {
    answered: () => Promise.resolve(void seen.rows.push('answered')),
    ended: () => Promise.resolve(void seen.rows.push('ended')),
  } as unknown as SipRecord;
  const admit = ({ call: admitted, interpretation }: Admission) => {
    const transport = new SipInboundTransport(incoming as never, {
      trunk: {
        peer: {},
        settings: { codecs: ['pcma'], dtmf: 'rfc4733', username: null, mediaSources: [] },
      } as never,
      called: interpretation.called,
      record,
      openLeg: async () => {
        if (options.leg === null) throw new Error('no port is free');
        return (await legs.open()).leg;
      },
      channel: () => Promise.resolve('There is none.'),
      place: () => ({}) as never,
      timers: time,
    });
    call = new InboundCall(transport, {
      reference: admitted.reference,
      brief: admitted.talk,
      record,
      countRejection,
      events: new CarrierEventQueue((event) => inbox.take('sip', event), time, new AbortController().signal),
      recording: () => Promise.resolve(null),
      openLine: () => (options.line === null ? null : line),
      transcribe: () => Promise.resolve([]),
      talk: { run: () => new Promise(() => undefined) } as unknown as TextTalk,
      timers: time,
      now: () => new Date(time.nowMs),
    });
    return call;
  };
  const offer = new SipInboundOffer(incoming as never, {
    decide: async () => {
      await decided;
      if (verdict instanceof Error) throw verdict;
      return verdict;
    },
    admit,
    countRejection,
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
    cancel: async () => {
      isCanceled = true;
      onCanceled();
      await settled();
    },
    cancelLate: async () => {
      cancelLate();
      await settled();
    },
    /** The far side of the session. */
    far: async (event: 'ACK' | 'BYE' | 'no_ack' | 'no_audio') => {
      if (event === 'ACK') handlers.confirmed?.();
      else if (event === 'BYE') handlers.ended?.({ by: 'remote', why: 'bye', q850: null });
      else handlers.ended?.({ by: 'failure', why: event, q850: null });
      await settled();
    },
    told: () => inbox.events.map((fact) => (fact.type === 'ended' ? fact.end : fact.type)),
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
