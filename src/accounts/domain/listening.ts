/** Who may listen to running calls: nobody, admins, or admins and staff. */
export const LISTENING_MODES = ['off', 'admins', 'staff'] as const;
export type ListeningMode = (typeof LISTENING_MODES)[number];

/** The opening lines of the agents contain it; any other notice is a text that agents read out before them. */
const NOTICE_IN_SCRIPT = 'script';
export const MAX_NOTICE_LENGTH = 300;

export interface ListeningSettings {
  readonly listening: ListeningMode;
  /** `NOTICE_IN_SCRIPT`, or what agents read out before their opening line; null: none. */
  readonly listeningNotice: string | null;
  readonly listeningHuman: boolean;
}

/** What agents read out on real calls before their opening line; null: nothing. */
export function spokenNotice({ listening, listeningNotice }: ListeningSettings): string | null {
  return listening === 'off' || listeningNotice === NOTICE_IN_SCRIPT ? null : listeningNotice;
}

export const LISTENING_FIELDS = ['listening', 'listening_notice', 'listening_human'] as const;
type Field = (typeof LISTENING_FIELDS)[number];

/**
 * Listening needs a notice to the contact; of human calls, without an agent, a notice in the script.
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
