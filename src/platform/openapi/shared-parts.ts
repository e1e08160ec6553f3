import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  parameters?: Json[];
  responses: Record<string, Json>;
}

/** Makes components of repeated parameters and of answers with a name in `names`. Changes the document. */
export function shareParts(document: OpenAPIObject, names: ReadonlyMap<object, string>): OpenAPIObject {
  const parameters = new SharedParts('parameters');
  const responses = new SharedParts('responses');
  const all = operationsOf(document);
  for (const [path, operation] of all) {
    for (const parameter of operation.parameters ?? []) parameters.count(parameter, nameOf(parameter, path));
    for (const response of Object.values(operation.responses)) responses.count(response, names.get(response));
  }
  for (const [, operation] of all) {
    if (operation.parameters) operation.parameters = operation.parameters.map((part) => parameters.of(part));
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).map(([status, part]) => [status, responses.of(part)]),
    );
  }
  const components: object = { parameters: parameters.components, responses: responses.components };
  return { ...document, components: { ...document.components, ...components } };
}

function operationsOf(document: OpenAPIObject): (readonly [path: string, operation: Operation])[] {
  const { paths, webhooks = {} } = document as OpenAPIObject & { webhooks?: OpenAPIObject['paths'] };
  return [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([path, item]) =>
    Object.values(item as Record<string, Operation>).map((operation) => [path, operation] as const),
  );
}

/** A parameter of a path gets the name of what it identifies: agents.id. */
function nameOf(parameter: Json, path: string): string {
  const name = String(parameter['name']);
  if (parameter['in'] !== 'path') return name;
  const parts = path.split('/');
  return [parts[parts.indexOf(`{${name}}`) - 1], name].join('.');
}

/** A part that is used once stays, and so does one whose name another part has. */
class SharedParts {
  readonly #uses = new Map<string, { readonly name: string; readonly part: Json; count: number }>();
  readonly #names = new Map<string, string>();

  constructor(private readonly kind: 'parameters' | 'responses') {}

  count(part: Json, name: string | undefined): void {
    if (name === undefined) return;
    const text = JSON.stringify(part);
    const use = this.#uses.get(text) ?? { name, part, count: 0 };
    use.count++;
    this.#uses.set(text, use);
    if (use.count === 2 && !this.#names.has(name)) this.#names.set(name, text);
  }

  of(part: Json): Json {
    const text = JSON.stringify(part);
    const name = this.#uses.get(text)?.name;
    if (name === undefined || this.#names.get(name) !== text) return part;
    return { $ref: `#/components/${this.kind}/${name}` };
  }

  get components(): Record<string, Json> {
    const named = [...this.#names].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(named.map(([name, text]) => [name, this.#uses.get(text)?.part ?? {}]));
  }
}
