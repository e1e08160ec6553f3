import { parsedJson } from '../parsed-json';

export type LiveState = 'listening' | 'hearing' | 'thinking' | 'speaking';

export interface LiveTurn {
  readonly speaker: string;
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly response_ms?: number;
  /** Milliseconds of an answer by stage; null for one that was not measured. */
  readonly stages?: Readonly<Record<string, number | null>>;
  readonly cut?: boolean;
}

/** What the service sends as text. `ready` has more, by what the socket is for. */
export type LiveMessage =
  | { readonly type: 'ready'; readonly resume: string }
  | {
      readonly type: 'pong';
      readonly t: number;
      readonly received_ms: number;
      readonly waiting_ms: number;
    }
  | { readonly type: 'state'; readonly state: LiveState }
  | { readonly type: 'partial'; readonly text: string }
  | ({ readonly type: 'turn' } & LiveTurn)
  | { readonly type: 'flush' }
  | { readonly type: 'lag'; readonly dropped_ms: number }
  | { readonly type: 'ended'; readonly ended_by: string; readonly reason: string | null };

const TYPES: ReadonlySet<unknown> = new Set<LiveMessage['type']>([
  'ready',
  'pong',
  'state',
  'partial',
  'turn',
  'flush',
  'lag',
  'ended',
]);

/** Null for a type that a later service may add. */
export function readMessage(text: string): LiveMessage | null {
  const message = parsedJson(text);
  if (typeof message !== 'object' || message === null || !('type' in message)) return null;
  return TYPES.has(message.type) ? (message as LiveMessage) : null;
}

const PROTOCOL = 'aics-live-1';

export const protocolsOf = (kind: 'ticket' | 'resume', token: string): string[] => [
  PROTOCOL,
  `${kind}.${token}`,
];

/** After it ended, another socket resumed it, its person signed out, or the page broke the protocol. */
const FINAL_CODES: ReadonlySet<number> = new Set([1000, 4000, 4001, 4009]);

export function mayResume(closeCode: number): boolean {
  return !FINAL_CODES.has(closeCode);
}
