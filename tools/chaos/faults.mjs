/** How long a worker is stopped: longer than its lease of 15 s. */
const STOPPED_MS = [17_000, 24_000];

/** The first of a long run: everything that it held was decided without it long ago, and nobody kills it meanwhile. */
const LONG_STOP_MS = 90_000;

const KILLS = { worker: 5, api: 3, postgres: 2 };
const DISTURBANCES = { none: 4, stop: 2, cut: 2, delay: 2, deafen: 1, queues: 2 };

/** The seeded faults of a run: each round kills something, and often causes a second fault. */
export class Faults {
  counts = {};
  lastKillAt = 0;
  #stopped = new Set();
  #spared = null;
  #under = [];

  /**
   * What must hold beside everything that must hold anyway.
   * @type {((facts: {client: import('./client.mjs').Client, record: any}) => object[]) | undefined}
   */
  check;

  /** `long`: a run of many rounds. */
  constructor(driver, random, long) {
    this.driver = driver;
    this.random = random;
    this.longStop = long;
  }

  /** One round; resolves once it is done to them. What they make of it takes its time. */
  async round() {
    const { random } = this;
    const disturbance = random.weighted(DISTURBANCES);
    const before = random.chance(0.5);
    if (before) await this.#disturb(disturbance);
    await pause(random.between(0, 400));
    const kills = this.driver.redis ? { ...KILLS, redis: 3 } : KILLS;
    this.#kill(random.weighted(kills));
    if (!before) await this.#disturb(disturbance);
  }

  /** Once all that was stopped or slowed goes on. */
  async over() {
    await Promise.all(this.#under);
  }

  #kill(kind) {
    this.#count(`kill ${kind}`);
    if (kind === 'postgres') this.driver.killPostgres();
    else if (kind === 'redis') this.driver.redis.kill();
    else {
      const processes = kind === 'api' ? this.driver.apis : this.driver.workers;
      this.random.pick(processes.filter((one) => one !== this.#spared)).kill9();
    }
    this.lastKillAt = Date.now();
  }

  async #disturb(kind) {
    if (kind === 'none') return;
    this.#count(kind);
    if (kind === 'stop') this.#stopWorker();
    if (kind === 'cut') this.driver.proxy.cut();
    if (kind === 'deafen') this.driver.proxy.deafen();
    if (kind === 'delay') {
      this.driver.proxy.delay(this.random.between(50, 600));
      this.#later(this.random.between(1_000, 4_000), () => this.driver.proxy.restore());
    }
    if (kind === 'queues') await this.#loseJobs().catch(() => undefined);
  }

  /** A worker that hangs (a host that was suspended), and wakes up when others have taken its calls over. */
  #stopWorker() {
    const worker = this.random.pick(this.driver.workers);
    if (this.#stopped.has(worker)) return;
    this.#stopped.add(worker);
    worker.stop();
    const ms = this.longStop ? LONG_STOP_MS : this.random.between(...STOPPED_MS);
    if (this.longStop) {
      this.#count('stop for 90 s');
      this.#spared = worker;
      this.longStop = false;
    }
    this.#later(ms, () => {
      worker.goOn();
      this.#stopped.delete(worker);
      if (this.#spared === worker) this.#spared = null;
    });
  }

  async #loseJobs() {
    if (this.driver.redis) {
      await this.driver.redis.empty();
      return;
    }
    const tables = await this.driver.sql(
      `SELECT format('bullmq.%I', tablename) AS name FROM pg_tables
       WHERE schemaname = 'bullmq' AND tablename <> 'migration'`,
    );
    await this.driver.sql(
      `SET LOCAL lock_timeout = 2000; TRUNCATE ${tables.map(({ name }) => name).join(', ')} CASCADE`,
    );
  }

  #later(ms, then) {
    this.#under.push(
      pause(ms).then(() => {
        then();
        this.lastKillAt = Math.max(this.lastKillAt, Date.now());
      }),
    );
  }

  #count(kind) {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
