import { parseAddress } from './ip-address';

/** Names that are internal whatever a resolver answers: `localhost`, `*.localhost`, `*.local`, `*.internal`. */
export function isInsideName(hostname: string): boolean {
  return /(^|\.)localhost$|\.local$|\.internal$/.test(hostname);
}

/** The problem with a plain http URL when the operator did not allow http. */
export function schemeProblem(url: URL, allowHttp: boolean): string | undefined {
  return url.protocol === 'https:' || allowHttp
    ? undefined
    : 'must begin with https:// (http is not allowed here)';
}

/**
 * The host to check and connect to: `URL.hostname` (normalized IDNA, decimal and hex addresses) without brackets and
 * without the trailing dot of a fully qualified name.
 */
export function hostOf(url: URL): string {
  const { hostname } = url;
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/(?<!\.)\.+$/, '');
}

/** Origin to connect to, without the trailing dot of a fully qualified name, which certificates do not contain. */
export function originOf(url: URL): string {
  const host = hostOf(url);
  const shown = isAddress(host) && host.includes(':') ? `[${host}]` : host;
  return `${url.protocol}//${shown}${url.port === '' ? '' : `:${url.port}`}`;
}

/** Whether the host is a literal address, which is not resolved. */
export function isAddress(host: string): boolean {
  return parseAddress(host) !== undefined;
}
