import { SPEAKING } from './talk-brief';
import type { RtpLeg } from '../../src/media';
import { FakeLegs } from './fake-legs';
import type { CallFailure, CallHandlers, CallOptions } from '../../src/sip';
import type { DialResult, OutboundCallRequest } from '../../src/carriers/domain/carrier';
import { CarrierEventQueue } from '../../src/carriers/infrastructure/shared/carrier-event-queue';
import { OutboundCall } from '../../src/carriers/infrastructure/shared/outbound-call';
import type { TrunkCallOptions } from '../../src/carriers/infrastructure/shared/trunk-call';
import type { SipRecord } from '../../src/carriers/infrastructure/sip/sip-leg-store';
import { SipOutboundTransport } from '../../src/carriers/infrastructure/sip/sip-outbound-transport';
import type { PlaceCall } from '../../src/carriers/infrastructure/sip/sip-trunk-attempt';
import type { PendingLine } from '../../src/voice';
import type { SipRoute } from '../../src/carriers/infrastructure/sip/sip-route';
import { HandMovedTime, Inbox } from './simulated-network';

const REQUEST = {
  reference: 'call_1.1',
  attempt: 1,
  number: '+919800000001',
  ringSeconds: 45,
  talk: SPEAKING,
} as unknown as OutboundCallRequest;

/** The far side of one INVITE. */
export interface Asked {
  readonly options: CallOptions;
  readonly handlers: CallHandlers;
  canceled: boolean;
}

export function route(name: string, targets = 1, mediaSources: readonly string[] = []): SipRoute {
  return {
    trunkId: `trunk_${name}`,
    trunkName: name,
    callerId: '+911140000001',
    mediaSources,
    targets: () =>
      Promise.resolve(
        Array.from({ length: targets }, () => ({
          transport: 'udp' as const,
          address: '192.0.2.1',
          port: 5060,
        })),
      ),
    invite: (number) => ({
      peer: {},
      requestUri: `sip:${number}@${name}`,
      from: { uri: 'sip:us@here' },
      to: { uri: `sip:${number}@${name}` },
      contact: 'us',
      audio: { codecs: ['pcma'], telephoneEvent: true },
    }),
  };
}

export interface OutboundDriverOptions extends Partial<Pick<TrunkCallOptions, 'talk' | 'openLine'>> {
  readonly record?: SipRecord;
  readonly openLeg?: () => Promise<RtpLeg>;
  /** False: the network sends no 487 after a CANCEL. */
  readonly confirms?: boolean;
}

/** Phones of the test: collects the INVITEs. `confirms` false: their network sends no 487 after a CANCEL. */
export function placeAt(asked: Asked[], confirms = true): PlaceCall {
  return (options, handlers) => {
    const one: Asked = { options, handlers, canceled: false };
    asked.push(one);
    const cancel = () => {
      one.canceled = true;
      if (confirms) handlers.onFailed({ kind: 'canceled', answered: false, rang: true, targets: [] });
    };
    return { cancel } as never;
  };
}

function recordIn(ended: unknown[]): SipRecord {
  let attempts = 0;
  return {
    moveTo: () => Promise.resolve(true),
    names: () => ({ callId: `call_1.1-${attempts++}` }),
    rang: () => undefined,
    storeLine: () => undefined,
    storeAnswer: () => Promise.resolve(),
    storeEnd: (report) => Promise.resolve(void ended.push(report)),
  };
}

const LINE: PendingLine = {
  prepare: () => undefined,
  isReady: () => Promise.resolve(true),
  answer: () => ({}) as never,
  drop: () => undefined,
};

/** An outbound call over SIP to a phone of the test, on a virtual clock. */
export function outboundDriver(routes: readonly SipRoute[], options: OutboundDriverOptions = {}) {
  const [time, inbox, legs] = [new HandMovedTime(), new Inbox(), new FakeLegs()];
  const asked: Asked[] = [];
  const ended: unknown[] = [];
  const { record = recordIn(ended), talk = {} as never } = options;
  const { number, ringSeconds, reference, talk: brief } = REQUEST;
  const transport = new SipOutboundTransport({
    routes,
    number,
    ringSeconds,
    record,
    transfer: () => () => ({}) as never,
    openLeg: options.openLeg ?? (async () => (await legs.open()).leg),
    place: placeAt(asked, options.confirms),
    timers: time,
    hadNoResponse: () => Promise.resolve(false),
  });
  const call = new OutboundCall(transport, {
    reference,
    brief,
    record,
    talk,
    openLine: options.openLine ?? (() => LINE),
    events: new CarrierEventQueue((event) => inbox.accept('sip', event), time, new AbortController().signal),
    timers: time,
    now: () => new Date(time.nowMs),
    audio: { add: () => () => undefined },
    recording: () => Promise.resolve(null),
    transcribe: () => Promise.reject(new Error('no engine')),
  });
  let result: DialResult | undefined;
  void call.result.then((given) => (result = given));
  return { call, time, inbox, asked, ended, result: () => result };
}

export const refused = (status: number, more: object = {}) =>
  ({
    kind: 'refused',
    status,
    reason: 'Whatever',
    q850: null,
    rang: false,
    targets: [],
    ...more,
  }) as CallFailure;
export const ring = ({ handlers }: Asked, status = 180) =>
  handlers.provisional?.({ status, reason: 'Ringing', audio: null });
