import { formatInstant } from '../../platform/kernel/instant';
import { storedResult } from '../domain/results';
import type { InvocationState, ToolKind, ToolSettings, ToolState } from '../domain/tool';

/** Any JSON value: clients, models and servers send it unchecked. */
type Json = string | number | boolean | object | null;

export interface ToolView {
  readonly id: string;
  readonly object: 'tool';
  readonly kind: ToolKind;
  readonly name: string;
  readonly description: string | null;
  readonly enabled: boolean;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value_set: true }[];
  readonly timeout_seconds: number;
  readonly effect: ToolSettings['effect'];
  readonly speech: ToolSettings['speech'];
  readonly in_tests: ToolSettings['inTests'];
  readonly mock_result: Json;
  readonly method?: ToolSettings['method'];
  readonly send?: ToolSettings['send'];
  readonly parameters?: ToolSettings['parameters'];
  readonly fixed_arguments?: ToolSettings['fixedArguments'];
  readonly when?: ToolSettings['when'];
  readonly provides?: ToolSettings['provides'];
  readonly offline?: ToolSettings['offline'];
  readonly secret_last4?: string;
  readonly allowed_tools?: ToolSettings['allowedTools'];
  readonly tools?: readonly {
    readonly name: string;
    readonly function: string;
    readonly description: string;
    readonly effect: ToolSettings['effect'];
    readonly allowed: boolean;
    readonly problem: string | null;
  }[];
  readonly agent_ids: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
}

export function toolView(tool: ToolState, agentIds: readonly string[]): ToolView {
  const { kind, settings } = tool;
  return {
    id: tool.id,
    object: 'tool',
    kind,
    name: tool.name,
    description: settings.description,
    enabled: settings.enabled,
    url: settings.url,
    headers: tool.headers.map(({ name }) => ({ name, value_set: true })),
    timeout_seconds: settings.timeoutSeconds,
    effect: settings.effect,
    speech: settings.speech,
    in_tests: settings.inTests,
    mock_result: settings.mockResult as Json,
    ...(kind === 'http' ? httpView(tool) : mcpView(tool)),
    agent_ids: agentIds,
    created_at: formatInstant(tool.createdAt),
    updated_at: formatInstant(tool.updatedAt),
  };
}

function httpView({ settings, secretLast4 }: ToolState) {
  return {
    method: settings.method,
    send: settings.send,
    parameters: settings.parameters,
    fixed_arguments: settings.fixedArguments,
    when: settings.when,
    provides: settings.provides,
    offline: settings.offline,
    secret_last4: secretLast4,
  };
}

function mcpView({ settings: { allowedTools }, listed }: ToolState) {
  return {
    allowed_tools: allowedTools,
    tools: listed.map(({ name, function: called, description, effect, problem }) => {
      return { name, function: called, description, effect, allowed: allowedTools.includes(name), problem };
    }),
  };
}

export function invocationView(
  invocation: Omit<InvocationState, 'callId'> & { readonly callId: string | null },
) {
  const { error } = invocation;
  return {
    id: invocation.id,
    object: 'tool_invocation' as const,
    call_id: invocation.callId,
    tool_id: invocation.toolId,
    name: invocation.name,
    phase: invocation.phase,
    status: invocation.status,
    arguments: (invocation.arguments ?? null) as Json,
    result: (invocation.result ?? null) as Json,
    error: error && { code: error.code, message: error.message, status_code: error.statusCode },
    attempts: invocation.attempts,
    simulated: invocation.simulated,
    repeated_of: invocation.repeatedOf,
    at: formatInstant(invocation.at),
    start_ms: invocation.startMs,
    end_ms: invocation.endMs,
  };
}

const MAX_OUTCOME_RESULT_LENGTH = 1_000;

/** The form in an outcome. */
export function outcomeTool({ id, name, status, arguments: sent, result, startMs, endMs }: InvocationState) {
  return {
    id,
    name,
    status,
    arguments: (sent ?? null) as Json,
    result: storedResult(result ?? null, MAX_OUTCOME_RESULT_LENGTH) as Json,
    start_ms: startMs,
    end_ms: endMs,
  };
}
