import { parseArgs } from 'node:util';
import { buildWhenNeeded } from '../../scripts/build-when-needed.mjs';
import { Random } from '../lib/random.mjs';
import { exchange } from './socket.mjs';
import { AnswerCheck } from './answer-check.mjs';
import { mcpRequests } from './mcp.mjs';
import { mutated } from './mutations.mjs';
import { fuzzOutside } from './outside/main.mjs';
import { FuzzedService } from './service.mjs';
import { slowSockets } from './slow.mjs';
import { ValidRequests } from './valid.mjs';

/**
 * `npm run fuzz -- --seed N --minutes M`: hostile requests to a service of its own, over all operations and
 * the tools of MCP.
 * Then calls with hostile engines and carriers, half as long; `--outside` makes these alone.
 * `--at I` sends the one request with that number; `--slow N --seconds S` opens N slow connections instead.
 * Exit 1 when an answer, or the service, was not as it must be.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '1' },
    at: { type: 'string' },
    slow: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    outside: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const WORKERS = 6;
/** 300 requests a minute each; beyond it the fuzz would see little but 429. */
const KEYS = 12;
const SHOWN = 10;

await buildWhenNeeded();
let ok = values.outside || (await withService());
if (values.at === undefined && values.slow === undefined) {
  const isGood = await fuzzOutside({ seed, minutes: Number(values.minutes) / 2 });
  ok &&= isGood;
}
process.exitCode = ok ? 0 : 1;

/** Requests, or slow connections, to a service of their own. */
async function withService() {
  const service = await FuzzedService.start(KEYS);
  let isGood;
  try {
    isGood =
      values.slow === undefined
        ? await fuzz(service)
        : await slowSockets(service, Number(values.slow), Number(values.seconds));
  } finally {
    const code = await service.end();
    if (code !== 0) {
      console.error(`The service ended with ${code}:\n${service.output.slice(-2_000)}`);
      isGood = false;
    }
  }
  return isGood;
}

async function requestsOf({ url }, valid, key) {
  return [...valid.all(key), ...(await mcpRequests(url, key))];
}

async function fuzz(service) {
  const document = await (await fetch(new URL('/docs/openapi.json', service.url))).json();
  const valid = new ValidRequests(document, service.url);
  await valid.make(service.keys[0]);
  const requests = await Promise.all(service.keys.map((key) => requestsOf(service, valid, key)));
  const check = new AnswerCheck(document);
  const statuses = {};
  const operations = new Set();
  const failures = [];
  const memoryBefore = service.memory();
  const until = performance.now() + Number(values.minutes) * 60_000;
  let count = 0;

  async function one(index) {
    const random = new Random(seed, index + 1);
    const from = random.pick(requests[index % KEYS]);
    const { names, bytes, ...request } = mutated(from, random);
    const result = await exchange(service.address, bytes);
    const problem = check.problem(request, result);
    operations.add(from.operationId);
    const status = result.answer?.status ?? 'closed';
    statuses[status] = (statuses[status] ?? 0) + 1;
    count++;
    if (problem) failures.push({ index, problem, operation: from.operationId, names, bytes });
  }

  if (values.at === undefined) {
    let next = 0;
    const worker = async () => {
      while (performance.now() < until && service.alive) await one(next++);
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));
  } else await one(Number(values.at));

  for (const { index, problem, operation, names, bytes } of failures.slice(0, SHOWN)) {
    console.error(`\nRequest ${index} (--seed ${seed} --at ${index}), ${operation}, ${names}: ${problem}`);
    console.error(bytes.subarray(0, 600).toString('latin1'));
  }
  const ready = service.alive ? await fetch(new URL('/health/ready', service.url)) : null;
  const well = ready?.status === 200;
  const memory = `${Math.round(memoryBefore)} → ${Math.round(service.memory())} MiB`;
  console.log(`\nFuzz: seed ${seed}, ${count} requests over ${operations.size} operations, memory ${memory}`);
  const answers = Object.entries(statuses).map(([status, times]) => `${status} ${times}`);
  console.log(`Answers: ${answers.join(', ')}`);
  const health = well ? 'is well' : `IS NOT WELL: ${(await ready?.text()) ?? 'it has ended'}`;
  console.log(`${failures.length} failures; the service ${health}.`);
  return failures.length === 0 && well;
}
