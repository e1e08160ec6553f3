import { useSyncExternalStore } from 'react';
import type { TalkState } from './talk-state';
import type { VoiceTest } from './voice-test';

const never = () => () => undefined;

/** Null without a talk. Loads none of the code of one. */
export function useVoiceTest(talk: VoiceTest | null): TalkState | null {
  return useSyncExternalStore(talk?.subscribe ?? never, () => talk?.state() ?? null);
}
