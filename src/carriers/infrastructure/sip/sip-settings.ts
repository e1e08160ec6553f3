import { randomBytes } from 'node:crypto';
import {
  type CallOptions,
  type Codec,
  escapeUser,
  type PeerSettings,
  type Server,
  SILENCE_TIMEOUT_MS,
  type TlsIdentity,
  type TlsSettings,
} from '../../../sip';
import { isE164 } from '../../../platform/kernel/e164';
import { type NumberFormat, writeNumber } from '../../../trunks';

/** RFC 3261, timer F: the response to OPTIONS. */
const OPTIONS_TIMEOUT_MS = 32_000;
/** RFC 3711: key of 16 octets, and salt of 14. */
const SRTP_KEY_BYTES = 30;

/** A SIP trunk's options, typed, with its defaults filled in. */
export interface SipSettings {
  /** `host` or `host:port`, in order. */
  readonly servers: readonly string[];
  readonly domain: string;
  readonly transport: 'udp' | 'tcp' | 'tls';
  readonly tlsVerify: boolean;
  /** PEM. */
  readonly tlsCa: string | null;
  /** Ours. */
  readonly tlsIdentity: TlsIdentity | null;
  readonly isSrtpRequired: boolean;
  readonly username: string | null;
  readonly credentials: PeerSettings['credentials'] | null;
  readonly register: boolean;
  readonly expiresSeconds: number;
  /** 0: none. */
  readonly keepAliveSeconds: number;
  readonly numbers: NumberFormat;
  readonly userPhone: boolean;
  readonly fromUser: 'caller-id' | 'username';
  readonly fromDomain: string;
  readonly identity: 'none' | 'pai';
  readonly codecs: readonly Codec[];
  readonly dtmf: 'rfc4733' | 'info';
  /** CIDR; null: the servers' addresses. */
  readonly allow: readonly string[] | null;
  readonly mediaSources: readonly string[];
  /** null: the route's own; undefined: as the process is configured. */
  readonly publicAddress: string | null | undefined;
  /** The session timer of our INVITEs; 0: none. */
  readonly sessionSeconds: number;
  /** Offer 100rel, PRACK and UPDATE. */
  readonly prack: boolean;
  readonly did: 'ruri' | 'to';
  /** null: the trunk has servers. */
  readonly phones: PhoneSettings | null;
  /** E.164; shown for accounts without a number on the trunk. */
  readonly callerId: string | null;
}

/** Settings of a trunk with which phones register. */
export interface PhoneSettings {
  readonly username: string;
  readonly password: string;
  readonly realm: string;
  readonly algorithms: readonly ('MD5' | 'SHA-256')[];
  /** null: all. */
  readonly transport: 'udp' | 'tcp' | 'tls' | null;
  /** The account whose trial phone it is; null: the operator's trunk. */
  readonly trialOf: string | null;
}

/** Numbers and addresses of an INVITE, in this trunk's format. */
export function inviteOf(
  settings: SipSettings,
  number: string,
  callerId: string,
): Pick<CallOptions, 'peer' | 'requestUri' | 'from' | 'to' | 'contact' | 'headers'> & {
  readonly audio: ReturnType<typeof audioOf>;
} {
  const { domain, fromDomain, username, identity } = settings;
  const uri = (user: string, host: string) => {
    const phone = settings.userPhone && /^\+?[\d*#]+$/.test(user) ? ';user=phone' : '';
    return `sip:${escapeUser(user)}@${host}${phone}`;
  };
  // Anything but a number is an extension of the server, and stays unchanged.
  const called = isE164(number)
    ? uri(writeNumber(number, settings.numbers), domain)
    : `sip:${escapeUser(number)}@${domain}`;
  // Only called numbers have the prefix.
  const shown = isE164(callerId) ? writeNumber(callerId, { ...settings.numbers, prefix: null }) : callerId;
  const from = settings.fromUser === 'username' ? (username ?? shown) : shown;
  return {
    peer: peerOf(settings),
    requestUri: called,
    from: { uri: uri(from, fromDomain) },
    to: { uri: called },
    contact: username ?? shown,
    headers: identity === 'pai' ? [['p-asserted-identity', `<${uri(shown, fromDomain)}>`]] : [],
    audio: audioOf(settings),
  };
}

/** The address in From and To of a REGISTER. */
export function addressOfRecord({ username, domain }: SipSettings): string {
  return `sip:${escapeUser(username ?? '')}@${domain}`;
}

export function serversOf(settings: SipSettings): Server[] {
  const { servers, transport } = settings;
  const tls = tlsOf(settings);
  return servers.map((server) => ({ server, transport, tls }));
}

/** The certificate of a server may name the trunk's domain in place of the host. */
function tlsOf({ domain, tlsVerify, tlsCa, tlsIdentity }: SipSettings): Omit<TlsSettings, 'serverName'> {
  return { domain, verify: tlsVerify, ca: tlsCa, ...(tlsIdentity && { identity: tlsIdentity }) };
}

/** TLS settings for a connection that we open to an IP address. The certificate may also name the trunk's server. */
export function addressTlsOf(settings: SipSettings): TlsSettings {
  const { servers, domain } = settings;
  return { ...tlsOf(settings), serverName: servers[0]?.split(':', 1)[0] ?? domain };
}

/** A server is down after this time without a message, once it answered OPTIONS; null: it gets none. */
export function silenceTimeoutOf({ keepAliveSeconds }: SipSettings): number | null {
  if (keepAliveSeconds === 0) return null;
  return Math.max(SILENCE_TIMEOUT_MS, 1_000 * keepAliveSeconds + OPTIONS_TIMEOUT_MS);
}

/** The key of what we send is new each call and leg. */
export function audioOf({
  codecs,
  dtmf,
  isSrtpRequired,
}: SipSettings): Pick<CallOptions['audio'], 'codecs' | 'telephoneEvent' | 'srtpKey'> {
  const audio = { codecs, telephoneEvent: dtmf === 'rfc4733' };
  return isSrtpRequired ? { ...audio, srtpKey: randomBytes(SRTP_KEY_BYTES).toString('base64') } : audio;
}

export function peerOf({ credentials, publicAddress, sessionSeconds, prack }: SipSettings): PeerSettings {
  return {
    sessionSeconds,
    prack,
    ...(credentials && { credentials }),
    ...(publicAddress !== undefined && { publicAddress }),
  };
}
