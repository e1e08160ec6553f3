import type { SwaggerCustomOptions } from '@nestjs/swagger';
import type { RequestHandler } from 'express';

declare const sessionStorage: {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
};

interface PageRequest {
  url: string;
  body?: unknown;
}
interface PageAnswer {
  readonly text?: string;
}

export const PAGE_OPTIONS: SwaggerCustomOptions['swaggerOptions'] = {
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  requestInterceptor: withIdsOfThisPage,
  responseInterceptor: rememberIds,
};

/** Runs in the browser, without outside references. Stores the newest id of each kind in responses, for this tab. */
function rememberIds(answer: PageAnswer): PageAnswer {
  try {
    const shown = JSON.parse(answer.text ?? '') as {
      id?: string;
      event_id?: string;
      data?: { id?: string }[];
    };
    for (const id of [shown.data?.[0]?.id, shown.event_id, shown.id])
      if (id) sessionStorage.setItem(`aics:${id.split('_')[0] ?? ''}`, id);
  } catch {
    // Not JSON, or nothing to remember.
  }
  return answer;
}

/** Runs in the browser. Replaces example ids by the newest ones of their kind. */
function withIdsOfThisPage(request: PageRequest): PageRequest {
  const fill = (text: string) =>
    text.replace(
      /\b(agent|call|batch|hcall|csl|evt)_01kaf[56][0-9a-z]{20}\b/g,
      (example, kind: string) => sessionStorage.getItem(`aics:${kind}`) ?? example,
    );
  request.url = fill(request.url);
  if (typeof request.body === 'string') request.body = fill(request.body);
  return request;
}

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
