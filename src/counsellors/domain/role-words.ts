const WORDS: Readonly<Record<string, string>> = { ADMIN: 'admin', STAFF: 'staff', COUNSELLOR: 'counsellor' };

/** Roles as mails and pages name them: `admin and counsellor`. */
export function rolesInWords(roles: readonly string[]): string {
  const words = Object.entries(WORDS).flatMap(([role, word]) => (roles.includes(role) ? [word] : []));
  const last = words.pop() ?? 'member';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}
