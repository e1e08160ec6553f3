// A file of its own, as the package is loaded when a tool of the kind mcp is first used.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { API_VERSION } from '../../../platform/http/api-version';
import type { ServerExchanges } from './server-exchanges';

/** Compiles nothing that a server sends. */
const NO_VALIDATION = {
  getValidator: () => (value: unknown) => ({ valid: true, data: value, errorMessage: undefined }),
} as unknown as NonNullable<NonNullable<ConstructorParameters<typeof Client>[1]>['jsonSchemaValidator']>;

export function makeConnection(url: URL, exchanges: ServerExchanges) {
  const client = new Client(
    { name: 'ai-calling-service', version: API_VERSION },
    {
      capabilities: {},
      versionNegotiation: { mode: 'auto' },
      inputRequired: { autoFulfill: false },
      jsonSchemaValidator: NO_VALIDATION,
    },
  );
  // Failures reach the requests that they concern.
  client.onerror = () => undefined;
  return { client, transport: new StreamableHTTPClientTransport(url, { fetch: exchanges.fetch }) };
}
