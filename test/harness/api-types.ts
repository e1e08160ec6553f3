import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

type Components = Record<string, Record<string, unknown>>;

/** As much of an OpenAPI document as merging needs. */
export interface OpenApiParts {
  readonly paths: Record<string, unknown>;
  readonly components: Components;
}

/** The response of all errors. */
const ERROR = { $ref: '#/components/schemas/Error' };
const PROGRAM = join(__dirname, '../../node_modules/openapi-typescript/bin/cli.js');

/**
 * TypeScript types of both documents as one client: what both describe alike stands there once. Errors are left out, as the
 * client reads them all alike, and what only errors and webhooks refer to.
 */
export async function apiTypes(api: OpenApiParts, consoleApi: OpenApiParts): Promise<string> {
  const { paths, components, ...rest } = merged(api, renamed(consoleApi, api.components));
  const answered = withoutErrors(paths) as OpenApiParts['paths'];
  const code = await typesOf({
    ...rest,
    webhooks: {},
    paths: answered,
    components: used(components, [answered, ERROR]),
  } as OpenApiParts);
  const compact = code
    .replace(/^[ \t]*\/\*\*[^]*?\*\/\n/gm, '')
    // Parameters of a path: its operations have them.
    .replace(/^( {4}"[^"]+": \{\n) {8}parameters: \{\};\n/gm, '$1')
    .replace(/content: \{\n +("[^"]+": [^{\n]+);\n +\};\n/g, 'content: { $1 };\n')
    .trimStart();
  return `// Made from openapi.yaml and web/api/console.yaml by \`npm run openapi\`.\n${compact}`;
}

/** TypeScript types of a document, without members that say that something is not there. */
export async function typesOf(document: OpenApiParts): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'api-types-'));
  try {
    const file = join(folder, 'api.json');
    writeFileSync(file, JSON.stringify(document, withoutHeaders));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [PROGRAM, file, '--default-non-nullable=false'],
      { maxBuffer: 1 << 24 },
    );
    return shortened(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Clients read headers from the response itself. */
function withoutHeaders(this: { description?: unknown }, key: string, value: unknown): unknown {
  const isOfResponse = key === 'headers' && typeof this.description === 'string';
  return isOfResponse ? undefined : value;
}

function shortened(code: string): string {
  return code
    .replace(/^ +[\w-]+\?: never;\n/gm, '')
    .replace(/^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm, '')
    .replace(/\{\n +\}/g, '{}')
    .trimStart();
}

/** Operations without responses of 400 and above. */
function withoutErrors(paths: object): object {
  const text = JSON.stringify(paths, (key, value: unknown) =>
    key === 'responses'
      ? Object.fromEntries(Object.entries(value as object).filter(([status]) => Number(status) < 400))
      : value,
  );
  return JSON.parse(text) as object;
}

/** The components that these parts refer to, by others or directly. */
function used(components: Components, parts: object): Components {
  const found = new Set<string>();
  collectReferences(parts, components, found);
  return Object.fromEntries(
    Object.entries(components).map(([kind, named]) => [
      kind,
      Object.fromEntries(Object.entries(named).filter(([name]) => found.has(`#/components/${kind}/${name}`))),
    ]),
  );
}

/** Adds the references below a part of the document, and what these refer to. */
export function collectReferences(part: unknown, components: Components, found: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;
  const reference = (part as { $ref?: unknown }).$ref;
  if (typeof reference !== 'string') {
    for (const each of Object.values(part)) collectReferences(each, components, found);
    return;
  }
  if (found.has(reference)) return;
  found.add(reference);
  const [, , kind = '', name = ''] = reference.split('/');
  collectReferences(components[kind]?.[name], components, found);
}

function merged(one: OpenApiParts, other: OpenApiParts): OpenApiParts {
  const kinds = new Set([...Object.keys(one.components), ...Object.keys(other.components)]);
  const components = Object.fromEntries(
    [...kinds].map((kind) => [kind, { ...one.components[kind], ...other.components[kind] }]),
  );
  return { ...one, paths: { ...one.paths, ...other.paths }, components };
}

/** The document with `Console…` as the name of each component that `taken` has otherwise. */
function renamed(document: OpenApiParts, taken: Components): OpenApiParts {
  const all = Object.entries(document.components).flatMap(([kind, components]) =>
    Object.entries(components).map(([name, component]) => ({
      kind,
      name,
      json: JSON.stringify(component),
      pointer: `"#/components/${kind}/${name}"`,
      other: taken[kind]?.[name],
    })),
  );
  const shared = all.filter(({ other }) => other !== undefined);
  let differing = shared.filter(({ json, other }) => JSON.stringify(other) !== json);
  // A component that refers to one of another meaning has another meaning itself.
  for (let known = -1; known < differing.length;) {
    known = differing.length;
    const pointers = differing.map(({ pointer }) => pointer);
    differing = shared.filter(
      (one) => differing.includes(one) || pointers.some((pointer) => one.json.includes(pointer)),
    );
  }
  const json = differing.reduce(
    (text, { kind, name, pointer }) => text.replaceAll(pointer, `"#/components/${kind}/Console${name}"`),
    JSON.stringify(document),
  );
  const result = JSON.parse(json) as OpenApiParts;
  for (const { kind, name } of differing) {
    const { [name]: component, ...others } = result.components[kind] ?? {};
    result.components[kind] = { ...others, [`Console${name}`]: component };
  }
  return result;
}
