import { AiCalling } from '../../sdk/src/client.ts';
import type { ClientOptions } from '../../sdk/src/options.ts';

export type Reply = Response | Error | 'silence';

interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** A client whose requests get the replies of a list, one after another; the last one for good. */
export function clientWith(replies: readonly Reply[], options: ClientOptions = {}) {
  const sent: SentRequest[] = [];
  const fake = (url: string, init: RequestInit): Promise<Response> => {
    const reply = replies[Math.min(sent.length, replies.length - 1)] ?? 'silence';
    sent.push({
      url,
      method: init.method ?? '',
      headers: new Headers(init.headers),
      body: init.body as string | undefined,
    });
    if (reply instanceof Response) return Promise.resolve(reply.clone());
    if (reply instanceof Error) return Promise.reject(reply);
    return new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
  const client = new AiCalling({
    apiKey: 'key_1',
    baseUrl: 'http://service',
    fetch: fake as typeof fetch,
    ...options,
  });
  return { client, sent };
}

export function ok(body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { headers: { 'X-Request-Id': 'req_1', ...headers } });
}

export function refused(
  status: number,
  code: string,
  extra: { details?: object; retryAfter?: string } = {},
): Response {
  const error = {
    code,
    message: `It is ${code}.`,
    request_id: 'req_2',
    ...(extra.details && { details: extra.details }),
  };
  const headers = extra.retryAfter === undefined ? undefined : { 'Retry-After': extra.retryAfter };
  return new Response(JSON.stringify({ error }), { status, ...(headers && { headers }) });
}

export function ofProxy(status: number): Response {
  return new Response(`<html>${'x'.repeat(500)}</html>`, { status });
}
