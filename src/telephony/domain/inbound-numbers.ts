import { ANONYMOUS_CALLER, type InboundReading } from './inbound';
import { type NumberFormat, readNumber } from './number-format';

/** Values of Privacy (RFC 3323, RFC 3325) with which a caller withholds the number. */
const WITHHELD: readonly string[] = ['id', 'user', 'header'];

/** Who is called and who calls, as the network wrote it: user parts of addresses, null where there is none. */
export interface InboundUsers {
  readonly requestUri: string | null;
  readonly to: string | null;
  /** Asserted by the network, which counts more than what the caller says. */
  readonly identity: string | null;
  readonly from: string | null;
  /** The values of Privacy, in lower case. */
  readonly privacy: readonly string[];
}

/** The options of a trunk that say how its inbound calls are written. */
export interface InboundFormat {
  readonly numbers: NumberFormat;
  readonly did: 'ruri' | 'to';
  readonly username: string | null;
}

/** Reads a call as one trunk writes its calls; null when no number is called. */
export function readInbound(
  users: InboundUsers,
  { numbers, did, username }: InboundFormat,
): Omit<InboundReading, 'trunkId'> | null {
  const { requestUri, to } = users;
  // A registered trunk is called by its user name; whom the caller dialed stands in To then.
  const isOurName = username !== null && requestUri === username;
  const called = read(did === 'to' || isOurName ? to : requestUri, numbers);
  return called === null ? null : { called, caller: callerOf(users, numbers) };
}

function callerOf({ identity, from, privacy }: InboundUsers, numbers: NumberFormat): string {
  if (privacy.some((value) => WITHHELD.includes(value))) return ANONYMOUS_CALLER;
  return read(identity, numbers) ?? read(from, numbers) ?? ANONYMOUS_CALLER;
}

function read(user: string | null, numbers: NumberFormat): string | null {
  return user === null ? null : readNumber(user, numbers);
}
