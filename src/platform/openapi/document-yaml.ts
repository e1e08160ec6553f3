import type { OpenAPIObject } from '@nestjs/swagger';
import { toYaml } from './yaml';

/** References to what many operations have, with the name that stands for it elsewhere. */
const SHARED = /^#\/components\/(?:responses\/([\w-]+)|schemas\/(Error))$/;

/** Ids of examples, which are about the same few things. */
const EXAMPLE_ID = /^([a-z]+)_01kaf[0-9a-z]{21}$/;

const EVENT_ID = '#/components/parameters/webhook-id';

/** The document as it is served and committed in YAML. */
export function documentYaml(document: OpenAPIObject): string {
  return toYaml(document, { layoutOf, anchorOf });
}

/** Operations look alike however short they are, and examples are read as a whole. */
function layoutOf(key: string, value: object): 'flow' | 'block' | undefined {
  if (key === 'example' || key === 'value' || (key === 'examples' && Array.isArray(value))) return 'flow';
  return 'operationId' in value || key === 'responses' ? 'block' : undefined;
}

/**
 * Nearly every operation has the same headers and errors, and every event the same headers: `headers: *RateLimit`,
 * `{$ref: *Forbidden}`. The examples are about the same agent and the same call: `agent_id: *agent`.
 */
function anchorOf(key: string, value: unknown): string | undefined {
  if (typeof value === 'string') {
    const shared = key === '$ref' ? SHARED.exec(value) : EXAMPLE_ID.exec(value);
    return shared?.slice(1).find(Boolean);
  }
  if (key === 'parameters' && JSON.stringify(value).includes(EVENT_ID)) return 'event';
  if (key !== 'headers' || typeof value !== 'object' || value === null) return undefined;
  const names = Object.keys(value);
  return names.length > 1 ? names.at(-1) : undefined;
}
