import { defaultOf } from '../../platform/kernel/field-table';
import { camelCased } from '../../platform/kernel/snake-case';
import type { NewTool, ToolPatch } from '../application/tool-editor';
import { TABLE_SETTINGS, TOOL_FIELDS } from '../domain/tool-fields';
import type { ToolSettings } from '../domain/tool';
import type { ChangeToolRequest, CreateToolRequest } from './tool.requests';

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

/** What was sent. */
function settingsOf(body: Body): Partial<ToolSettings> {
  const table = camelCased<Record<(typeof TABLE_SETTINGS)[number], unknown>>(body, TABLE_SETTINGS);
  const { url, mock_result: mockResult, parameters, fixed_arguments: fixedArguments } = body;
  const all = { ...table, url, mockResult, parameters, fixedArguments };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function sentIn(body: Body): string[] {
  return Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}
