import { crash } from './crash.mjs';
import { Random } from '../lib/random.mjs';
import { Receiver } from '../lib/receiver.mjs';

/** The contact of this ending says the first phrase of the agent's first tool. */
const ENDINGS = { 16: 1 };
const ANSWER_MS = [50, 3_000];
/** A use is given up 60 s after its call, by a sweep every 10 s. */
const GIVEN_UP_WITHIN_MS = 100_000;

export const settings = { TOOLS_ALLOW_HTTP: 'true', TOOLS_ALLOW_CIDRS: '127.0.0.0/8' };

/** Takes the requests of tools, slowly, and writes down each. */
class ToolServer extends Receiver {
  /** By Idempotency-Key: how often it came. */
  requests = new Map();
  /** By call: how often its write came. */
  calls = new Map();

  constructor(random) {
    super();
    this.random = random;
  }

  /** @override */
  async take(request, response) {
    let body = '';
    try {
      for await (const chunk of request) body += chunk;
    } catch {
      // The sender died in the middle of it.
      return;
    }
    const key = String(request.headers['idempotency-key']);
    const id = JSON.parse(body).call.id;
    this.requests.set(key, (this.requests.get(key) ?? 0) + 1);
    this.calls.set(id, (this.calls.get(id) ?? 0) + 1);
    setTimeout(
      () => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"booked"}');
      },
      this.random.between(...ANSWER_MS),
    );
  }
}

/** Kills while tools run: no write is sent twice, and each use ends. */
export async function tools(stage, options) {
  const server = await new ToolServer(new Random(options.seed + 6)).start();
  try {
    const prepare = (client, account) => giveTool(client, account, server.url('/book'));
    const report = await crash(stage, { ...options, endings: ENDINGS, prepare });
    report.facts['requests of tools'] = server.requests.size;
    report.checks.push(...(await checksOf(stage, server)));
    return report;
  } finally {
    await server.stop();
  }
}

async function giveTool(client, account, url) {
  const tool = {
    kind: 'http',
    name: 'book_slot',
    description: 'Books a slot.',
    url,
    offline: { phrases: ['book my slot'], say: 'It is {{result.status}}.' },
  };
  const made = await client.send(account, 'POST', '/tools', tool, { idempotencyKey: client.newKey() });
  const tool_ids = [made.body.id];
  const { status } = await client.send(account, 'PATCH', `/agents/${account.agentId}`, { tool_ids });
  if (status !== 200) throw new Error(`PATCH /agents: ${status}`);
}

async function checksOf(stage, server) {
  const twice = (seen) => [...seen].flatMap(([id, times]) => (times === 1 ? [] : [`${id}: ${times}`]));
  const rows = new Map((await settled(stage)).map((row) => [row.id, row]));
  return [
    { name: 'tools are used', count: 1, failures: server.requests.size > 0 ? [] : ['none was'] },
    { name: 'no use of a tool is sent twice', count: server.requests.size, failures: twice(server.requests) },
    { name: 'no write of a call is sent twice', count: server.calls.size, failures: twice(server.calls) },
    {
      name: 'each request has its row',
      count: server.requests.size,
      failures: [...server.requests.keys()].filter((id) => !rows.has(id)),
    },
    {
      name: 'each use has ended',
      count: rows.size,
      failures: [...rows.values()].flatMap(({ id, status }) => (status === 'running' ? [id] : [])),
    },
  ];
}

async function settled(stage) {
  for (const until = Date.now() + GIVEN_UP_WITHIN_MS; ;) {
    const rows = await stage.sql('SELECT id, status FROM tool_invocations');
    if (Date.now() > until || rows.every(({ status }) => status !== 'running')) return rows;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
