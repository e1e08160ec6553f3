import { FakeLegs, type FakePhone } from './fake-legs';
import type { RemoteAudio, Session, SessionHandlers } from '../../src/sip';
import type { BridgeRequest, DialResult } from '../../src/carriers/domain/carrier';
import { CarrierEventQueue } from '../../src/carriers/infrastructure/shared/carrier-event-queue';
import {
  SipBridgedCall,
  type SipBridgedCallOptions,
} from '../../src/carriers/infrastructure/sip/sip-bridged-call';
import type { LegEndReport } from '../../src/carriers/infrastructure/shared/leg-store';
import { HandMovedTime, Inbox, settled } from './simulated-network';
import { type Asked, placeAt, route } from './sip-outbound-driver';

const AUDIO: RemoteAudio = {
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

const REQUEST: BridgeRequest = {
  reference: 'hcall_1.1',
  counsellor: '+919800000001',
  contact: '+919800000002',
  ringSeconds: 45,
  maxTalkSeconds: 60,
};

/** The dialog of a phone that answered. */
export class FakeSession {
  readonly record = { peer: { address: '192.0.2.1' } };
  readonly infos: string[] = [];
  ended = false;
  hungUp = 0;
  knowsUs = true;
  #handlers: SessionHandlers = {};

  listen(handlers: SessionHandlers): void {
    this.#handlers = handlers;
    if (this.ended) handlers.onEnded?.({ by: 'remote', why: 'bye', q850: null });
  }

  hangUp(): Promise<void> {
    this.ended = true;
    this.hungUp += 1;
    return Promise.resolve();
  }

  options(): Promise<{ kind: 'response'; response: { status: number } } | { kind: 'timeout' }> {
    return Promise.resolve(
      this.knowsUs ? { kind: 'response', response: { status: 200 } } : { kind: 'timeout' },
    );
  }

  sendDtmf(key: string): Promise<void> {
    this.infos.push(key);
    return Promise.resolve();
  }

  /** The far side sends BYE. */
  bye(): void {
    this.ended = true;
    this.#handlers.onEnded?.({ by: 'remote', why: 'bye', q850: null });
  }

  key(key: string): void {
    this.#handlers.dtmf?.(key, 100);
  }

  changes(audio: Partial<RemoteAudio>): void {
    this.#handlers.audio?.({ ...AUDIO, ...audio });
  }
}

type Options = Partial<Pick<SipBridgedCallOptions, 'recording' | 'openLeg'>> & {
  /** False: the network sends no 487 after a CANCEL. */
  readonly confirms?: boolean;
  readonly request?: Partial<BridgeRequest>;
  readonly contactRoutes?: SipBridgedCallOptions['contact']['routes'];
  readonly counsellorRoutes?: SipBridgedCallOptions['counsellor']['routes'];
  readonly legs?: FakeLegs;
};

/** Records of legs in memory: their trunks, and how they ended. */
function legRecords() {
  const freed: { who: string; last: LegEndReport }[] = [];
  const moves: string[] = [];
  let trials = 0;
  const record = (who: string) => ({
    moveTo: (to: { trunkName: string }) => {
      moves.push(`${who} ${to.trunkName}`);
      return Promise.resolve(true);
    },
    names: () => ({ callId: `hcall_1.1-${trials++}` }),
    rang: () => undefined,
    storeLine: () => undefined,
    storeAnswer: () => Promise.resolve(),
    storeEnd: (last: LegEndReport) => Promise.resolve(void freed.push({ who, last })),
  });
  return { record, freed, moves };
}

/** A human call between two phones of the test, on one virtual clock. */
export function bridgedCallDriver(options: Options = {}) {
  const { request, contactRoutes, counsellorRoutes, legs = new FakeLegs(), confirms, ...parts } = options;
  const [time, inbox] = [new HandMovedTime(), new Inbox()];
  const asked: Asked[] = [];
  /** The phone at the other end of each leg: the counsellor's, then the contact's. */
  const phones: FakePhone[] = [];
  const { record, freed, moves } = legRecords();
  let seconds = 0;
  const connect = new SipBridgedCall(
    { ...REQUEST, ...request },
    {
      counsellor: { routes: counsellorRoutes ?? [route('one')], record: record('counsellor') },
      contact: { routes: contactRoutes ?? [route('one')], record: record('contact') },
      delayNextSlot: () => Promise.resolve(void (seconds += 1)),
      openLeg: async () => {
        const { leg, phone } = await legs.open();
        phones.push(phone);
        return leg;
      },
      place: placeAt(asked, confirms),
      events: new CarrierEventQueue((fact) => inbox.accept('sip', fact), time, new AbortController().signal),
      audio: { add: () => () => undefined },
      timers: time,
      now: () => new Date(time.nowMs),
      recording: () => Promise.resolve(null),
      ...parts,
    },
  );
  let answer: DialResult | undefined;
  void connect.result.then((given) => (answer = given));
  return {
    connect,
    time,
    inbox,
    asked,
    phones,
    freed,
    moves,
    answer: () => answer,
    seconds: () => seconds,
    /** A phone answers the INVITE of this number, counted from 0. */
    answers: (number: number, audio: Partial<RemoteAudio> = {}) => answers(asked[number], audio),
    /** Lets time pass for timers and for audio. */
    pass: (ms: number) => pass(ms, time, legs),
  };
}

async function answers(invite: Asked | undefined, audio: Partial<RemoteAudio>): Promise<FakeSession> {
  const session = new FakeSession();
  invite?.handlers.onAnswered(session as unknown as Session, { ...AUDIO, ...audio });
  await settled();
  await settled();
  return session;
}

async function pass(ms: number, time: HandMovedTime, legs: FakeLegs): Promise<void> {
  for (let at = 0; at < ms; at += 100) {
    await time.move(Math.min(100, ms - at));
    await legs.advance(Math.min(100, ms - at));
    await settled();
  }
}

/** Both have answered. */
export async function talking(options: Options = {}) {
  const driver = bridgedCallDriver(options);
  await settled();
  const counsellor = await driver.answers(0);
  const contact = await driver.answers(1);
  return { ...driver, counsellor, contact };
}
