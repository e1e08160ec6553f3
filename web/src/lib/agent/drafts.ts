import { removeLocal, writeLocal, readLocal } from '../local-storage';
import { type AgentForm, fitsField } from './form';

export interface Draft {
  readonly version: string | null;
  readonly typed: Partial<AgentForm>;
}

export function keptDraft(key: string): Draft | null {
  const text = readLocal(key);
  return text === null ? null : draftOf(text);
}

export function draftOf(text: string): Draft | null {
  try {
    const { version, typed } = JSON.parse(text) as { version?: unknown; typed?: unknown };
    if (typeof typed !== 'object' || typed === null) return null;
    const fields = Object.entries(typed).filter(([field, value]) => fitsField(field, value));
    if (fields.length === 0) return null;
    return { version: typeof version === 'string' ? version : null, typed: Object.fromEntries(fields) };
  } catch {
    return null;
  }
}

/** Until it is saved or the user signs out. A draft without a change is removed. */
export function keepDraft(key: string, draft: Draft): void {
  if (Object.keys(draft.typed).length === 0) removeLocal(key);
  else writeLocal(key, JSON.stringify(draft));
}
