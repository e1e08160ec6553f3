import { parseAddress } from './ip-address';

/** Internal whatever a resolver returns: `localhost`, `*.localhost`, `*.local`, `*.internal`. */
export function isInsideName(hostname: string): boolean {
  return /(^|\.)localhost$|\.local$|\.internal$/.test(hostname);
}

export function schemeProblem(url: URL, allowHttp: boolean): string | undefined {
  return url.protocol === 'https:' || allowHttp
    ? undefined
    : 'must begin with https:// (http is not allowed here)';
}

/** `URL.hostname` (normalized) without brackets and without the trailing dot of a fully qualified name. */
export function hostOf(url: URL): string {
  const { hostname } = url;
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/(?<!\.)\.+$/, '');
}

/** Without the trailing dot of a fully qualified name, which certificates do not contain. */
export function originOf(url: URL): string {
  const host = hostOf(url);
  const shown = isAddress(host) && host.includes(':') ? `[${host}]` : host;
  return `${url.protocol}//${shown}${url.port === '' ? '' : `:${url.port}`}`;
}

export function isAddress(host: string): boolean {
  return parseAddress(host) !== undefined;
}
