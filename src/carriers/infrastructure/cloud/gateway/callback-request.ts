import type { IncomingMessage } from 'node:http';
import { boundedBytes } from '../../../../platform/kernel/async/bounded-bytes';

/** Callbacks are some hundred bytes. */
const MAX_BODY_BYTES = 65_536;
const PATH = /^\/telephony\/([a-z]{1,16})\/([\w-]{43})\/([a-z]{1,16})$/;
const MAX_QUERY_LENGTH = 8_192;

export interface CallbackRequest {
  readonly kind: string;
  readonly token: string;
  readonly callbackKind: string;
  readonly address: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly path: string;
  readonly query: string;
}

/** null: no such path. */
export function callbackOf(request: IncomingMessage): CallbackRequest | null {
  const path = request.url ?? '';
  const [pathname = '', ...rest] = path.split('?');
  const query = rest.join('?');
  const [, kind, token, callbackKind] = PATH.exec(pathname) ?? [];
  if (kind === undefined || token === undefined || callbackKind === undefined) return null;
  if (query.length > MAX_QUERY_LENGTH) return null;
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return { kind, token, callbackKind, address, headers: new Map(headers), path, query };
}

/** null: too long. */
export async function bodyOf(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return null;
  return (await boundedBytes(request, MAX_BODY_BYTES))?.toString('utf8') ?? null;
}
