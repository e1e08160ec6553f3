import type { SwaggerCustomOptions } from '@nestjs/swagger';

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
    // The response is no JSON, or the browser stores nothing.
  }
  return answer;
}

/**
 * Runs in the browser, without outside references. Replaces the document's example ids, all of which begin with `01kaf5` or
 * `01kaf6`, by the newest ones of their kind.
 */
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
