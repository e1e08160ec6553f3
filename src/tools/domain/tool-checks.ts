import type { FieldProblem } from '../../platform/kernel/domain-error';
import { plainUrl, templateProblem } from './url-template';
import { propertyNames, requiredNames } from './parameters';
import type { ToolKind, ToolSettings } from './tool';

const MAX_MCP_NAME_LENGTH = 20;
const HTTP_FIELDS = ['method', 'send', 'parameters', 'fixed_arguments', 'when', 'provides', 'offline'];
const MCP_FIELDS = ['allowed_tools'];
const NO_FIELDS: ReadonlySet<string> = new Set();

/** Fields of the other kind. */
export function kindProblems(kind: ToolKind, sent: readonly string[]): FieldProblem[] {
  const other = kind === 'http' ? MCP_FIELDS : HTTP_FIELDS;
  return sent
    .filter((field) => other.includes(field))
    .map((field) => ({ field, message: `is for tools of the kind ${kind === 'http' ? 'mcp' : 'http'}` }));
}

/**
 * Problems of fields that depend on each other in a whole tool, at most one for each field.
 * @param wrong fields with a problem of their own: what depends on them is not judged
 */
export function toolProblems(
  kind: ToolKind,
  name: string,
  settings: ToolSettings,
  wrong: ReadonlySet<string> = NO_FIELDS,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const refuse = (field: string, message: string, isRefused: boolean, others: readonly string[] = []) => {
    const isKnown = [field.split('.', 1)[0] ?? '', ...others].some((one) => wrong.has(one));
    if (isRefused && !isKnown && !problems.some((one) => one.field === field))
      problems.push({ field, message });
  };
  if (kind === 'mcp') {
    const message = `must have at most ${MAX_MCP_NAME_LENGTH} characters for the kind mcp`;
    if (!wrong.has('name')) refuse('name', message, name.length > MAX_MCP_NAME_LENGTH);
    return problems;
  }
  const { description, parameters, fixedArguments, when, effect, provides, offline } = settings;
  const isBefore = when === 'before';
  const required = requiredNames(parameters);
  refuse('description', 'is required for the kind http', description === null);
  refuse('when', 'may be before only with effect read', isBefore && effect !== 'read', ['effect']);
  const noRequired = 'without required parameters';
  refuse('when', `may be before only ${noRequired}`, isBefore && required.length > 0, ['parameters']);
  refuse('provides', 'is only for tools with when before', provides.length > 0 && !isBefore, ['when']);
  refuse('offline', `is only for tools ${noRequired}`, offline !== null && required.length > 0, [
    'parameters',
  ]);
  const properties = propertyNames(parameters);
  for (const fixed of Object.keys(fixedArguments)) {
    const message = 'must not be one of the parameters';
    refuse(`fixed_arguments.${fixed}`, message, properties.includes(fixed), ['parameters']);
  }
  if (!wrong.has('url')) {
    const inUrl = templateProblem(settings.url, new Set([...required, ...Object.keys(fixedArguments)]));
    refuse('url', inUrl ?? '', inUrl !== undefined, ['parameters', 'fixed_arguments']);
  }
  return problems;
}

/** A tool of one kind alone has the operation. */
export function otherKindProblems({ kind }: { readonly kind: ToolKind }, wanted: ToolKind): FieldProblem[] {
  return kind === wanted ? [] : [{ field: 'id', message: `must be a tool of the kind ${wanted}` }];
}

/** @param called of an MCP server */
export function functionProblems(
  { kind }: { readonly kind: ToolKind },
  called: string | undefined,
): FieldProblem[] {
  if ((kind === 'mcp') === (called !== undefined)) return [];
  const message = kind === 'mcp' ? 'is required for the kind mcp' : 'is for tools of the kind mcp';
  return [{ field: 'function', message }];
}

export function sameOrigin(one: string, other: string): boolean {
  return new URL(plainUrl(one)).origin === new URL(plainUrl(other)).origin;
}
