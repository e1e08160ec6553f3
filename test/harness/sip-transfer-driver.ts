import { tones } from '../../src/media';
import { FakeLegs } from './fake-legs';
import type { RemoteAudio, Session } from '../../src/sip';
import { SipAnsweredLeg } from '../../src/carriers/infrastructure/sip/sip-answered-leg';
import {
  SipTransfer,
  type SipTransferOptions,
  type TransferChannel,
} from '../../src/carriers/infrastructure/sip/sip-transfer';
import { type Asked, placeAt, route } from './sip-outbound-driver';
import { HandMovedTime } from './simulated-network';

const AUDIO: RemoteAudio = {
  address: '192.0.2.7',
  port: 4_000,
  codec: 'pcmu',
  payloadType: 0,
  receive: new Map(),
  telephoneEvent: 101,
  direction: 'sendrecv',
  ptimeMs: 20,
  onHold: false,
};
export const speech = tones.toneSamples({ hertz: [300, 600], pattern: null, level: -20 }, 200);

interface Options extends Partial<SipTransferOptions> {
  readonly byInfo?: boolean;
}

type Handlers = Parameters<Session['listen']>[0];

/** Keys that were sent by SIP INFO. */
interface SentKeys {
  contact: string;
  person: string;
}

/** The dialog of a person who answered. */
class PersonSession {
  readonly record = { peer: { address: '192.0.2.7' } };
  readonly ended = false;
  hungUp = 0;
  handlers: Handlers = {};

  constructor(private readonly sent: SentKeys) {}

  hangUp(): Promise<void> {
    this.hungUp += 1;
    return Promise.resolve();
  }

  listen(handlers: Handlers): void {
    this.handlers = handlers;
  }

  sendDtmf(key: string): Promise<void> {
    this.sent.person += key;
    return Promise.resolve();
  }
}

/** A contact who is transferred to these numbers, on one virtual clock. */
export async function sipTransferDriver(
  numbers: readonly string[],
  { byInfo = false, ...more }: Options = {},
) {
  const [legs, time] = [new FakeLegs(), new HandMovedTime()];
  const { leg, phone } = await legs.open();
  const sent: SentKeys = { contact: '', person: '' };
  const contactSession = {
    record: { peer: { address: '192.0.2.6' } },
    ended: false,
    sendDtmf: (key: string) => Promise.resolve(void (sent.contact += key)),
  } as unknown as Session;
  const contact = new SipAnsweredLeg(contactSession, AUDIO, leg, {
    timers: time,
    sources: [],
    onLine: () => undefined,
    keysByInfo: byInfo,
  });
  const told: string[] = [];
  const records: string[] = [];
  let takenAt: number | null = null;
  const network = networkOf(legs);
  const transfer = new SipTransfer({
    numbers,
    contact,
    timers: time,
    channel: () => Promise.resolve(channelOf(records, byInfo)),
    ...network,
    onAnswered: () => (takenAt = time.nowMs),
    onProgress: (message) => told.push(message),
    ...more,
  });
  let over: Awaited<SipTransfer['over']> | undefined;
  void transfer.over.then((given) => (over = given));
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 20) {
      await time.move(20);
      await legs.advance(20);
    }
  };
  await pass(20);
  const { asked, people } = network;
  const session = new PersonSession(sent);
  const answer = (at = asked.length - 1) =>
    asked[at]?.handlers.onAnswered(session as unknown as Session, AUDIO);
  const view = { over: () => over, taken: () => takenAt !== null, far: () => session.handlers };
  return { ...view, transfer, asked, told, records, people, session, phone, sent, legs, time, pass, answer };
}

function channelOf(records: string[], keysByInfo: boolean): TransferChannel {
  return {
    routes: [{ ...route('a'), keysByInfo }],
    record: {
      moveTo: () => Promise.resolve(false),
      names: () => ({ callId: 'call_1.1-x' }),
      rang: () => undefined,
      storeLine: () => undefined,
      storeAnswer: () => Promise.resolve(void records.push('answered')),
      storeEnd: ({ response }) => Promise.resolve(void records.push(`ended ${response ?? 'silently'}`)),
    },
  };
}

/** Phones that get an INVITE, and their audio. */
function networkOf(legs: FakeLegs) {
  const asked: Asked[] = [];
  const people: Awaited<ReturnType<FakeLegs['open']>>[] = [];
  const openLeg: SipTransferOptions['openLeg'] = async () => {
    const person = await legs.open();
    people.push(person);
    return person.leg;
  };
  return { asked, people, openLeg, place: placeAt(asked) };
}
