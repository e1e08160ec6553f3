import type { Redis } from 'ioredis';
import { BatchLoader } from '../../database/batch-loader';
import type { UnitOfWork } from '../../database/unit-of-work';
import { CLOCK_TOLERANCE_MS } from '../../clock';
import { inTime } from '../in-time';
import { MemorySlidingLog, type RateBound, type RateDecision, type SlidingLog } from './sliding-log';

/** After this time a process counts alone. */
const SHARED_LOG_TIMEOUT_MS = 500;

interface LogAnswer {
  readonly admitted: boolean;
  readonly counted: number;
  readonly oldest: number;
}

function decision({ admitted, counted, oldest }: LogAnswer, { nowMs, max, windowMs }: Request): RateDecision {
  return { admitted, remaining: max - counted, resetMs: Math.max(0, oldest + windowMs - nowMs) };
}

interface Request extends RateBound {
  readonly id: string;
  readonly nowMs: number;
}

/** Uses one unlogged row for each id; its lock orders the requests of all processes. */
export class PostgresSlidingLog implements SlidingLog {
  readonly #requests: BatchLoader<Request, RateDecision>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#requests = new BatchLoader(unitOfWork, (requests) => this.#admit(requests));
  }

  admit(id: string, nowMs: number, bound: RateBound): Promise<RateDecision> {
    return this.#requests.load({ ...bound, id, nowMs });
  }

  /** In one order, so that processes do not deadlock. */
  async #admit(requests: readonly Request[]): Promise<RateDecision[]> {
    const rows = await this.unitOfWork.rows<{ admitted: boolean; counted: number; oldest: string }>(
      `SELECT decision.* FROM (
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::bigint[]) WITH ORDINALITY
           AS asked (key, now_ms, most, window_ms, place)
         ORDER BY key, place
       ) AS asked, admit_request(asked.key, asked.now_ms, asked.most, asked.window_ms) AS decision
       ORDER BY place`,
      [
        requests.map(({ id }) => id),
        requests.map(({ nowMs }) => nowMs),
        requests.map(({ max }) => max),
        requests.map(({ windowMs }) => windowMs),
      ],
    );
    return requests.map((request, at) => {
      const row = rows[at];
      if (!row) throw new Error('a request was not counted');
      return decision({ ...row, oldest: Number(row.oldest) }, request);
    });
  }
}

const SCRIPT = `
local cut = ARGV[1] - ARGV[3]
-- The clock was set back: times ahead of it count from now on.
local latest = redis.call('LINDEX', KEYS[1], -1)
if latest and tonumber(latest) > ARGV[1] + ARGV[4] then
  for at, time in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
    if tonumber(time) > tonumber(ARGV[1]) then redis.call('LSET', KEYS[1], at - 1, ARGV[1]) end
  end
end
while true do
  local oldest = redis.call('LINDEX', KEYS[1], 0)
  if not oldest or tonumber(oldest) > cut then break end
  redis.call('LPOP', KEYS[1])
end
local counted = redis.call('LLEN', KEYS[1])
local admitted = 0
if counted < tonumber(ARGV[2]) then
  redis.call('RPUSH', KEYS[1], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  counted = counted + 1
  admitted = 1
end
return {admitted, counted, redis.call('LINDEX', KEYS[1], 0)}
`;

/** Uses one Redis list for each id; its atomic script orders the requests of all processes. */
export class RedisSlidingLog implements SlidingLog {
  constructor(private readonly redis: Redis) {}

  async admit(id: string, nowMs: number, { max, windowMs }: RateBound): Promise<RateDecision> {
    const key = `aics:rate:${id}`;
    const answer = (await this.redis.eval(SCRIPT, 1, key, nowMs, max, windowMs, CLOCK_TOLERANCE_MS)) as [
      number,
      number,
      string,
    ];
    return decision(
      { admitted: answer[0] === 1, counted: answer[1], oldest: Number(answer[2]) },
      { id, nowMs, max, windowMs },
    );
  }
}

/** Uses the process's own log while the shared one is unreachable. */
export class FallbackLog implements SlidingLog {
  readonly #alone = new MemorySlidingLog();

  constructor(private readonly shared: SlidingLog) {}

  async admit(id: string, nowMs: number, bound: RateBound): Promise<RateDecision> {
    try {
      return await inTime(this.shared.admit(id, nowMs, bound), SHARED_LOG_TIMEOUT_MS);
    } catch {
      return await this.#alone.admit(id, nowMs, bound);
    }
  }
}
