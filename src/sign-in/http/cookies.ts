import type { Response } from 'express';
import type { ServiceRequest } from '../../platform/http/request-context';
import { originOf } from '../../platform/http/same-origin';
import { KNOWN_FOR_MS } from '../application/known-browsers';
import { SESSION_AGES } from '../domain/session';

export type CookieName = 'session' | 'browser';

const AGES_MS: Readonly<Record<CookieName, number>> = {
  session: SESSION_AGES.wholeMs,
  browser: KNOWN_FOR_MS,
};

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ['https:', '443'],
  ['http:', '80'],
]);

/** Cookies ignore ports, hence the port in the name. Browsers drop Secure cookies over plain http, hence two names. */
function nameOf(name: CookieName, request: ServiceRequest, publicUrl: string | null): string {
  const origin = publicUrl === null ? originOf(request) : new URL(publicUrl);
  const port = origin && (origin.port === '' ? DEFAULT_PORTS.get(origin.protocol) : origin.port);
  return `${request.secure ? '__Host-' : ''}aics-${port ?? '0'}${name === 'browser' ? '-known' : ''}`;
}

export function readCookie(
  name: CookieName,
  request: ServiceRequest,
  publicUrl: string | null,
): string | null {
  const wanted = `${nameOf(name, request, publicUrl)}=`;
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const pair = part.trim();
    if (pair.startsWith(wanted)) return pair.slice(wanted.length);
  }
  return null;
}

/** Writes a cookie for its whole age; null removes it. */
export function writeCookie(
  name: CookieName,
  value: string | null,
  to: { readonly request: ServiceRequest; readonly response: Response; readonly publicUrl: string | null },
): void {
  const parts = [
    `${nameOf(name, to.request, to.publicUrl)}=${value ?? ''}`,
    `Max-Age=${value === null ? 0 : AGES_MS[name] / 1_000}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(to.request.secure ? ['Secure'] : []),
  ];
  to.response.append('Set-Cookie', parts.join('; '));
}
