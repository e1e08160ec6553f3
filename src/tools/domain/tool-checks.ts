import type { FieldProblem } from '../../platform/kernel/domain-error';
import { plainUrl, templateProblem } from './url-template';
import { propertyNames, requiredNames } from './parameters';
import type { ToolKind, ToolSettings } from './tool';

const MAX_MCP_NAME_LENGTH = 20;
const HTTP_FIELDS = ['method', 'send', 'parameters', 'fixed_arguments', 'when', 'provides', 'offline'];
const MCP_FIELDS = ['allowed_tools'];

/** Fields of the other kind. */
export function kindProblems(kind: ToolKind, sent: readonly string[]): FieldProblem[] {
  const other = kind === 'http' ? MCP_FIELDS : HTTP_FIELDS;
  return sent
    .filter((field) => other.includes(field))
    .map((field) => ({ field, message: `is for tools of the kind ${kind === 'http' ? 'mcp' : 'http'}` }));
}

/** What several fields of a whole tool mean together. */
export function toolProblems(kind: ToolKind, name: string, settings: ToolSettings): FieldProblem[] {
  if (kind === 'mcp') {
    return name.length > MAX_MCP_NAME_LENGTH
      ? [{ field: 'name', message: `must have at most ${MAX_MCP_NAME_LENGTH} characters for the kind mcp` }]
      : [];
  }
  const { description, url, parameters, fixedArguments, when, effect, provides, offline } = settings;
  const problems: FieldProblem[] = [];
  const add = (field: string, message: string) => problems.push({ field, message });
  if (description === null) add('description', 'is required for the kind http');
  const required = requiredNames(parameters);
  const inUrl = templateProblem(url, new Set([...required, ...Object.keys(fixedArguments)]));
  if (inUrl !== undefined) add('url', inUrl);
  const properties = propertyNames(parameters);
  for (const fixed of Object.keys(fixedArguments)) {
    if (properties.includes(fixed)) add(`fixed_arguments.${fixed}`, 'must not be one of the parameters');
  }
  if (when === 'before' && effect !== 'read') add('when', 'may be before only with effect read');
  if (when === 'before' && required.length > 0) add('when', 'may be before only without required parameters');
  if (provides.length > 0 && when !== 'before') add('provides', 'is only for tools with when before');
  if (offline && required.length > 0) add('offline', 'is only for tools without required parameters');
  return problems;
}

export function sameOrigin(one: string, other: string): boolean {
  return new URL(plainUrl(one)).origin === new URL(plainUrl(other)).origin;
}
