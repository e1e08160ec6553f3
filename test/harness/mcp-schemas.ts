import { TOOLS } from '../../src/mcp/application/tool-table';

type Node = Record<string, unknown>;

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Node[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: unknown } } };
}

interface Documented {
  readonly paths: Record<string, Record<string, Operation>>;
}

/** JSON Schemas of the bodies and queries that tools of the MCP server take, by operation, without references. */
export function mcpSchemas(document: Documented): string {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const names = [...new Set(TOOLS.flatMap(({ operation }) => operation ?? []))].sort();
  const schemas = names.map((name) => {
    const operation = operations.find(({ operationId }) => operationId === name);
    if (!operation) throw new Error(`the document has no operation ${name}`);
    return [name, resolved(schemaOf(operation, document), document)];
  });
  return `${JSON.stringify(Object.fromEntries(schemas), null, 1)}\n`;
}

function schemaOf({ requestBody, parameters = [] }: Operation, document: Documented): unknown {
  if (requestBody) return requestBody.content['application/json'].schema;
  const query = parameters
    .map((parameter) => resolved(parameter, document) as Node & { readonly name: string })
    .filter((parameter) => parameter['in'] === 'query');
  const properties = query.map(({ name, description, schema }) => [
    name,
    { ...(schema as Node), description },
  ]);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

function resolved(part: unknown, document: object): unknown {
  if (Array.isArray(part)) return part.map((each) => resolved(each, document));
  if (typeof part !== 'object' || part === null) return part;
  const reference = (part as Node)['$ref'];
  if (typeof reference !== 'string') {
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolved(value, document)]));
  }
  const names = reference.slice('#/'.length).split('/');
  return resolved(
    names.reduce<unknown>((from, name) => (from as Node)[name], document),
    document,
  );
}
