import type { Request, RequestHandler } from 'express';

/** Reads the proxy's headers if TRUST_PROXY lists the proxy; null: not a host name. */
export function originOf({ protocol, host }: Pick<Request, 'protocol' | 'host'>): URL | null {
  const origin = `${protocol}://${host}`;
  return URL.canParse(origin) ? new URL(origin) : null;
}

/** 403 without a body for a request that a page of another origin caused (DNS rebinding). */
export function sameOrigin(publicUrl: string | null): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    const own = [originOf(request)?.origin, publicUrl];
    if (origin === undefined || own.includes(origin)) next();
    else response.status(403).end();
  };
}
