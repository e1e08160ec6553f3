import type { SwaggerCustomOptions } from '@nestjs/swagger';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** The browser's. */
declare const sessionStorage: {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
};

/** What the page's scripts see of a request and of an answer. */
interface PageRequest {
  url: string;
  body?: unknown;
}
interface PageAnswer {
  readonly text?: string;
}

/** Options of the Swagger page. Its scripts are its own: no other origin is asked for anything. */
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
 * Runs in the browser, so it refers to nothing outside itself: keeps the newest id of each kind that an answer showed, for
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
    // No JSON, or nothing that is kept.
  }
  return answer;
}

/** Runs in the browser: where an id is still the document's example, the newest one of its kind goes out instead. */
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

/** What every page and file for people is sent with. TLS, and so HSTS, is the business of whoever ends it. */
const COMMON = {
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
} as const;

/** Headers of the Swagger page: its own scripts and styles, requests to its own origin, in nobody's frame. */
export const PAGE_HEADERS = helmet({
  ...COMMON,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Swagger UI styles its elements in place.
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

/** Headers of invitations and recordings: nothing runs. A page of another origin may play a recording. */
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

/** What is made from the whole document, below /docs. */
const MADE = new Set(['/openapi.json', '/openapi.yaml', '/swagger-ui-init.js']);

/** Answers with the document are made once, then sent as the same bytes: anybody may ask for them, as often as they like. */
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
