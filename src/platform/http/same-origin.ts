import type { RequestHandler } from 'express';

/** 403 without a body for a request that a page of another origin caused (DNS rebinding). */
export function sameOrigin(publicUrl: string | null): RequestHandler {
  return (request, response, next) => {
    const { origin, host } = request.headers;
    const own = [`${request.protocol}://${host ?? ''}`, publicUrl];
    if (origin === undefined || own.includes(origin)) next();
    else response.status(403).end();
  };
}
