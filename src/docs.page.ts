import type { SwaggerCustomOptions } from '@nestjs/swagger';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Provided by the browser. */
declare const sessionStorage: {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
};

/** The parts of a request and an answer that the page's scripts see. */
interface PageRequest {
  url: string;
  body?: unknown;
}
interface PageAnswer {
  readonly text?: string;
}

/** Options of the Swagger page, which loads nothing from other origins. */
export const PAGE_OPTIONS: SwaggerCustomOptions['swaggerOptions'] = {
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  requestInterceptor: withIdsOfThisPage,
  responseInterceptor: rememberIds,
};

/**
 * Runs in the browser, so it refers to nothing outside itself. Remembers the newest id of each kind in answers, for
 * this tab.
 */
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

/** Runs in the browser. Replaces ids of the document's examples by the newest ones of their kind. */
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

/** Common headers of pages and files. TLS, and so HSTS, belongs to the proxy in front. */
const COMMON = {
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
} as const;

/** Headers of the Swagger page: own scripts and styles, requests to its own origin, no framing. */
export const PAGE_HEADERS = helmet({
  ...COMMON,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Swagger UI uses style attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      mediaSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
});

/** Headers of invitations and recordings: no scripts. Pages of other origins may play recordings. */
export const FILE_HEADERS = helmet({
  ...COMMON,
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
});

/** Paths below /docs that are generated from the whole document. */
const MADE = new Set(['/openapi.json', '/openapi.yaml', '/swagger-ui-init.js']);

/** Caches the answers generated from the document, because anybody may request them at any rate. */
export function keepMade(): RequestHandler {
  const kept = new Map<string, { readonly type: string; readonly bytes: Buffer }>();
  return (request, response, next) => {
    const { path } = request;
    const known = kept.get(path);
    if (known) {
      response.type(known.type).send(known.bytes);
      return;
    }
    if (MADE.has(path)) {
      const send = response.send.bind(response);
      response.send = (body: string) => {
        const type = `${response.get('Content-Type')?.split(';')[0] ?? 'text/plain'}; charset=utf-8`;
        const bytes = Buffer.from(body);
        kept.set(path, { type, bytes });
        return send.call(response.type(type), bytes);
      };
    }
    next();
  };
}
