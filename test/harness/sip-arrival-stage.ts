import { FakeLegs } from '../../src/media';
import type { SessionHandlers } from '../../src/sip/application/session-types';
import type { InboundDecision } from '../../src/carriers/domain/inbound';
import { CarrierEventQueue } from '../../src/carriers/infrastructure/shared/carrier-event-queue';
import { SipArrival } from '../../src/carriers/infrastructure/sip/sip-arrival';
import type { SipArrivalParts } from '../../src/carriers/infrastructure/sip/sip-arrival-parts';
import type { PendingLine } from '../../src/voice/voice-line-factory';
import { HandMovedTime, Inbox, settled } from './simulated-network';

const READING = { trunkId: 'trunk_1', called: '+912248001000', caller: '+919800000001' };

const TAKEN: InboundDecision = {
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

export interface ArrivalStageOptions {
  readonly verdict?: InboundDecision | Error;
  /** What `isReady` of the line says; undefined: nothing, as long as the test lasts. */
  readonly ready?: boolean;
  readonly line?: null;
  readonly leg?: null;
  readonly session?: null;
  readonly audio?: null;
}

/** A call that comes in, and its caller, on a virtual clock. */
export async function arrivalStage(options: ArrivalStageOptions = {}) {
  const { verdict = TAKEN } = options;
  const [time, inbox, legs] = [new HandMovedTime(), new Inbox(), new FakeLegs()];
  const seen = {
    answers: [] as string[],
    refused: [] as string[],
    rows: [] as string[],
    dropped: 0,
    hungUp: 0,
  };
  let handlers: SessionHandlers = {};
  let [cancel, cancelLate]: (() => void)[] = [() => undefined, () => undefined];
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
    onCanceled: (listener: () => void) => (cancel = listener),
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
  const arrival = new SipArrival(incoming as never, {
    decide: async () => {
      await decided;
      if (verdict instanceof Error) throw verdict;
      return verdict;
    },
    countRejection: (why) => seen.refused.push(why),
    hold: () => ({
      trunk: {
        peer: {},
        settings: { codecs: ['pcma'], dtmf: 'rfc4733', username: null, mediaSources: [] },
      } as never,
      record: {
        answered: () => Promise.resolve(void seen.rows.push('answered')),
        ended: () => Promise.resolve(void seen.rows.push('ended')),
      } as never,
      events: new CarrierEventQueue((fact) => inbox.take('sip', fact), time, new AbortController().signal),
      recording: () => Promise.resolve(null),
      channel: () => Promise.resolve('There is none.'),
    }),
    trace: {
      follow: () => undefined,
      note: () => undefined,
      store: () => Promise.resolve(),
      close: () => undefined,
    },
    openLeg: async () => {
      if (options.leg === null) throw new Error('no port is free');
      return (await legs.open()).leg;
    },
    openLine: () => (options.line === null ? null : line),
    place: () => ({}) as never,
    transcribe: () => Promise.resolve([]),
    talk: { run: () => new Promise(() => undefined) } as unknown as SipArrivalParts['talk'],
    timers: time,
    now: () => new Date(time.nowMs),
  });
  await settled();
  return {
    arrival,
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
      cancel?.();
      await settled();
    },
    cancelLate: async () => {
      cancelLate?.();
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
  onHold: false,
};
