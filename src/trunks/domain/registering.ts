import type { OptionsChange, OptionValues } from './trunk-options';

/** In place of a server: phones register here. */
const REGISTERS = 'registers';
const USERNAME = /^[A-Za-z0-9._-]{1,64}$/;
const MIN_PASSWORD_LENGTH = 12;

/** A SIP trunk whose phones register here: it has no server. */
export function registersHere({ server }: OptionValues): boolean {
  return server instanceof Array && server.includes(REGISTERS);
}

/** The problem of a SIP trunk with which phones register; null: none. */
export function registeringProblem({ before, after, secrets }: OptionsChange): string | null {
  if (!registersHere(after)) return null;
  const { server, register, username } = after;
  if (server instanceof Array && server.length > 1) {
    return '--server registers stands alone: the trunk has no other server.';
  }
  if (register === true) return '--register yes is for a server, and not for --server registers.';
  if (typeof username !== 'string' || !USERNAME.test(username)) {
    return '--server registers needs --username, 1 to 64 of A-Z, a-z, 0-9, ".", "_" and "-".';
  }
  const password = new Map(Object.entries(secrets)).get('password');
  // The length of a stored password was checked if it was for phones.
  const isStored = password === undefined && registersHere(before);
  if (!isStored && (password ?? '').length < MIN_PASSWORD_LENGTH) {
    return `--server registers needs --password, of at least ${MIN_PASSWORD_LENGTH} characters.`;
  }
  return null;
}

/** Phones may use every transport, unless one is given. */
export function registeringDefaults(given: OptionValues): OptionValues {
  return registersHere(given) ? { transport: null } : {};
}
