import type { LateProblems, ServiceRequest } from '../../platform/http/request-context';
import type { FieldProblem } from '../../platform/kernel/domain-error';
import { defaultOf } from '../../platform/kernel/field-table';
import { camelCased } from '../../platform/kernel/snake-case';
import { type NewTool, type ToolPatch, ToolProblems } from '../application/tool-problems';
import { functionProblems, otherKindProblems } from '../domain/tool-checks';
import { TABLE_SETTINGS, TOOL_FIELDS } from '../domain/tool-fields';
import type { ToolKind, ToolSettings } from '../domain/tool';
import type { ChangeToolRequest, CreateToolRequest, TryToolRequest } from './tool.requests';

type Body = CreateToolRequest | ChangeToolRequest;

export function newToolOf(body: CreateToolRequest): NewTool {
  const { kind, name, headers = [] } = body;
  const defaults = Object.fromEntries(TABLE_SETTINGS.map((field) => [field, defaultOf(TOOL_FIELDS[field])]));
  const empty = { mockResult: null, parameters: null, fixedArguments: {} };
  const settings = { ...defaults, ...empty, ...settingsOf(body) } as unknown as ToolSettings;
  return { kind, name, settings, headers, sent: sentIn(body) };
}

export function toolPatchOf(body: ChangeToolRequest): ToolPatch {
  const headers = body.headers?.map(({ name, value }) =>
    typeof value === 'string' ? { name, value } : { name },
  );
  return { name: body.name, settings: settingsOf(body), headers, sent: sentIn(body) };
}

/** The settings that were sent. */
function settingsOf(body: Body): Partial<ToolSettings> {
  const table = camelCased<Record<(typeof TABLE_SETTINGS)[number], unknown>>(body, TABLE_SETTINGS);
  const { url, mock_result: mockResult, parameters, fixed_arguments: fixedArguments } = body;
  const all = { ...table, url, mockResult, parameters, fixedArguments };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function sentIn(body: Body): string[] {
  return Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** The body without fields that have problems of their own, and the names of these. */
export function rightPart<T extends object>(body: T, known: readonly FieldProblem[]) {
  const wrong = new Set(known.map(({ field }) => field.split(/[.[]/u, 1)[0] ?? ''));
  const right = Object.fromEntries(Object.entries(body).filter(([name]) => !wrong.has(name)));
  return { right: right as T, wrong };
}

export const newToolProblems: LateProblems = (find, { body }, known) => {
  const { right, wrong } = rightPart(body as CreateToolRequest, known);
  return find(ToolProblems).ofNew(newToolOf(right), wrong);
};

export const changedToolProblems: LateProblems = (find, request, known) => {
  const { right, wrong } = rightPart(request.body as ChangeToolRequest, known);
  const problems = find(ToolProblems);
  return problems.ofStored(...storedTool(request), (tool) =>
    problems.ofChange(tool, toolPatchOf(right), wrong),
  );
};

export const tryProblems: LateProblems = (find, request, known) => {
  const { right } = rightPart((request.body ?? {}) as TryToolRequest, known);
  return find(ToolProblems).ofStored(...storedTool(request), (tool) =>
    functionProblems(tool, right.function),
  );
};

export const problemsOfKind =
  (wanted: ToolKind): LateProblems =>
  (find, request) =>
    find(ToolProblems).ofStored(...storedTool(request), (tool) => otherKindProblems(tool, wanted));

function storedTool({ principal, parameters }: ServiceRequest): [accountId: string, id: string] {
  return [principal?.accountId ?? '', parameters?.['id'] ?? ''];
}
