import { ANONYMOUS_CALLER, type NumberInterpretation } from '../../domain/inbound';
import { type NumberFormat, readNumbers } from '../../../trunks';

/** Values of Privacy (RFC 3323, RFC 3325) with which a caller withholds the number. */
const WITHHELD: readonly string[] = ['id', 'user', 'header'];

/** Who is called and who calls, as the network wrote it: user parts of addresses, null where there is none. */
export interface InboundIdentities {
  readonly requestUri: string | null;
  readonly to: string | null;
  /** Asserted by the network, which counts more than the caller's own From. */
  readonly identities: readonly string[];
  readonly from: string | null;
  readonly privacy: readonly string[];
}

export interface InboundFormat {
  readonly numbers: NumberFormat;
  readonly did: 'ruri' | 'to';
  readonly username: string | null;
}

/**
 * Reads a call as one trunk writes its calls; more than one reading when the called number may begin with the trunk's prefix,
 * none when no number is called.
 */
export function interpretNumbers(
  users: InboundIdentities,
  { numbers, did, username }: InboundFormat,
): Omit<NumberInterpretation, 'trunkId'>[] {
  const { requestUri, to } = users;
  // A registered trunk is called by its user name; whom the caller dialed stands in To then.
  const isOurName = username !== null && requestUri === username;
  const user = did === 'to' || isOurName ? to : requestUri;
  const caller = callerOf(users, numbers);
  return user === null ? [] : readNumbers(user, numbers).map((called) => ({ called, caller }));
}

/** Nobody dials a caller's number, so it has no prefix unless it is no number with it. */
function callerOf({ identities, from, privacy }: InboundIdentities, numbers: NumberFormat): string {
  if (privacy.some((value) => WITHHELD.includes(value))) return ANONYMOUS_CALLER;
  const users = from === null ? identities : [...identities, from];
  return users.flatMap((user) => readNumbers(user, numbers))[0] ?? ANONYMOUS_CALLER;
}
