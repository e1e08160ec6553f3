import type { AttemptKind } from '../domain/delivery';
import { own } from '../../platform/kernel/own';
import { RefusedAddress } from '../../platform/outbound/address-guard';
import { AnswerTooLarge } from '../../platform/outbound/connections';
import { failureCodeOf } from '../../platform/outbound/failure-code';

export class AttemptTimeout extends Error {
  override readonly name = 'AttemptTimeout';
}

/** A label for metrics and a message for the client. */
export interface Failure {
  readonly kind: AttemptKind;
  readonly message: string;
}

const TLS_MESSAGES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The TLS certificate has expired.',
  CERT_NOT_YET_VALID: 'The TLS certificate is not valid yet.',
  CERT_REVOKED: 'The TLS certificate was revoked.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'The TLS certificate was issued by an authority that is not trusted (its root is self-signed).',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate is for another host name.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The TLS certificate was issued by an unknown authority, or the endpoint does not send its intermediate certificates.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The TLS certificate was issued by an unknown authority.',
  UNABLE_TO_GET_ISSUER_CERT: 'The TLS certificate was issued by an unknown authority.',
  INVALID_PURPOSE: 'The TLS certificate is not one for servers.',
  CERT_SIGNATURE_FAILURE: 'The signature of the TLS certificate is wrong.',
};

const CONNECTION_MESSAGES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name does not resolve.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was reset before an answer came.',
  EPIPE: 'The connection was closed before the request was sent.',
  UND_ERR_SOCKET: 'The connection was closed before an answer came.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network of the host cannot be reached.',
  EADDRNOTAVAIL: 'The address cannot be connected to.',
  ETIMEDOUT: 'The connection could not be made in time.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection could not be made in time.',
};

const ENDLESS = 'The answer did not come to an end of its headers.';
const HEADERS_TOO_LARGE = 'The headers of the answer have more than 16 KiB.';

/** Connection errors show only their code: no address and no secret. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AttemptTimeout) return { kind: 'timeout', message: error.message };
  if (error instanceof RefusedAddress) return { kind: 'refused_address', message: error.message };
  if (error instanceof AnswerTooLarge) return { kind: 'malformed', message: ENDLESS };
  const code = failureCodeOf(error);
  const tls = own(TLS_MESSAGES, code);
  if (tls !== undefined) return { kind: 'tls', message: tls };
  const connection = own(CONNECTION_MESSAGES, code);
  if (connection !== undefined) return { kind: 'connection', message: connection };
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { kind: 'malformed', message: HEADERS_TOO_LARGE };
  // The parser's errors do not always have a code.
  const isMalformed = error instanceof Error && error.name === 'HTTPParserError';
  if (isMalformed || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return { kind: 'malformed', message: 'The answer is not well-formed HTTP.' };
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return { kind: 'tls', message: `TLS failed: the endpoint does not speak it as we do (${code}).` };
  }
  return { kind: 'connection', message: `The connection failed (${code}).` };
}

export function statusMessage(status: number): string | null {
  if (status >= 200 && status <= 299) return null;
  const redirect = status >= 300 && status <= 399 && status !== 304;
  return redirect
    ? `The endpoint answered with status ${status}; redirects are not followed.`
    : `The endpoint answered with status ${status}.`;
}
