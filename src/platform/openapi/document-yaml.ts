import type { OpenAPIObject } from '@nestjs/swagger';
import { toYaml } from './yaml';

const RESPONSE = '#/components/responses/';

/** The document as it is served and committed in YAML. */
export function documentYaml(document: OpenAPIObject): string {
  return toYaml(document, { isDense: isExample, anchorOf: anchorOfAnswer });
}

function isExample(key: string, value: object): boolean {
  return key === 'example' || key === 'value' || (key === 'examples' && Array.isArray(value));
}

/** Nearly every operation has the same headers and errors: `headers: *RateLimit`, `'401': *Unauthorized`. */
function anchorOfAnswer(key: string, value: object): string | undefined {
  if (key === 'headers') {
    const isShared = Object.values(value as Record<string, unknown>).every(isReference);
    return isShared ? Object.keys(value).at(-1) : undefined;
  }
  if (!isReference(value) || !value.$ref.startsWith(RESPONSE)) return undefined;
  return value.$ref.slice(RESPONSE.length);
}

function isReference(value: unknown): value is { readonly $ref: string } {
  return typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string';
}
