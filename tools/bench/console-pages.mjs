import { chromium } from 'playwright-core';
import { BROWSER } from '../lib/browser.mjs';
import { csvOfLeads, xlsxOfLeads } from '../lib/leads.mjs';
import { percentile } from './load.mjs';
import { round } from './server-load.mjs';

/** Where one goes while the times of pages are taken. */
const LATELY = ['calls', 'settings', ''];
const EVERYWHERE = [
  'calls',
  'batches',
  'human-calls',
  'agents',
  'phone-numbers',
  'counsellors',
  'do-not-call',
  'credits',
  'webhook',
  'keys',
  'settings',
  '',
];
const UPLOADED_ROWS = 10_000;
const FILES = { 'leads.csv': csvOfLeads, 'leads.xlsx': xlsxOfLeads };
const RENEWALS = 1_000;
/** The list of calls is asked for again after so long, on the page's clock. */
const RENEWAL_MS = 3_000;

/** Presses a link and tells how long it took until its page was ready, in ms, measured in the page. */
const PRESS = `async ([href, name]) => {
  const began = performance.now();
  document.querySelector('nav a[href="' + href + '"]').click();
  const isReady = () => document.querySelector('main[data-page="' + name + '"][data-state="ready"]') !== null;
  while (!isReady()) {
    if (performance.now() - began > 10_000) throw new Error('The page ' + name + ' is not ready after 10 s.');
    await new Promise((next) => requestAnimationFrame(next));
  }
  return performance.now() - began;
}`;

/** From the choice of a file until its columns are shown, and the longest task meanwhile, in ms, measured in the page. */
const READ = `new Promise((done, fail) => {
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries()))
    .observe({ type: 'longtask' });
  document.addEventListener('change', () => {
    const began = performance.now();
    const look = () => {
      const isRead = [...document.querySelectorAll('main button')].some(({ textContent }) => textContent === 'Validate');
      const readMs = performance.now() - began;
      if (!isRead && readMs > 10_000) return fail(new Error('The file is not read after 10 s.'));
      if (!isRead) return requestAnimationFrame(look);
      // A task is told after it has ended; one that began before the choice is that of the program that chose.
      setTimeout(() => {
        const its = tasks.filter(({ startTime }) => startTime >= began);
        done({ readMs, taskMs: Math.max(0, ...its.map(({ duration }) => duration)) });
      }, 500);
    };
    look();
  }, { capture: true, once: true });
})`;

/** The pages whose parts were loaded. */
const again = (pages) => pages.filter(({ isFirst }) => !isFirst);

/** The console's pages in Chromium, signed in. */
export class ConsolePages {
  /** @returns times until a page is ready (95th percentile, ms), and how far its heap grows */
  static async measure(driver, server, { account, busy, quick }) {
    if (BROWSER === undefined) throw new Error('There is no Chromium here: CHROMIUM names one.');
    const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
    try {
      const pages = new ConsolePages(browser, server.origin);
      const rounds = quick ? 3 : 20;
      const cold = [];
      for (let at = 0; at < rounds; at++)
        cold.push(await pages.coldHome(await driver.session(busy.id, server.origin)));
      const session = (id = busy.id) => driver.session(id, server.origin);
      const first = [];
      for (let at = 0; at < Math.ceil(rounds / 4); at++)
        first.push(
          ...(await pages.between(await session(), 0, EVERYWHERE)).filter(({ name }) => name !== ''),
        );
      const between = await pages.between(await session(), rounds, LATELY);
      const others = await pages.between(await session(), Math.ceil(rounds / 4), EVERYWHERE);
      const calls = await pages.between(await session(account.id), rounds, LATELY);
      const uploads = [];
      for (const [name, make] of Object.entries(FILES))
        uploads.push(await pages.upload(await session(), name, make(UPLOADED_ROWS)));
      const p95 = (presses) =>
        round(
          percentile(
            presses.map(({ took }) => took),
            0.95,
          ),
        );
      return {
        homeColdP95Ms: round(percentile(cold, 0.95)),
        firstP95Ms: p95(first),
        pageP95Ms: p95(again([...between, ...others])),
        callsP95Ms: p95(again(calls.filter(({ name }) => name === 'calls'))),
        uploadReadMs: round(Math.max(...uploads.map(({ readMs }) => readMs))),
        uploadTaskMs: round(Math.max(...uploads.map(({ taskMs }) => taskMs))),
        heapGrowth: await pages.heapGrowth(
          await driver.session(account.id, server.origin),
          quick ? 50 : RENEWALS,
        ),
      };
    } finally {
      await browser.close();
    }
  }

  constructor(browser, origin) {
    this.browser = browser;
    this.origin = origin;
  }

  /** Opens Home with an empty cache. */
  async coldHome(session) {
    const page = await this.#open(session);
    const began = performance.now();
    await page.goto(`${this.origin}/console`, { waitUntil: 'commit' });
    await page.waitForSelector('main[data-page="home"][data-state="ready"]');
    const took = performance.now() - began;
    await page.context().close();
    return took;
  }

  /** Goes from page to page; the first round loads their parts, `rounds` others come after it. */
  async between(session, rounds, names) {
    const page = await this.#open(session);
    await page.goto(`${this.origin}/console`);
    await page.waitForSelector('main[data-page="home"][data-state="ready"]');
    const times = [];
    for (let at = 0; at <= rounds; at++) {
      for (const name of names) {
        const link = name === '' ? ['/console', 'home'] : [`/console/${name}`, name];
        const took = await page.evaluate(`(${PRESS})(${JSON.stringify(link)})`);
        times.push({ name, took, isFirst: at === 0 });
        await page.waitForTimeout(100);
      }
    }
    await page.context().close();
    return times;
  }

  /** Chooses a file with contacts. */
  async upload(session, name, buffer) {
    const page = await this.#open(session);
    await page.goto(`${this.origin}/console/batches/new`);
    await page.waitForSelector('main[data-page="batch-new"][data-state="ready"]');
    const read = page.evaluate(READ);
    await page
      .getByLabel('File with contacts')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    const times = await read;
    await page.context().close();
    return times;
  }

  /** The heap after so many renewals of a list, to that after a tenth of them. The list is answered here: no limit counts. */
  async heapGrowth(session, renewals) {
    const page = await this.#open(session);
    let kept;
    let answered = 0;
    await page.route('**/console/api/calls?*', async (route) => {
      kept ??= await (await route.fetch()).text();
      answered += 1;
      await route.fulfill({ contentType: 'application/json', body: kept });
    });
    await page.clock.install();
    await page.goto(`${this.origin}/console/calls`);
    await page.waitForSelector('main[data-page="calls"][data-state="ready"]');
    const devtools = await page.context().newCDPSession(page);
    const heap = async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      return (await devtools.send('Runtime.getHeapUsage')).usedSize;
    };
    const renew = async (count) => {
      for (const end = answered + count; answered < end;) await page.clock.runFor(RENEWAL_MS);
    };
    await renew(renewals / 10);
    const before = await heap();
    await renew(renewals);
    const growth = (await heap()) / before;
    await page.context().close();
    return round(growth);
  }

  async #open({ name, value }) {
    const context = await this.browser.newContext({ viewport: { width: 1_280, height: 860 } });
    await context.addCookies([{ name, value, url: this.origin, httpOnly: true, sameSite: 'Strict' }]);
    return context.newPage();
  }
}
