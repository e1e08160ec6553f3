import type { OpenAPIObject } from '@nestjs/swagger';
import { CONSOLE } from '../http/page-files';

export type Audience = 'clients' | 'console';

/** The paths of one audience and their schemas. Changes the document; call it before anything was added. */
export function partFor(audience: Audience, document: OpenAPIObject): OpenAPIObject {
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(
      ([path]) => path.startsWith(`${CONSOLE}/`) === (audience === 'console'),
    ),
  );
  const schemas = document.components?.schemas ?? {};
  const byName = new Map(Object.entries(schemas));
  const needed = namesIn(paths);
  // The set grows during the loop: schemas refer to others.
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
