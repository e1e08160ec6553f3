import { randomBytes } from 'node:crypto';
import { ACCOUNT_SID, type ExotelCall } from './fake-exotel';
import type { SecondEnd } from './second-phone';

/** Exotel tells times in India's. */
const INDIA_MS = 19_800_000;

export function newSid(): string {
  return randomBytes(16).toString('hex');
}

function legStatus({ status, script }: ExotelCall): string {
  const { becomes = 'answered' } = script;
  return becomes === 'answered' ? status : becomes;
}

const SECOND: Readonly<Record<SecondEnd, string>> = {
  talked: 'completed',
  stopped: 'canceled',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
};

export function legsOf(call: ExotelCall): object[] {
  const first = { OnCallDuration: talkedSeconds(call), Status: legStatus(call) };
  if (!call.second) return [first];
  return [
    { ...first, Status: 'completed' },
    { OnCallDuration: conversationSeconds(call), Status: SECOND[call.second.end] },
  ];
}

export function conversationSeconds({ second }: ExotelCall): number {
  return second?.since == null ? 0 : Math.ceil((second.until - second.since) / 1_000);
}

function talkedSeconds({ answeredAt, endedAt }: ExotelCall): number {
  return answeredAt === null ? 0 : Math.ceil(((endedAt ?? Date.now()) - answeredAt) / 1_000);
}

function detailsOf(call: ExotelCall, Legs: object[]): object {
  const { second } = call;
  const ConversationDuration = conversationSeconds(call);
  if (!second) return { Leg1Status: legStatus(call), Leg2Status: null, ConversationDuration, Legs };
  if (call.script.unnamed) return { ConversationDuration };
  return { Leg1Status: 'completed', Leg2Status: SECOND[second.end], ConversationDuration, Legs };
}

export function shown(call: ExotelCall): object {
  const isOver = call.endedAt !== null;
  const legs = [{ Leg: { Id: 1, OnCallDuration: talkedSeconds(call) } }];
  return {
    Sid: call.id,
    ParentCallSid: null,
    DateCreated: indian(call.createdAt),
    AccountSid: ACCOUNT_SID,
    To: national(call.from),
    From: national(call.to),
    Direction: 'outbound-api',
    Price: null,
    Status: isOver && call.script.toldNull ? null : call.status,
    EndTime: call.endedAt === null ? null : indian(new Date(call.endedAt)),
    ...(isOver && { Details: detailsOf(call, legs) }),
  };
}

/** As it is dialed in India; numbers of other countries keep their plus. */
export function national(number: string): string {
  return number.replace(/^\+91/, '0');
}

export function indian(at: Date): string {
  return new Date(at.getTime() + INDIA_MS).toISOString().slice(0, 19).replace('T', ' ');
}
