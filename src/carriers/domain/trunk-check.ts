import { ANSWER_TIMEOUT_MS, RESOLVE_TIMEOUT_MS, seconds } from './trunk-timeouts';

type CheckName = 'resolve' | 'connect' | 'options' | 'register' | 'invite' | 'certificate' | 'credentials';

/** No message contains a secret or a whole number. */
export interface TrunkCheck {
  readonly name: CheckName;
  readonly ok: boolean;
  readonly message: string;
}

export interface TrunkReport {
  readonly ok: boolean;
  readonly checks: readonly TrunkCheck[];
}

export type ProbeReply =
  | { readonly kind: 'response'; readonly status: number; readonly reason: string }
  | { readonly kind: 'silent' }
  /** `code` names the fault of a certificate, or of TLS, as OpenSSL calls it. */
  | { readonly kind: 'unreachable'; readonly why: keyof typeof UNREACHABLE; readonly code?: string };

export interface ProbedServer {
  readonly server: string;
  readonly reply: ProbeReply;
}

/** A name as the operator wrote it, and its addresses. */
export interface Resolved {
  readonly server: string;
  readonly addresses: readonly string[];
}

export function resolveCheck(all: readonly Resolved[]): TrunkCheck {
  return joinChecks('resolve', all, ({ server, addresses }) =>
    addresses.length > 0
      ? [true, `${server} is at ${addresses.join(', ')}.`]
      : [
          false,
          `${server} has no IPv4 address: correct --server, or the DNS of this machine (${seconds(RESOLVE_TIMEOUT_MS)} are waited for).`,
        ],
  );
}

export function connectCheck(servers: readonly ProbedServer[], transport: string): TrunkCheck {
  return joinChecks('connect', servers, ({ server, reply }) => {
    if (reply.kind === 'unreachable') {
      const { why, code } = reply;
      const isTlsClose = transport === 'tls' && why === 'closed';
      const problem = isTlsClose ? CLOSED_OVER_TLS : (tlsProblem(code) ?? UNREACHABLE[why]);
      return [false, `${server}${code === undefined ? '' : ` (${code})`} ${problem}`];
    }
    if (transport !== 'udp') return [true, `${server} took the connection.`];
    return reply.kind === 'response'
      ? [true, `${server} is there.`]
      : [true, `${server}: nothing refused the packets; UDP has no connection that would show more.`];
  });
}

export function optionsCheck(servers: readonly ProbedServer[]): TrunkCheck {
  return joinChecks('options', servers, ({ server, reply }) => {
    switch (reply.kind) {
      case 'unreachable':
        return [false, `${server} was not asked.`];
      case 'silent':
        return [
          false,
          `${server} sent no answer within ${seconds(ANSWER_TIMEOUT_MS)}: a firewall, the wrong port or --transport, or a server that answers no OPTIONS (its trunk stays "unknown" and is used; --keep-alive 0 asks no more).`,
        ];
      case 'response':
        return optionsMessage(server, reply);
    }
  });
}

/** Any response shows that the server is reachable, except 503: it accepts no calls. */
function optionsMessage(server: string, reply: Extract<ProbeReply, { kind: 'response' }>): CheckResult {
  const { status } = reply;
  const answered = `${server} answered ${describeReply(reply)}`;
  if (status < 300) return [true, `${answered}.`];
  if (status === 503) return [false, `${answered}: it takes no calls now.`];
  if (status === 403)
    return [
      true,
      `${answered}: it is there. If it refuses calls, too, the provider must allow this machine's address.`,
    ];
  return [true, `${answered}: it is there, and that it takes no OPTIONS from us does no harm.`];
}

/** @param registers a trunk that cannot register is of no use */
export function registerCheck(servers: readonly ProbedServer[], registers: boolean): TrunkCheck {
  // The first problem in the operator's order.
  const first =
    servers.find(({ reply }) => reply.kind === 'response' && reply.status !== 503) ??
    servers.find(({ reply }) => reply.kind !== 'unreachable') ??
    servers[0];
  if (first === undefined) return blockedCheck('register', 'no server has an address');
  const [ok, message] = registerMessage(first, registers);
  return { name: 'register', ok, message };
}

function registerMessage({ server, reply }: ProbedServer, registers: boolean): CheckResult {
  if (reply.kind === 'unreachable') return [false, `${server} was not asked.`];
  if (reply.kind === 'silent')
    return [false, `${server} sent no answer to REGISTER within ${seconds(ANSWER_TIMEOUT_MS)}.`];
  const answered = `${server} answered ${describeReply(reply)}`;
  const { status } = reply;
  if (status < 300) return [true, `${answered}: the credentials are right.`];
  const unavailable = [false, `${answered}: it does not register us now.`] as const;
  switch (status) {
    case 401:
    case 407:
      return [
        false,
        `${answered}: it refuses the credentials. Check --username, --auth-username and --password.`,
      ];
    case 403:
      return [
        false,
        `${answered}: it refuses this user. Check --username and --password, and that the provider allows this machine's address.`,
      ];
    case 404:
    case 604:
      return [false, `${answered}: it does not know this user. Check --username and --domain.`];
    case 405:
    case 501:
      if (registers) return unavailable;
      return [
        true,
        `${answered}: it takes no registrations, so the credentials are tried by calls alone (--phone).`,
      ];
    default:
      return unavailable;
  }
}

/** A check that the trunk does not need: no fault. */
export function notNeededCheck(name: CheckName, why: string): TrunkCheck {
  return { name, ok: true, message: `Not tried: ${why}.` };
}

/** A check that could not be made after the fault of an earlier one. */
export function blockedCheck(name: CheckName, why: string): TrunkCheck {
  return { name, ok: false, message: `Not tried: ${why}.` };
}

/** A status line such as `403 Forbidden`, without the numbers that servers repeat in it. */
export function redactDigits(response: string): string {
  const [status = '', ...words] = response.slice(0, 80).split(' ');
  const plain = words.join(' ').replace(/[^\x20-\x7e]/g, '');
  return `${status} ${plain.replace(/\d[\d ().-]{4,}/g, '…')}`.trim();
}

function describeReply({ status, reason }: Extract<ProbeReply, { kind: 'response' }>): string {
  return redactDigits(`${status} ${reason}`);
}

type CheckResult = readonly [ok: boolean, message: string];

function joinChecks<T>(name: CheckName, all: readonly T[], resultOf: (one: T) => CheckResult): TrunkCheck {
  if (all.length === 0) return blockedCheck(name, 'no server has an address');
  const each = all.map(resultOf);
  return { name, ok: each.every(([ok]) => ok), message: each.map(([, message]) => message).join(' ') };
}

const UNREACHABLE = {
  resolve: 'has no address.',
  refused: 'refused: nothing listens there. Check the port and --transport.',
  timeout: `took no connection within ${seconds(ANSWER_TIMEOUT_MS)}: a firewall, or a wrong address or port.`,
  certificate:
    'has a certificate that does not hold: --server must name the host that it is for, and --tls-ca the authority if it is an own one.',
  closed:
    'closed the connection at once: perhaps it speaks another --transport, or does not allow this machine.',
  no_route: 'cannot be reached from this machine: there is no route to it.',
} as const;

/** TLS failed for another reason than the server's certificate. */
const HANDSHAKE_FAULT = /^ERR_SSL_/;
const NO_TLS =
  'did not agree on TLS: check port and --transport. It must speak TLS 1.2 or 1.3; if it requests a certificate of ours, see --tls-cert.';

/** With TLS 1.3 a server refuses a missing certificate after the handshake. */
const CLOSED_OVER_TLS =
  'closed the connection at once: perhaps it requests a certificate of ours (--tls-cert), speaks another --transport, or does not allow this machine.';

/** Texts by the code of OpenSSL. */
export const CERTIFICATE_TIMES: ReadonlyMap<string, string> = new Map([
  [
    'CERT_HAS_EXPIRED',
    "has a certificate that has expired: its operator must renew it, unless this machine's clock is wrong.",
  ],
  ['CERT_NOT_YET_VALID', "has a certificate that is not valid yet: check this machine's clock."],
]);

function tlsProblem(code = ''): string | undefined {
  return HANDSHAKE_FAULT.test(code) ? NO_TLS : CERTIFICATE_TIMES.get(code);
}
