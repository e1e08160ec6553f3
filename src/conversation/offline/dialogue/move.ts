import type { Parting } from '../lexicon/phrases/phrase-pack';
import type { Topic } from '../lexicon/topics';
import type { ToolUse } from '../../../shared-kernel/tool-use';
import type { UseMove } from './tool-move';

export type Reaction = 'answer' | 'noted' | 'yes' | 'no' | 'dont_know' | 'hello' | 'none';

export type Move =
  | { readonly kind: 'open' }
  | { readonly kind: 'voicemail' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'still_there' }
  | { readonly kind: 'give_up' }
  | { readonly kind: 'transfer'; readonly number: string }
  | { readonly kind: 'offer_callback' }
  | { readonly kind: 'introduce'; readonly asMachine: boolean; readonly question: number | null }
  | UseMove
  /** `question`: the next one; null: there is none. */
  | { readonly kind: 'tell'; readonly use: ToolUse; readonly question: number | null }
  | { readonly kind: 'repeat'; readonly question: number | null; readonly isUnderstood: boolean }
  /** `requestedTopic`: a question of the contact, for a counsellor to answer. */
  | {
      readonly kind: 'ask';
      readonly question: number;
      readonly reaction: Reaction;
      readonly requestedTopic: Topic | 'other' | null;
    }
  | {
      readonly kind: 'part';
      readonly as: Parting;
      readonly when: string | null;
      readonly requestedTopic: Topic | 'other' | null;
    };
