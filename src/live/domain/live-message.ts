import type { AnswerStages } from './voice-test';
import { isObject, parsedJson } from '../../platform/kernel/own';

export const LIVE_PROTOCOL = 'aics-live-1';
const FRAME_BYTES = 160;
const FRAME_MS = 20;
const MAX_FRAMES = 5;
const MAX_T = 1e15;
/** A connection that is slower is cut before: what exceeds it was not measured. */
const MAX_DELAY_MS = 60_000;
const KEYS = /^[0-9*#]$/;

export type ClientMessage =
  | { readonly type: 'begin' }
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'hang_up' }
  | {
      readonly type: 'ping';
      readonly t: number;
      readonly receivedMs: number;
      readonly delayMs: number | null;
    }
  /** To be ignored. */
  | { readonly type: 'unknown' };

interface LiveTurn {
  readonly speaker: 'agent' | 'contact' | 'human';
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly response_ms?: number;
  readonly stages?: AnswerStages;
  readonly cut?: boolean;
}

export type HostMessage =
  | {
      readonly type: 'ready';
      readonly sides: readonly string[];
      /** Since the answer. */
      readonly elapsed_ms: number;
      readonly resume: string;
    }
  | {
      readonly type: 'ready';
      readonly voice_test_id: string;
      readonly max_seconds: number;
      readonly recording: boolean;
      readonly stt: string | null;
      readonly tts: string;
      readonly resume: string;
    }
  | { readonly type: 'state'; readonly state: 'listening' | 'hearing' | 'thinking' | 'speaking' }
  | { readonly type: 'partial'; readonly text: string }
  | ({ readonly type: 'turn' } & LiveTurn)
  | { readonly type: 'flush' }
  | { readonly type: 'lag'; readonly dropped_ms: number }
  | {
      readonly type: 'pong';
      readonly t: number;
      readonly received_ms: number;
      readonly waiting_ms: number;
    }
  | { readonly type: 'ended'; readonly ended_by: string; readonly reason: string | null };

/** null: no JSON. */
export function parseClientMessage(text: string): ClientMessage | null {
  const value = parsedJson(text);
  if (value === undefined) return null;
  if (!isObject(value)) return UNKNOWN;
  const { type, key, t, received_ms: receivedMs, delay_ms: delayMs } = value;
  switch (type) {
    case 'begin':
    case 'hang_up':
      return { type };
    case 'key':
      return typeof key === 'string' && KEYS.test(key) ? { type, key } : UNKNOWN;
    case 'ping':
      if (!isTime(t) || !isTime(receivedMs)) return UNKNOWN;
      return { type, t, receivedMs, delayMs: isTime(delayMs) && delayMs <= MAX_DELAY_MS ? delayMs : null };
    default:
      return UNKNOWN;
  }
}

/** The duration of a binary message; null: it has partial frames, or too many frames. */
export function soundMs(bytes: number): number | null {
  const frames = bytes / FRAME_BYTES;
  return Number.isInteger(frames) && frames >= 1 && frames <= MAX_FRAMES ? frames * FRAME_MS : null;
}

const UNKNOWN: ClientMessage = { type: 'unknown' };

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_T;
}
