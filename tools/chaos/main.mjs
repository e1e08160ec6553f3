/**
 * `npm run chaos -- [scenario] --seed N --rounds R`: kills what can be killed, and checks from outside whether the
 * service kept its promises. docs/reliability.md describes runs and results. Exit 1 when a promise was broken.
 */
import { parseArgs } from 'node:util';
import { CLOUD_KINDS } from '../lib/cloud-network.mjs';
import { attempts } from './attempts.mjs';
import { cloud } from './cloud.mjs';
import { PHASES } from './cloud-phases.mjs';
import { crash } from './crash.mjs';
import { drain, settings as drainSettings } from './drain.mjs';
import { failover } from './failover.mjs';
import { FailoverDriver } from './failover-driver.mjs';
import { idempotency } from './idempotency.mjs';
import { inbound } from './inbound.mjs';
import { media } from './media.mjs';
import { MediaDriver } from './media-driver.mjs';
import { outage } from './outage.mjs';
import { buildWhenNeeded } from '../../scripts/build-when-needed.mjs';
import { pooler, PoolerDriver } from './pooler.mjs';
import { print } from './report.mjs';
import { refusing } from './refusing.mjs';
import { restore } from './restore.mjs';
import { RestoreDriver } from './restore-driver.mjs';
import { shares } from './shares.mjs';
import { soak } from './soak.mjs';
import { ChaosDriver } from './chaos-driver.mjs';
import { tools, ToolDriver, settings as toolSettings } from './tools.mjs';

/** What `rounds` means, and how many there are unless it is said. */
const SCENARIOS = {
  /** Kills while calls are tried again. */
  attempts: { run: attempts, rounds: 20, calls: 2_000, settings: {} },
  /** Kills over each cloud carrier, each in a later phase of calls. */
  cloud: { run: cloud, rounds: PHASES.length, settings: {}, ServiceDriver: MediaDriver },
  /** Kills. */
  crash: { run: crash, rounds: 5, settings: {} },
  /** SIGTERMs. */
  drain: { run: drain, rounds: 8, settings: drainSettings },
  /** Failovers. */
  failover: { run: failover, rounds: 20, settings: {}, ServiceDriver: FailoverDriver },
  /** A divisor of the figures. */
  idempotency: { run: idempotency, rounds: 10, settings: {} },
  /** Kills, each in a later phase of calls that come in. */
  inbound: { run: inbound, rounds: 5, settings: {}, ServiceDriver: MediaDriver },
  /** Misfortunes of processes that hold real calls. */
  media: { run: media, rounds: 3, settings: {}, ServiceDriver: MediaDriver },
  /** Outages of each kind. */
  outage: { run: outage, rounds: 1, settings: {} },
  /** Kills behind a pooler. */
  pooler: { run: pooler, rounds: 20, settings: {}, ServiceDriver: PoolerDriver },
  /** Only `calls` counts. */
  refusing: { run: refusing, rounds: 1, calls: 200, settings: {}, ServiceDriver: MediaDriver },
  /** Restores to an instant. */
  restore: { run: restore, rounds: 20, settings: {}, ServiceDriver: RestoreDriver },
  shares: { run: shares, rounds: 1, calls: 1_000, settings: {}, ServiceDriver: MediaDriver },
  /** Thousands of events. */
  soak: { run: soak, rounds: 10, settings: {} },
  /** Kills of workers whose talks wait for tools. */
  tools: { run: tools, rounds: 20, calls: 400, settings: toolSettings, ServiceDriver: ToolDriver },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string' },
    calls: { type: 'string' },
    speed: { type: 'string', default: '40' },
    /** The carrier of the scenario cloud; all in turn by default. */
    carrier: { type: 'string' },
    redis: { type: 'boolean', default: false },
    /** A build other than this tree's. */
    dist: { type: 'string' },
    json: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const [scenario = 'crash'] = positionals;
const seed = Number(values.seed);
const rounds = Number(values.rounds ?? SCENARIOS[scenario]?.rounds);
const calls = Number(values.calls ?? SCENARIOS[scenario]?.calls ?? rounds * 60);
if (
  !(scenario in SCENARIOS) ||
  (values.carrier !== undefined && !CLOUD_KINDS.includes(values.carrier)) ||
  ![seed, rounds, calls].every((number) => Number.isInteger(number) && number > 0)
) {
  process.stderr.write(
    `npm run chaos -- [${Object.keys(SCENARIOS).join('|')}] [--seed N] [--rounds R] [--calls N] [--speed N] [--carrier ${CLOUD_KINDS.join('|')}] [--redis] [--json] [--keep]\n`,
  );
  process.exit(2);
}

const begin = Date.now();
const say = (line) =>
  process.stderr.write(`${String(Math.round((Date.now() - begin) / 1_000)).padStart(5)} s  ${line}\n`);
const { speed, dist, redis: withRedis } = values;
if (values.dist === undefined) await buildWhenNeeded();
const { run, settings, ServiceDriver = ChaosDriver } = SCENARIOS[scenario];
const driver = new ServiceDriver({ seed, dist, speed, withRedis, settings });
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    say(`ended by ${signal}`);
    void driver.stop().finally(() => process.exit(130));
  });
}
let ok = false;
try {
  await driver.start();
  const report = await run(driver, { seed, rounds, calls, say, carrier: values.carrier });
  ok = print({ scenario, seed, rounds, ...report }, values.json);
  if (!ok) say(`what the processes said: ${driver.folder}`);
} finally {
  await driver.stop({ keep: values.keep || !ok });
}
process.exit(ok ? 0 : 1);
