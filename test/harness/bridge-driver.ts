import { CarrierBridge } from '../../src/carriers/infrastructure/cloud/bridge/carrier-bridge';
import type { BridgeStatus, CloudCallsApi } from '../../src/carriers/infrastructure/cloud/adapter';
import type { CarrierBridgeOptions } from '../../src/carriers/infrastructure/cloud/bridge/carrier-bridge-options';
import { TWILIO } from '../../src/carriers/infrastructure/cloud/twilio/twilio';
import { HandMovedTime } from './simulated-network';

const ID = 'CA1';
export const word = (more: Partial<BridgeStatus> = {}): BridgeStatus => ({ carrierCallId: ID, ...more });
export const phone = (state: 'ringing' | 'answered' | 'ended', event: { type: 'busy' } | null = null) =>
  word({ parent: { state, event, carrierStatus: state } });
export const noAnswer = word({ end: { kind: 'unanswered', leg: 'child', event: { type: 'no_answer' } } });

export const REQUEST = {
  counsellor: '+1',
  contact: '+2',
  from: '+3',
  ringSeconds: 45,
  maxTalkSeconds: 600,
  record: true,
  statusUrl: 's',
  answerUrl: 'a',
  contactUrl: 'c',
  recordingUrl: 'r',
};

/** A bridge at a scripted carrier, on a virtual clock. */
export function bridgeDriver(parts: Partial<CarrierBridgeOptions> = {}, looked: Partial<CloudCallsApi> = {}) {
  const time = new HandMovedTime();
  const told: string[] = [];
  const tell = (what: string) => () => void told.push(what);
  const call = new CarrierBridge({
    adapter: TWILIO,
    rest: {
      listCalls: () => Promise.resolve([]),
      endCall: () => {
        told.push('hang up');
        return Promise.resolve();
      },
      cancelCall: () => Promise.resolve(false),
      fetchBridge: () => {
        told.push('look');
        return Promise.reject(new Error('away'));
      },
      ...looked,
    },
    request: REQUEST,
    create: () => Promise.resolve(ID),
    since: new Date(0),
    timers: time,
    now: () => new Date(time.nowMs),
    isOthers: () => Promise.resolve(false),
    listener: {
      onCallId: tell('named'),
      onContactId: tell('contact named'),
      onCounsellorRinging: tell('rings'),
      onAccepted: tell('taken'),
      onContactRinging: tell('contact rings'),
      onContactAnswered: tell('answered'),
    },
    ...parts,
  });
  let end: unknown = null;
  void call.ended.then((given) => (end = given));
  return { call, told, time, end: () => end };
}
