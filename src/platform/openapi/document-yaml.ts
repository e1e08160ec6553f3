import type { OpenAPIObject } from '@nestjs/swagger';
import { toYaml } from './yaml';

/** References to what many operations have, with the name that stands for it elsewhere. */
const SHARED = /^#\/components\/responses\/([\w-]+)$/;

const EVENT_ID = '#/components/parameters/webhook-id';

/** The document as it is served and committed in YAML. */
export function documentYaml(document: OpenAPIObject): string {
  return toYaml(document, { isDense: isExample, anchorOf });
}

function isExample(key: string, value: object): boolean {
  return key === 'example' || key === 'value' || (key === 'examples' && Array.isArray(value));
}

/**
 * Nearly every operation has the same headers and errors, and every event the same headers: `headers: *RateLimit-headers`,
 * `{$ref: *Forbidden}`.
 */
function anchorOf(key: string, value: unknown): string | undefined {
  if (key === '$ref') return typeof value === 'string' ? SHARED.exec(value)?.[1] : undefined;
  if (key === 'parameters' && JSON.stringify(value).includes(EVENT_ID)) return 'event-headers';
  if (key !== 'headers' || typeof value !== 'object' || value === null) return undefined;
  const names = Object.keys(value);
  return names.length > 1 ? `${names.at(-1) ?? ''}-headers` : undefined;
}
