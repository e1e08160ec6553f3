/** The path of the MCP endpoint. */
export const MCP_PATH = '/mcp';

const LEGACY = '2025-11-25';
const MODERN = '2026-07-28';

/** What a client of the older protocol sends, and what no client sends. @type {any[]} */
const MESSAGES = [
  { jsonrpc: '2.0', id: 1, method: 'ping' },
  { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: LEGACY,
      capabilities: {},
      clientInfo: { name: 'fuzz', version: '1' },
    },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 'x', method: 'no/such' },
  { jsonrpc: '2.0', id: 1, result: {} },
  [{ jsonrpc: '2.0', id: 1, method: 'ping' }],
];

/** Valid requests to the MCP endpoint, with a key: the messages of the protocol, and each tool in both eras. */
export async function mcpRequests(url, key) {
  const tools = await listTools(url, key);
  const calls = tools.flatMap(({ name, inputSchema }) => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: valid(inputSchema) },
    };
    return [request(key, name, message), request(key, name, modern(message), [`Mcp-Name: ${name}`])];
  });
  return [...MESSAGES.map((message) => request(key, message.method ?? 'message', message)), ...calls];
}

/** @returns what is wrong with an answer of the MCP endpoint that is no envelope of the API; undefined: nothing */
export function mcpProblem({ status, headers, body }) {
  const text = body.toString('utf8');
  if (text === '') return undefined;
  const json = String(headers['content-type']).startsWith('text/event-stream')
    ? /^data: (.*)$/m.exec(text)?.[1]
    : text;
  try {
    const message = JSON.parse(json ?? '');
    const isMessage = message.jsonrpc === '2.0' && ('result' in message || 'error' in message);
    return isMessage ? undefined : `${status} without a message: ${text.slice(0, 200)}`;
  } catch {
    return `${status} without JSON: ${text.slice(0, 200)}`;
  }
}

async function listTools(url, key) {
  const answer = await fetch(new URL(MCP_PATH, url), {
    method: 'POST',
    headers: {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  const data = /^data: (.*)$/m.exec(await answer.text())?.[1];
  const { tools } = JSON.parse(data ?? '').result;
  if (tools.length === 0) throw new Error('the MCP endpoint offers no tool');
  return tools;
}

function modern(message) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return { ...message, params: { ...message.params, _meta: meta } };
}

function request(key, name, body, headers = []) {
  const isModern = headers.length > 0;
  return {
    operationId: `mcp ${name}`,
    method: 'POST',
    path: MCP_PATH,
    idAt: -1,
    query: [],
    known: [],
    fields: ['jsonrpc', 'id', 'method', 'params'],
    headers: [
      'Host: fuzz',
      `X-API-Key: ${key}`,
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      ...(isModern ? [`MCP-Protocol-Version: ${MODERN}`, 'Mcp-Method: tools/call', ...headers] : []),
    ],
    body,
  };
}

/** A value that a schema of a tool takes, as far as types go. */
function valid(schema) {
  if (schema.enum) return schema.enum[0];
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, valid(property)]),
      );
    case 'array':
      return [valid(schema.items ?? {})];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return '+919876540001';
  }
}
