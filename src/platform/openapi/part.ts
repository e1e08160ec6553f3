import type { OpenAPIObject } from '@nestjs/swagger';
import { CONSOLE } from '../http/page-files';

/** Whom a document is for: clients with keys, or the console's page. */
export type Audience = 'clients' | 'console';

/** The paths of one audience, and the schemas that they need. Changes the document, before anything was added to it. */
export function partFor(audience: Audience, document: OpenAPIObject): OpenAPIObject {
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(
      ([path]) => path.startsWith(`${CONSOLE}/`) === (audience === 'console'),
    ),
  );
  const schemas = document.components?.schemas ?? {};
  const byName = new Map(Object.entries(schemas));
  const needed = namesIn(paths);
  // The set grows while it is walked: schemas name others.
  for (const name of needed) for (const inner of namesIn(byName.get(name))) needed.add(inner);
  return {
    ...document,
    paths,
    components: {
      ...document.components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => needed.has(name))),
    },
  };
}

function namesIn(part: unknown): Set<string> {
  const references = JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  return new Set([...references].map(([, name = '']) => name));
}
