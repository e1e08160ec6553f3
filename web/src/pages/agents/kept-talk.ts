import type { TestOutcome } from '../../api/types';
import type { TypedTurn } from '../../lib/test-talk';
import type { CallValues } from './test-agent/values';

export interface Conversation {
  readonly turns: readonly TypedTurn[];
  readonly isOver: boolean;
  /** By the agent. */
  readonly isEnded: boolean;
  /** A failure of the model, in a successful response. */
  readonly problem: string | null;
  readonly outcome: TestOutcome | null;
}

interface KeptTalk {
  readonly conversation: Conversation;
  readonly values: CallValues;
}

/** The id is null until the agent is saved. */
let latest: { readonly agentId: string | null; readonly talk: KeptTalk } | null = null;

/** The first save of an agent leads to another page, which goes on with what was typed before. */
export function keepTalk(talk: KeptTalk): void {
  latest = { agentId: null, talk };
}

export function handTalkTo(agentId: string): void {
  if (latest) latest = { ...latest, agentId };
}

export function keptTalkOf(agentId: string | null): KeptTalk | null {
  return agentId !== null && latest?.agentId === agentId ? latest.talk : null;
}

export function dropTalk(): void {
  latest = null;
}
