import { ANONYMOUS_CALLER, type NumberInterpretation } from '../../domain/inbound';
import { type NumberFormat, readNumbers } from '../../../trunks';

/** Values of Privacy (RFC 3323, RFC 3325) with which a caller withholds the number. */
const WITHHELD: readonly string[] = ['id', 'user', 'header'];

/** User parts of addresses, as the network wrote them; null without one. */
export interface InboundIdentities {
  readonly requestUri: string | null;
  readonly to: string | null;
  /** Asserted by the network, so they precede the caller's From. */
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
 * Reads a call by one trunk's format. Several readings when the called number may begin with the trunk's prefix; none
 * without a called number.
 */
export function interpretNumbers(
  users: InboundIdentities,
  { numbers, did, username }: InboundFormat,
): Omit<NumberInterpretation, 'trunkId'>[] {
  const { requestUri, to } = users;
  // A registered trunk is called by its user name; To has the dialed number then.
  const isOurName = username !== null && requestUri === username;
  const user = did === 'to' || isOurName ? to : requestUri;
  const caller = callerOf(users, numbers);
  return user === null ? [] : readNumbers(user, numbers).map((called) => ({ called, caller }));
}

/** A caller's number has no prefix, unless it is invalid without one. */
function callerOf({ identities, from, privacy }: InboundIdentities, numbers: NumberFormat): string {
  if (privacy.some((value) => WITHHELD.includes(value))) return ANONYMOUS_CALLER;
  const users = from === null ? identities : [...identities, from];
  return users.flatMap((user) => readNumbers(user, numbers))[0] ?? ANONYMOUS_CALLER;
}
