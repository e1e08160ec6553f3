import { FakeLegs } from '../../src/media';
import type { CallFailure, CallHandlers, CallOptions } from '../../src/sip';
import type { DialResult, OutboundCallRequest } from '../../src/carriers/domain/carrier';
import { CarrierEventQueue } from '../../src/carriers/infrastructure/shared/carrier-event-queue';
import { SipDial } from '../../src/carriers/infrastructure/sip/sip-dial';
import type { SipDialParts } from '../../src/carriers/infrastructure/sip/sip-dial-parts';
import type { SipRoute } from '../../src/carriers/infrastructure/sip/sip-route';
import { HandMovedTime, Inbox } from './simulated-network';

const REQUEST = {
  reference: 'call_1.1',
  attempt: 1,
  number: '+919800000001',
  ringSeconds: 45,
} as OutboundCallRequest;

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

export function stage(routes: readonly SipRoute[], parts: Partial<SipDialParts> = {}) {
  const time = new HandMovedTime();
  const inbox = new Inbox();
  const asked: Asked[] = [];
  const ended: unknown[] = [];
  let trials = 0;
  const legs = new FakeLegs();
  const dial = new SipDial(REQUEST, {
    routes,
    channel: () => Promise.resolve('There is none.'),
    record: {
      moveTo: () => Promise.resolve(true),
      names: () => ({ callId: `call_1.1-${trials++}` }),
      rang: () => undefined,
      answered: () => Promise.resolve(),
      ended: (what) => Promise.resolve(void ended.push(what)),
    },
    openLeg: async () => (await legs.open()).leg,
    place: (options, handlers) => {
      const one: Asked = { options, handlers, canceled: false };
      asked.push(one);
      const cancel = () => {
        one.canceled = true;
        handlers.failed({ kind: 'canceled', answered: false, rang: true, targets: [] });
      };
      return { cancel } as never;
    },
    talk: {} as never,
    openLine: () => ({
      prepare: () => undefined,
      isReady: () => Promise.resolve(true),
      answered: () => ({}) as never,
      drop: () => undefined,
    }),
    events: new CarrierEventQueue((fact) => inbox.take('sip', fact), time, new AbortController().signal),
    timers: time,
    now: () => new Date(time.nowMs),
    wasSilent: () => Promise.resolve(false),
    recording: () => Promise.resolve(null),
    transcribe: () => Promise.reject(new Error('no engine')),
    ...parts,
  });
  let answer: DialResult | undefined;
  void dial.answer.then((given) => (answer = given));
  return { dial, time, inbox, asked, ended, answer: () => answer };
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
