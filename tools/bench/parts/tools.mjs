import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, spread } from '../load.mjs';
import { percentilesMs, round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';
import { FarEnd, QUICK, SILENT } from '../tools/far-end.mjs';

const TALKS = 50;
/** An account sends 20 requests at once, so that the silent tools need three. */
const ACCOUNTS = 3;
/** Talks beside which tools never answer. */
const OTHERS = 20;
/** A talk takes longer than this; the lines bound how many there are at once. */
const TALK_SECONDS = 20;
const TESTS = 100;
const GOAL = { toToolP99Ms: 20, ratio: 1.1, testsMs: 2_000 };
const OPENED = { TOOLS_ALLOW_HTTP: 'true', TOOLS_ALLOW_CIDRS: '127.0.0.0/8' };

/** What tools cost a talk, and the talks beside it. */
export default {
  name: 'tools',
  work: `From the end of a model's answer that calls a tool to the first byte of its request, with ${TALKS} talks at once; from the contact's words to the model's request in ${OTHERS} other talks beside ${TALKS} whose tools never answer; ${TESTS} offline tests of an agent, by the route and by the command`,
  against: '–; without them, in turn; –',
  goal: `p99 ≤ ${GOAL.toToolP99Ms} ms; p50 ≤ ${GOAL.ratio} ×; ≤ ${GOAL.testsMs} ms each`,
  reached: ({ toTool, ratio, tests }) =>
    toTool.p99Ms <= GOAL.toToolP99Ms &&
    ratio.median <= GOAL.ratio &&
    tests.routeMs <= GOAL.testsMs &&
    tests.commandMs <= GOAL.testsMs,
  async run({ quick }) {
    const end = await FarEnd.start();
    const driver = await BenchDriver.start();
    try {
      const model = { LLM_URL: `${end.origin}/v1`, LLM_MODEL: 'fake' };
      const server = await driver.service({ ...model, ...OPENED });
      const toTool = await timeToTool({ driver, server, end, seconds: quick ? 5 : 90 });
      const beside = await besideSilent({ driver, server, end, quick });
      return { toTool, ...beside, tests: await offlineTests(driver, server, quick ? 1 : 5) };
    } finally {
      await driver.stop();
      end.close();
    }
  },
};

/** Each talk uses a tool in each of its turns. */
async function timeToTool({ driver, server, end, seconds }) {
  const callers = await callersOf(driver, server, end, { tool: QUICK, talks: TALKS });
  const warmUp = Math.max(4, seconds / 4);
  for (const caller of callers) await caller.queueFor(warmUp + seconds);
  await sleep(warmUp * 1_000);
  end.toTool.length = 0;
  await sleep(seconds * 1_000);
  const times = [...end.toTool];
  for (const caller of callers) await caller.cancel();
  if (times.length < TALKS) throw new Error(`only ${times.length} uses of tools`);
  const at = (share) => round(percentile(times, share));
  return { uses: times.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}

/** Talks without tools, while the others wait and while there are none, in turn. */
async function besideSilent({ driver, server, end, quick }) {
  const waiting = await callersOf(driver, server, end, { tool: SILENT, talks: TALKS });
  const [others] = await callersOf(driver, server, end, { tool: null, talks: OTHERS, accounts: 1 });
  const [pairs, seconds] = quick ? [1, 3] : [11, 8];
  await others.queueFor(pairs * 4 * seconds);
  await sleep(seconds * 1_000);
  const runs = [];
  for (let at = 0; at < pairs; at++) {
    const run = {};
    for (const which of at % 2 === 0 ? ['without', 'beside'] : ['beside', 'without']) {
      if (which === 'beside') await allWait(waiting, end);
      run[which] = await turnsIn(end, seconds);
      if (which === 'beside') await allEnd(driver, waiting, end);
    }
    const ratioOf = (figure) => round(run.beside[figure] / run.without[figure], 3);
    runs.push({ ...run, ratio: ratioOf('p50Ms'), p95Ratio: ratioOf('p95Ms') });
  }
  await others.cancel();
  return {
    ratio: spread(runs.map(({ ratio }) => ratio)),
    p95Ratio: spread(runs.map(({ p95Ratio }) => p95Ratio)),
    runs,
  };
}

/** Calls, until as many requests as talks are open. */
async function allWait(callers, end) {
  end.waits = true;
  for (const caller of callers) await caller.queue(caller.lines);
  for (let looks = 0; end.open.size < TALKS; looks++) {
    if (looks === 300) throw new Error(`only ${end.open.size} tools wait`);
    await sleep(100);
  }
  await sleep(500);
}

/** Their outcomes are stored, too. */
async function allEnd(driver, callers, end) {
  if (end.open.size < TALKS * 0.9) throw new Error(`only ${end.open.size} of the silent talks wait`);
  end.release();
  const accounts = callers.map(({ accountId }) => accountId);
  const isOver = 'SELECT count(*) = 0 AS done FROM calls WHERE account_id = ANY ($1) AND finished_at IS NULL';
  await driver.until(isOver, [accounts]);
  await sleep(500);
}

async function turnsIn(end, seconds) {
  end.toModel.length = 0;
  await sleep(seconds * 1_000);
  const times = [...end.toModel];
  if (times.length === 0) throw new Error('no talk goes on');
  return { turns: times.length, ...percentilesMs(times, 50, 95) };
}

/** Milliseconds of the tests of a file, by the route and by the command, which includes its start. */
async function offlineTests(driver, server, runs) {
  const { parse } = await import('yaml');
  const example = new URL('../../../examples/agent-tests/admissions-hinglish.yaml', import.meta.url);
  const { agent, tools, tests } = parse(await readFile(example, 'utf8'));
  const many = Array.from({ length: TESTS }, (_, at) => ({
    ...tests[at % tests.length],
    name: `${at + 1}: ${tests[at % tests.length].name}`,
  }));
  const file = join(driver.folder, 'tests.json');
  await writeFile(file, JSON.stringify({ agent, tools, tests: many }));
  const { keys } = await driver.account();
  const post = poster(server, keys[0]);
  const url = `${server.origin}/orders`;
  const made = await Promise.all(tools.map((tool) => post('/tools', { ...tool, url })));
  const { id } = await post('/agents', { ...agent, tool_ids: made.map((tool) => tool.id) });
  /** @type {{routeMs: number[], commandMs: number[]}} */
  const times = { routeMs: [], commandMs: [] };
  for (let at = 0; at < runs + 1; at++) {
    times.routeMs.push(await timed(() => post(`/agents/${id}/tests/run`, { tests: many }), TESTS));
    times.commandMs.push(await timed(() => driver.cli('agent', 'test', '--file', file), TESTS));
  }
  const median = (values) => Math.round(spread(values.slice(1)).median);
  return { count: TESTS, routeMs: median(times.routeMs), commandMs: median(times.commandMs) };
}

async function timed(run, count) {
  const began = performance.now();
  const { passed } = await run();
  if (passed !== count) throw new Error(`${passed} of ${count} tests passed`);
  return performance.now() - began;
}

/** Accounts with `talks` lines together. */
async function callersOf(driver, server, end, { tool, talks, accounts = ACCOUNTS }) {
  const callers = [];
  for (let at = 0; at < accounts; at++) {
    const lines = Math.floor(talks / accounts) + (at < talks % accounts ? 1 : 0);
    const { id, keys } = await driver.account({ lines, recallGapSeconds: 0 });
    const caller = await callerOf(poster(server, keys[0]), { end, tool, at });
    const queueFor = (seconds) => caller.queue(lines * (2 + Math.ceil(seconds / TALK_SECONDS)));
    callers.push({ ...caller, accountId: id, lines, queueFor });
  }
  return callers;
}

/** An account that calls contacts who talk on, with an agent that has this tool. */
async function callerOf(post, { end, tool, at }) {
  const fields = {
    kind: 'http',
    name: tool,
    description: 'Looks up what the contact said.',
    url: `${end.origin}/${tool}`,
    effect: 'read',
    send: 'arguments',
    timeout_seconds: 15,
    parameters: { type: 'object', properties: { nonce: { type: 'string' } } },
  };
  const tool_ids = tool === null ? [] : [(await post('/tools', fields)).id];
  const { id } = await post('/agents', {
    name: 'Nia',
    language: 'english',
    opening_line: 'Hello, this is Nia. What do you look for?',
    system_prompt: 'Listen to the contact.',
    tool_ids,
  });
  const batches = [];
  let called = 0;
  const queue = async (count) => {
    const calls = Array.from({ length: count }, () => ({
      phone_number: `+919${at}${String(called++).padStart(4, '0')}0014`,
    }));
    batches.push((await post('/batches', { agent_id: id, calls })).id);
  };
  const cancel = () => Promise.all(batches.map((batch) => post(`/batches/${batch}/cancel`, {})));
  return { queue, cancel };
}

/** Sends a request to the service with a key. @returns {(path: string, body: object) => Promise<any>} */
function poster(server, key) {
  return async (path, body) => {
    const answer = await fetch(`${server.origin}/v1${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status > 201) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}
