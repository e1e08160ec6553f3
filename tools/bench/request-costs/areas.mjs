/**
 * Code by its file, in order; the first that matches counts.
 * @type {readonly [area: string, pattern: RegExp][]}
 */
const AREAS = [
  ['HTTP request and response', /\/src\/platform\/(http\/(?!fields|rate-limit)|ids|kernel)/],
  [
    'validation of the body',
    /\/src\/platform\/(http\/fields|phone-number)|libphonenumber|class-(validator|transformer)/,
  ],
  ['key and scopes', /\/src\/auth\//],
  ['rate limit', /\/src\/platform\/http\/rate-limit/],
  ['idempotency', /\/src\/platform\/idempotency/],
  ['transactions and shared statements', /\/src\/platform\/(database|events|queues)/],
  ['call: policy, row, timeline, view', /\/src\/(calls|calling|batches)\//],
  ['agent, account, credits', /\/src\/(agents|accounts|credits|trunks|speech|tools|shared-kernel)\//],
  ['other code of the service', /\/dist\/src\//],
  ['PostgreSQL client', /\/node_modules\/pg/],
  ['log lines', /\/node_modules\/(pino|sonic-boom|on-exit-leak-free)/],
  ['Nest, Express, TypeORM', /\/node_modules\//],
];
const TO_POSTGRES = 'writes to the sockets of PostgreSQL';
const TO_CLIENTS = 'writes to the sockets of clients';
const OF_NODE = 'HTTP, sockets, promises of Node';
const COLLECTOR = 'garbage collector';
const NATIVE = 'system calls and native code without JavaScript';
/** The work of other threads, from the CPU of the process. */
export const OTHER_THREADS = 'other threads (collector, compiler, pool)';

/** The areas of the main thread and its process, in the order of the page. */
export const NODE_AREAS = [
  ...AREAS.map(([area]) => area),
  TO_POSTGRES,
  TO_CLIENTS,
  OF_NODE,
  COLLECTOR,
  NATIVE,
  OTHER_THREADS,
];

/** Functions of Node's sockets that are system calls. */
const SOCKET_WRITES = new Set(['writev', 'writeBuffer', 'writeUtf8String', 'writeLatin1String']);

/**
 * Statements of PostgreSQL by their text, in order; the first that matches counts.
 * @type {readonly [area: string, pattern: RegExp][]}
 */
const STATEMENTS = [
  ['rate limit', /admit_request|rate_logs?\b/],
  ['idempotency key', /idempotency_keys/],
  ['API key', /api_keys/],
  ['call with its timeline', /INSERT INTO calls/],
  ['call, read', /FROM calls|JOIN calls/],
  ['agent', /\bagents\b|agent_/],
  ['account, lines, credits, do-not-call', /account|credit|do_not_call/],
  ['begin and commit, with the flush to disk', /^(BEGIN|COMMIT|START)/i],
];
const OTHER_STATEMENTS = 'other statements';

export const STATEMENT_AREAS = [...STATEMENTS.map(([area]) => area), OTHER_STATEMENTS];

/** @param {string} query as pg_stat_statements has it */
export const areaOfStatement = (query) =>
  STATEMENTS.find(([, pattern]) => pattern.test(query))?.[0] ?? OTHER_STATEMENTS;

/**
 * The area of a sample: that of the innermost frame with an area, so what Node does for a module counts for the module.
 * @param {{functionName: string, url: string}[]} frames innermost first
 * @returns {string | null} null: the thread had nothing to do
 */
export function areaOfFrames(frames) {
  const [{ functionName }] = frames;
  if (functionName === '(idle)') return null;
  if (functionName === '(garbage collector)') return COLLECTOR;
  if (SOCKET_WRITES.has(functionName)) {
    const isStatement = frames.some(({ url }) => /\/node_modules\/pg|\/src\/platform\/database/.test(url));
    return isStatement ? TO_POSTGRES : TO_CLIENTS;
  }
  for (const { url } of frames) {
    const area = AREAS.find(([, pattern]) => pattern.test(url));
    if (area) return area[0];
  }
  return frames.some(({ url }) => url.startsWith('node:')) ? OF_NODE : NATIVE;
}
