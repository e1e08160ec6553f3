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

const PROGRAM = join(__dirname, '../../node_modules/openapi-typescript/bin/cli.js');

/** TypeScript types of both documents as one client: what both describe alike stands there once. */
export async function apiTypes(api: OpenApiParts, consoleApi: OpenApiParts): Promise<string> {
  const code = await typesOf(merged(api, renamed(consoleApi, api.components)));
  const withoutDescriptions = code.replace(/^[ \t]*\/\*\*[^]*?\*\/\n/gm, '').trimStart();
  return `// Made from openapi.yaml and web/api/console.yaml by \`npm run openapi\`.\n${withoutDescriptions}`;
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
