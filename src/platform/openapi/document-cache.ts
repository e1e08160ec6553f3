import type { RequestHandler } from 'express';

const GENERATED = new Set(['/openapi.json', '/openapi.yaml', '/swagger-ui-init.js']);

/** Caches the generated documents: no limit bounds their requests. */
export function cacheDocuments(): RequestHandler {
  const cache = new Map<string, { readonly type: string; readonly bytes: Buffer }>();
  return (request, response, next) => {
    const { path } = request;
    const known = cache.get(path);
    if (known) {
      response.type(known.type).send(known.bytes);
      return;
    }
    if (GENERATED.has(path)) {
      const send = response.send.bind(response);
      response.send = (body: string) => {
        const type = `${response.get('Content-Type')?.split(';')[0] ?? 'text/plain'}; charset=utf-8`;
        const bytes = Buffer.from(body);
        cache.set(path, { type, bytes });
        return send.call(response.type(type), bytes);
      };
    }
    next();
  };
}
