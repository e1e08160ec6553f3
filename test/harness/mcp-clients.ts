import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

type Era = 'legacy' | 'modern';

interface Result {
  readonly isError?: boolean;
  readonly text: string;
  readonly value: Record<string, any>;
}

/** Assistants at a service's MCP endpoint; closes them all. */
export class McpClients {
  readonly #clients: Client[] = [];

  async connect(
    { origin }: { readonly origin: string },
    key: string,
    { era = 'modern', headers = {} }: { era?: Era; headers?: Record<string, string> } = {},
  ): Promise<Client> {
    const mode = era === 'modern' ? 'auto' : 'legacy';
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { 'X-API-Key': key, ...headers } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
    this.#clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.#clients.splice(0)) await client.close();
  }
}

export async function useTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Result> {
  const result = await client.callTool({ name, arguments: args });
  const [content] = result.content as { text: string }[];
  return {
    ...(result.isError === true && { isError: true }),
    text: content?.text ?? '',
    value: (result.structuredContent ?? {}) as Record<string, any>,
  };
}
