import type { AccountState } from './account';

/** Who may listen to running calls: nobody, admins, or admins and staff. */
export const LISTENING = ['off', 'admins', 'staff'] as const;
export type Listening = (typeof LISTENING)[number];

/** The opening lines of the agents say it; any other notice is the text that agents say before their opening line. */
export const NOTICE_IN_SCRIPT = 'script';
export const MAX_NOTICE_LENGTH = 300;

export type ListeningSettings = Pick<AccountState, 'listening' | 'listeningNotice' | 'listeningHuman'>;

/** What agents say on real calls before their opening line; null: nothing. */
export function spokenNotice({ listening, listeningNotice }: ListeningSettings): string | null {
  return listening === 'off' || listeningNotice === NOTICE_IN_SCRIPT ? null : listeningNotice;
}

type Field = 'listening' | 'listening_notice' | 'listening_human';

/**
 * Listening needs a notice to the contact; of human calls, where no agent says one, a notice in the script.
 * @returns the field to change, of those that were sent if possible
 */
export function listeningProblem(
  { listening, listeningNotice, listeningHuman }: ListeningSettings,
  changed: Partial<ListeningSettings>,
): { readonly field: Field; readonly message: string } | undefined {
  if (listening !== 'off' && listeningNotice === null) {
    const field = changed.listening === undefined ? 'listening_notice' : 'listening';
    return { field, message: 'needs a notice to the contacts: script, or a text that agents say' };
  }
  if (listeningHuman && listeningNotice !== NOTICE_IN_SCRIPT) {
    const field = changed.listeningHuman === undefined ? 'listening_notice' : 'listening_human';
    return { field, message: 'human calls need the notice script: no agent says a text there' };
  }
  return undefined;
}
