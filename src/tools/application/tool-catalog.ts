import { Injectable } from '@nestjs/common';
import { SCHEDULE_CALLBACK, type ToolSpec } from '../../shared-kernel/tool-use';
import { mergedValues, providedValues, type ProvidedValues } from '../domain/provided';
import { cleanResult } from '../domain/results';
import type { ToolState } from '../domain/tool';
import { ToolRepository } from '../infrastructure/tool.repository';

const CALLBACK_SPEC: ToolSpec = {
  toolId: null,
  name: SCHEDULE_CALLBACK,
  function: null,
  description:
    'Queues a call back to this contact. Use it once the contact has named a day or time; the answer says whether it was queued.',
  parameters: {
    type: 'object',
    properties: {
      at: {
        type: 'string',
        description:
          "When to call: 5 minutes to 30 days ahead, in the contact's local time as 2026-01-31T18:00, or with an offset.",
      },
    },
    required: ['at'],
  },
  speech: { waiting: null, failed: null },
  offline: null,
};

/** An agent's further ones are not requested. */
export const MAX_BEFORE_TOOLS = 3;

/** The tools of agents, for talks. */
@Injectable()
export class ToolCatalog {
  constructor(private readonly tools: ToolRepository) {}

  /** The tools that a talk offers, in the agent's order; tools that are off or requested before the talk are left out. */
  async specsOf(
    accountId: string,
    {
      toolIds,
      builtInTools,
    }: { readonly toolIds: readonly string[]; readonly builtInTools: readonly string[] },
  ): Promise<readonly ToolSpec[]> {
    return offeredTools(await this.tools.ofIds(accountId, toolIds), builtInTools);
  }

  /** Tools that are requested before the talk, in the agent's order. */
  async beforeTools(accountId: string, toolIds: readonly string[]): Promise<readonly ToolState[]> {
    return requestedBefore(await this.tools.ofIds(accountId, toolIds));
  }

  /** Placeholders that tools fill before the talk. */
  async providedNames(accountId: string, toolIds: readonly string[]): Promise<readonly string[]> {
    return (await this.beforeTools(accountId, toolIds)).flatMap(({ settings }) => settings.provides);
  }

  /** Results for test calls, by the id of the tool. */
  async mockResults(accountId: string, toolIds: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const tools = await this.tools.ofIds(accountId, toolIds);
    return new Map(tools.map(({ id, settings }) => [id, settings.mockResult]));
  }

  /** Placeholder values of tools that are requested before the talk, from their mocks. */
  async mockedValues(accountId: string, toolIds: readonly string[]): Promise<ProvidedValues> {
    const tools = await this.beforeTools(accountId, toolIds);
    return mergedValues(
      tools.map(({ settings }) => providedValues(settings.provides, cleanResult(settings.mockResult))),
    );
  }

  /** Returns those ids that name tools of the account, locked until the end of the transaction. */
  existing(accountId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return ids.length === 0 ? Promise.resolve(new Set()) : this.tools.keyShare(accountId, ids);
  }

  ids(accountId: string): Promise<ReadonlySet<string>> {
    return this.tools.ids(accountId);
  }

  /** Indexes of the tools that only a model can use. */
  async needModel(accountId: string, toolIds: readonly string[]): Promise<readonly number[]> {
    const tools = await this.tools.ofIds(accountId, toolIds);
    return tools
      .filter(({ kind, settings }) => kind === 'mcp' || (settings.when === 'during' && !settings.offline))
      .map(({ id }) => toolIds.indexOf(id));
  }
}

/** The tools of an agent that a talk offers. */
export function offeredTools(
  tools: readonly ToolState[],
  builtInTools: readonly string[],
): readonly ToolSpec[] {
  const callback = builtInTools.includes(SCHEDULE_CALLBACK) ? [CALLBACK_SPEC] : [];
  return [...tools.flatMap(offeredBy), ...callback];
}

/** The agent's tools that are requested before the talk, in its order. */
export function requestedBefore<T extends Pick<ToolState, 'kind' | 'settings'>>(tools: readonly T[]): T[] {
  return tools
    .filter(({ kind, settings }) => kind === 'http' && settings.enabled && settings.when === 'before')
    .slice(0, MAX_BEFORE_TOOLS);
}

function offeredBy({ id, kind, name, settings, listed }: ToolState): ToolSpec[] {
  const { enabled, when, description, parameters, speech, offline, allowedTools } = settings;
  if (!enabled || (kind === 'http' && when === 'before')) return [];
  if (kind === 'http') {
    const text = description ?? '';
    return [
      { toolId: id, name, function: null, description: text, parameters: parameters ?? {}, speech, offline },
    ];
  }
  return listed
    .filter((one) => one.problem === null && allowedTools.includes(one.name))
    .map((one) => ({
      toolId: id,
      name: one.function,
      function: one.name,
      description: one.description,
      parameters: one.parameters,
      speech,
      offline: null,
    }));
}
