/** The body of a request to a tool (`send: envelope`). */
export interface ToolInvocation {
  /** The same for a second attempt: use it to act once. */
  readonly id: string;
  readonly object: 'tool_invocation';
  readonly tool: { readonly id: string; readonly name: string };
  readonly arguments: Readonly<Record<string, unknown>>;
  /** null when somebody tries the tool out. */
  readonly call: {
    readonly id: string;
    /** null for a draft of the console. */
    readonly agent_id: string | null;
    readonly direction: 'outbound' | 'inbound' | (string & {});
    readonly test: boolean;
    /** null for a voice test. */
    readonly phone_number: string | null;
    readonly contact: { readonly name?: string; readonly email?: string; readonly external_id?: string };
    readonly variables: Readonly<Record<string, unknown>>;
    readonly metadata: Readonly<Record<string, unknown>>;
  } | null;
  readonly attempt: number;
  readonly created_at: string;
}
