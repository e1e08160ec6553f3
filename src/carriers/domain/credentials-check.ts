import { CERTIFICATE_TIMES, type TrunkCheck } from './trunk-check';
import { API_CONNECT_TIMEOUT_MS, CREDENTIALS_TIMEOUT_MS, seconds } from './trunk-timeouts';

export interface CredentialsProblem {
  /** Status and the carrier's code; null: no response, or one with a 2xx. */
  readonly response: string | null;
  readonly type: string;
  /** The fault's code, or the error's name without one; null: there was a response. */
  readonly fault: string | null;
  /** The target of a redirect. */
  readonly location: string | null;
}

/** @param problem null: the API answered */
export function credentialsCheck(baseUrl: string, problem: CredentialsProblem | null): TrunkCheck {
  const name = 'credentials';
  if (!problem) return { name, ok: true, message: `${baseUrl} accepted the credentials.` };
  const { response, location } = problem;
  const wrong = response === null ? faultMessage(problem) : responseMessage(response, location, baseUrl);
  return { name, ok: false, message: `${baseUrl} ${wrong}.` };
}

function responseMessage(response: string, location: string | null, baseUrl: string): string {
  const status = Number.parseInt(response, 10);
  if (status === 401 || status === 403)
    return `refused them with ${response}: correct the account and its secret by trunk set`;
  if (status === 404)
    return `refused them with ${response}: correct the account, or --base-url, by trunk set`;
  if (status < 400) {
    const target = location === null ? null : otherOrigin(location, baseUrl);
    const to = target === null ? '' : ` to ${target}`;
    return `answered ${response}, a redirect${to}: set --base-url to the address where the API answers itself`;
  }
  if (status === 429 || status >= 500) return `answered ${response}: try again later`;
  return `answered ${response}, as the API of a carrier does not: correct --base-url`;
}

/** The origin of a redirect to another server; null: the address is none, or of the same server. */
function otherOrigin(location: string, baseUrl: string): string | null {
  if (location.length > MAX_LOCATION_LENGTH || !URL.canParse(location, baseUrl)) return null;
  const { protocol, origin } = new URL(location, baseUrl);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && origin !== new URL(baseUrl).origin ? origin : null;
}

const MAX_LOCATION_LENGTH = 2_048;

function faultMessage({ type, fault }: CredentialsProblem): string {
  const code = fault ?? '';
  if (type === 'bad_certificate') return `(${code}) ${certificateMessage(code)}`;
  return (
    FAULTS.get(code) ??
    FAULT_TYPES.get(type) ??
    'closed the connection without a whole answer: correct --base-url, or try again later'
  );
}

function certificateMessage(code: string): string {
  if (/^ERR_SSL_/.test(code))
    return 'did not agree on TLS: correct the port of --base-url, or write it with http';
  // Texts of their own end with a dot.
  return CERTIFICATE_TIMES.get(code)?.replace(/\.$/, '') ?? CERTIFICATES.get(code) ?? UNKNOWN_AUTHORITY;
}

const CERTIFICATES: ReadonlyMap<string, string> = new Map([
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'has a certificate for another name: --base-url must name the host that it is for',
  ],
]);
const UNKNOWN_AUTHORITY =
  'has a certificate that does not hold: correct --base-url, or name the file of its authority in NODE_EXTRA_CA_CERTS';

const NO_ROUTE = 'cannot be reached from this machine: there is no route to it';
const SILENT = `did not answer within ${seconds(CREDENTIALS_TIMEOUT_MS)}: correct --base-url, or try again later`;

const FAULTS: ReadonlyMap<string, string> = new Map([
  ['EHOSTUNREACH', NO_ROUTE],
  ['ENETUNREACH', NO_ROUTE],
  ['HTTPParserError', 'does not answer in HTTP: correct the port of --base-url, or write it with https'],
  ['TimeoutError', SILENT],
]);

const FAULT_TYPES: ReadonlyMap<string, string> = new Map([
  ['no_json', 'answered, but not with JSON as the API of a carrier does: correct --base-url'],
  ['not_resolved', 'has no IPv4 address: correct --base-url, or the DNS of this machine'],
  ['connection_refused', 'refused the connection: correct --base-url, or open the way there'],
  [
    'target_silent',
    `cannot be reached within ${seconds(API_CONNECT_TIMEOUT_MS)}: correct --base-url, or open the way there`,
  ],
]);
