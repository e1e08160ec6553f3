import type { TestOutcome } from '../../api/types';
import type { TypedTurn } from '../../lib/test-talk';
import type { VoiceTest } from '../../live/voice-test';
import type { CallValues } from './test-agent/values';

export interface Conversation {
  readonly turns: readonly TypedTurn[];
  readonly isOver: boolean;
  /** The agent ended the talk. */
  readonly isEnded: boolean;
  /** A failure of the model, in a successful response. */
  readonly problem: string | null;
  readonly outcome: TestOutcome | null;
}

interface TypedTalk {
  readonly conversation: Conversation;
  readonly values: CallValues;
}

/** With an agent that is not saved yet: `agentId` is null until its first save, which replaces the page. */
let current: { readonly agentId: string | null; readonly talk: TypedTalk } | null = null;

/** The same by microphone, also when it is over. */
let spoken: { readonly agentId: string | null; readonly talk: VoiceTest } | null = null;

export function storeTalk(talk: TypedTalk): void {
  current = { agentId: null, talk };
}

/** The page of this agent continues the talk. */
export function handOverTalk(agentId: string): void {
  if (current) current = { ...current, agentId };
  if (spoken) spoken = { ...spoken, agentId };
}

export function handedOverTalk(agentId: string | null): TypedTalk | null {
  return agentId !== null && current?.agentId === agentId ? current.talk : null;
}

/** Unless it waits for the page of its agent. */
export function discardUnsavedTalk(): void {
  if (current?.agentId === null) current = null;
}

export function discardTalk(): void {
  current = null;
}

/** @param talk of the page of the agent. One that waited for another page ends. */
export function storeVoiceTest(agentId: string | null, talk: VoiceTest | null): void {
  if (spoken && spoken.talk !== talk) spoken.talk.close();
  spoken = talk && agentId === null ? { agentId, talk } : null;
}

export function handedOverVoiceTest(agentId: string | null): VoiceTest | null {
  return agentId !== null && spoken?.agentId === agentId ? spoken.talk : null;
}

/** Ends the talk, unless it waits for the page of its agent. */
export function leaveVoiceTest(talk: VoiceTest): void {
  if (spoken?.talk === talk && spoken.agentId !== null) return;
  spoken = null;
  talk.close();
}
