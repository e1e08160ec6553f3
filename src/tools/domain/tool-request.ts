import type { Arguments } from './arguments';
import type { ToolState } from './tool';
import { fillUrl, withQuery } from './url-template';

/** The call of a use, as the envelope has it. */
export interface EnvelopeCall {
  readonly id: string;
  readonly agent_id: string | null;
  readonly direction: string;
  readonly test: boolean;
  readonly phone_number: string | null;
  readonly contact: object;
  readonly variables: object;
  readonly metadata: object;
}

export interface RequestedUse {
  readonly id: string;
  /** Fixed ones included. */
  readonly arguments: Arguments;
  /** null: `try`. */
  readonly call: EnvelopeCall | null;
  /** 1, or 2. */
  readonly attempt: number;
  readonly createdAt: string;
}

export type BuiltRequest =
  | { readonly url: string; readonly method: string; readonly body: string | null }
  /** An argument that cannot stand in the URL. */
  | { readonly name: string; readonly message: string };

export function buildRequest(
  { id, name, settings }: Pick<ToolState, 'id' | 'name' | 'settings'>,
  use: RequestedUse,
): BuiltRequest {
  const { method, send } = settings;
  const filled = fillUrl(settings.url, use.arguments);
  if ('name' in filled) return filled;
  const rest = Object.fromEntries(
    Object.entries(use.arguments).filter(([argument]) => !filled.used.has(argument)),
  );
  if (method === 'GET' || method === 'DELETE')
    return { url: withQuery(filled.url, rest), method, body: null };
  const envelope = {
    id: use.id,
    object: 'tool_invocation',
    tool: { id, name },
    arguments: use.arguments,
    call: use.call,
    attempt: use.attempt,
    created_at: use.createdAt,
  };
  return { url: filled.url, method, body: JSON.stringify(send === 'envelope' ? envelope : rest) };
}
