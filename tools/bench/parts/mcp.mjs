import { setTimeout as pause } from 'node:timers/promises';
import { COLLECTED, keptMb } from '../live/process.mjs';
import { callBody, percentilesMs, round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

const PER_SECOND = 50;
const MAX_P99_MS = 50;
const MAX_FIRST_MS = 1_000;
const MAX_GROWTH = 1.1;
const MAX_MORE_MB = 60;
const AT_ONCE = 4;

/** A tool of the MCP endpoint at a steady pace, its first request, and what it keeps; the modern protocol. */
export default {
  name: 'mcp',
  work: `MCP: \`tools/call\` \`get_call\` at ${PER_SECOND} a second; the first request; memory after 10,000 requests, garbage collected`,
  against: '–; –; after 1,000; unused',
  goal: `p99 ≤ ${MAX_P99_MS} ms; ≤ ${MAX_FIRST_MS} ms; ≤ ${MAX_GROWTH} ×; ≤ ${MAX_MORE_MB} MB more`,
  reached: ({ p99Ms, firstMs, growth, moreMb }) =>
    p99Ms <= MAX_P99_MS && firstMs <= MAX_FIRST_MS && growth <= MAX_GROWTH && moreMb <= MAX_MORE_MB,
  async run({ quick }) {
    const driver = await BenchDriver.start();
    try {
      const account = await driver.account({ keys: 100, lines: 1 });
      const { origin, pid } = await driver.service({}, COLLECTED);
      const key = BenchDriver.keysInTurn(account.keys);
      const id = await queueCall(origin, key(), account.agentId);
      const ask = () => getCall(origin, key(), id);
      await pause(2_000);
      const unusedMb = await keptMb(pid);
      const firstMs = await ask();
      const paced = await atPace(ask, quick ? 5 : 30);
      await many(ask, quick ? 200 : 1_000);
      const fewMb = await keptMb(pid);
      await many(ask, quick ? 1_000 : 10_000);
      const manyMb = await keptMb(pid);
      return {
        ...percentilesMs(paced, 99, 50),
        firstMs: round(firstMs),
        growth: round(manyMb / fewMb, 3),
        moreMb: round(manyMb - unusedMb),
        unusedMb: round(unusedMb),
      };
    } finally {
      await driver.stop();
    }
  },
};

async function queueCall(origin, key, agentId) {
  const body = { ...callBody(agentId, 1), scheduled_for: new Date(Date.now() + 86_400_000).toISOString() };
  const response = await fetch(`${origin}/v1/calls`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).id;
}

/** Resolves with the milliseconds to the end of the answer. */
async function getCall(origin, key, call_id) {
  const begin = performance.now();
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'get_call',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'get_call',
        arguments: { call_id },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  });
  const text = await response.text();
  if (!response.ok || !text.includes(call_id)) throw new Error(`${response.status}: ${text.slice(0, 300)}`);
  return performance.now() - begin;
}

/** Each request leaves at its time, whether or not those before have answers. */
async function atPace(ask, seconds) {
  const begin = performance.now();
  const answers = [];
  for (let sent = 0; sent < seconds * PER_SECOND; sent++) {
    await pause(Math.max(0, begin + (sent * 1_000) / PER_SECOND - performance.now()));
    answers.push(ask());
  }
  return Promise.all(answers);
}

async function many(ask, count) {
  let left = count;
  const client = async () => {
    while (left-- > 0) await ask();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}
