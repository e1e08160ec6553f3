import type { BridgeStatus, CloudCallsApi } from '../../src/carriers/infrastructure/cloud/adapter';
import { CloudAnsweredLeg } from '../../src/carriers/infrastructure/cloud/cloud-answered-leg';
import { CloudFailure } from '../../src/carriers/infrastructure/cloud/cloud-http-client';
import type { CallbackHandler } from '../../src/carriers/infrastructure/cloud/gateway/callback-handler';
import {
  CloudTransfer,
  type CloudTransferOptions,
  type TransferTarget,
} from '../../src/carriers/infrastructure/cloud/transfer/cloud-transfer';
import { TWILIO } from '../../src/carriers/infrastructure/cloud/twilio/twilio';
import { HandMovedTime, settled } from './simulated-network';

/** The carrier's ids of the contact's call and of the person's. */
export const ID = `CA${'1'.repeat(32)}`;
export const CHILD = `CA${'2'.repeat(32)}`;
export const CONNECT = TWILIO.streamResponse('wss://a/media');
export const LOST = new CloudFailure({ type: 'request_lost' }, null);

export interface CloudTransferDriverOptions {
  readonly numbers?: readonly string[];
  readonly looked?: () => BridgeStatus | null;
  /** Failures of the redirects, in order; then they succeed. */
  readonly redirects?: (CloudFailure | null)[];
  /** Whether the carrier reconnects the contact; `pending`: not within the test. */
  readonly comesBack?: boolean | 'pending';
}

/** What the carrier and the transfer did. */
interface Seen {
  readonly told: string[];
  /** Bodies of the redirects. */
  readonly turns: string[];
  readonly legs: CallbackHandler[];
  readonly freed: number[];
  readonly taken: number[];
  readonly ended: string[];
}

/** A transfer at a scripted carrier, on a virtual clock. */
export function cloudTransferDriver(options: CloudTransferDriverOptions = {}) {
  const time = new HandMovedTime();
  const seen: Seen = { told: [], turns: [], legs: [], freed: [], taken: [], ended: [] };
  const leg = { onAnswered: () => undefined, play: () => Promise.resolve(), clear: () => Promise.resolve(0) };
  const contact = new CloudAnsweredLeg(leg as never, {
    timers: time,
    socket: () => null,
    hangUp: () => undefined,
    waitForReconnect: (_timeoutMs, onDone) => {
      if (options.comesBack !== 'pending') onDone(options.comesBack ?? true);
    },
  });
  contact.listen({
    onHold: () => undefined,
    onKey: () => undefined,
    // As the talk does.
    onEnded: (why) => {
      seen.ended.push(why);
      transfer.stop();
    },
  });
  const transfer = new CloudTransfer({
    ...carrierOf(options, seen),
    contact,
    timers: time,
  });
  let end: unknown = null;
  void transfer.over.then((over) => (end = over));
  return { transfer, contact, time, ...seen, ...callbacksTo(seen.legs), end: () => end };
}

function carrierOf(
  { numbers = ['+91'], looked, redirects = [] }: CloudTransferDriverOptions,
  { turns, taken, told, ...seen }: Seen,
): Omit<CloudTransferOptions, 'contact' | 'timers'> {
  const rest: Pick<CloudCallsApi, 'fetchBridge'> = {
    fetchBridge: () => {
      const status = looked?.() ?? null;
      return status ? Promise.resolve(status) : Promise.reject(LOST);
    },
  };
  return {
    numbers,
    rest,
    adapter: TWILIO,
    carrierCallId: ID,
    redirect: ({ body }) => {
      turns.push(body);
      const failure = redirects.shift() ?? null;
      return failure ? Promise.reject(failure) : Promise.resolve();
    },
    streamResponse: CONNECT,
    target: (number) =>
      Promise.resolve(
        number === 'none' ? 'No channel of the trunk was free for the person.' : personOf(number, seen),
      ),
    onAnswered: (agoMs) => void taken.push(agoMs),
    onProgress: (message) => void told.push(message),
  };
}

function personOf(to: string, { legs, freed }: Pick<Seen, 'legs' | 'freed'>): TransferTarget {
  return {
    from: '+1',
    dialResponse: (ringSeconds: number) =>
      TWILIO.dialResponse?.({
        to,
        from: '+1',
        ringSeconds,
        maxTalkSeconds: 600,
        record: true,
        statusUrl: 'https://p/status',
        nextUrl: 'https://p/next',
        recordingUrl: 'https://a/recording',
      }),
    record: {
      storeCarrierCallId: () => Promise.resolve(),
      rang: () => undefined,
      storeAnswer: () => Promise.resolve(),
      storeEnd: () => Promise.resolve(void freed.push(legs.length)),
    },
    register: (handler: CallbackHandler) => legs.push(handler),
  } as unknown as TransferTarget;
}

/** Callbacks about the phone of a person, counted from 0. */
function callbacksTo(legs: readonly CallbackHandler[]) {
  const handlerOf = (at: number): CallbackHandler => {
    const handler = legs[at];
    if (!handler) throw new Error(`no person ${at}`);
    return handler;
  };
  /** The phone of a person has ended: the carrier requests the next instruction. */
  const next = async (at: number, status: string, callStatus = 'in-progress') => {
    await settled();
    const fields = { CallSid: ID, CallStatus: callStatus, DialCallStatus: status, DialCallDuration: '7' };
    handlerOf(at).onCallback(new Map(Object.entries(fields)));
    const response = await handlerOf(at).nextInstruction('next');
    await settled();
    return response?.body;
  };
  const child = async (at: number, status: string) => {
    await settled();
    const fields = { CallSid: CHILD, ParentCallSid: ID, CallStatus: status };
    handlerOf(at).onCallback(new Map(Object.entries(fields)));
    await settled();
  };
  return { next, child };
}
