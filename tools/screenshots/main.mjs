import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { BROWSER } from '../lib/browser.mjs';
import { CONTACTS_FILE, demoAgent, queueDemoBatch, queueDemoCalls } from './demo-calls.mjs';

/** Pictures of every page of the console, from a service of its own with demo calls, into docs/console. */
const START = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));
const OUT = fileURLToPath(new URL('../../docs/console', import.meta.url));
const PERSON = { name: 'Meera Nair', email: 'meera@example.com', password: 'correct horse battery' };
const SIZES = [
  { width: 1_280, height: 860 },
  { width: 390, height: 844 },
];

/** Runs in the browser. Sticky elements would cover the middle of a full-page picture. */
const UNSTICK = `for (const element of document.querySelectorAll('*')) {
  if (getComputedStyle(element).position === 'sticky') Object.assign(element.style, { position: 'relative', inset: 'auto' });
}`;

if (BROWSER === undefined) {
  console.error('There is no Chromium here: CHROMIUM names one.');
  process.exit(1);
}

const dataDir = mkdtempSync(join(tmpdir(), 'ai-calling-pictures-'));
const service = spawn(process.execPath, [START], {
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PORT: '0',
    SIMULATOR_SPEED: '40',
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
try {
  const started = await output(/aics_\w+/);
  const [origin, link, key] = [/at (http:\S+)/, /http\S+\/setup#\S+/, /aics_\w+/].map((pattern) => {
    const found = pattern.exec(started);
    if (!found) throw new Error(`The start did not print ${pattern}.`);
    return found[1] ?? found[0];
  });
  const call = await queueDemoCalls(origin, key);
  const batch = await queueDemoBatch(origin, key);
  const agent = await demoAgent(origin, key);
  const first = await browser.newContext();
  await setUp(await first.newPage(), link);
  const storageState = await first.storageState();
  mkdirSync(OUT, { recursive: true });
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    for (const viewport of SIZES)
      await pictures(origin, { call, batch, agent }, { colorScheme, viewport, storageState });
  }
  console.log(`The pictures are in ${OUT}.`);
} finally {
  await browser.close();
  service.kill('SIGINT');
  await new Promise((resolve) => service.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** What the service has printed, once this is in it. */
async function output(pattern) {
  let text = '';
  service.stdout.on('data', (chunk) => (text += chunk));
  while (!pattern.test(text)) {
    if (service.exitCode !== null) throw new Error('The service did not start.');
    await sleep(100);
  }
  return text;
}

async function setUp(page, link) {
  await page.goto(link);
  await page.getByLabel('Your name').fill(PERSON.name);
  await page.getByLabel('E-mail').fill(PERSON.email);
  await page.getByLabel('Password').fill(PERSON.password);
  await page.getByRole('button', { name: 'Create and sign in' }).click();
  await page.waitForSelector('[data-page="home"][data-state="ready"]');
}

async function pictures(origin, { call, batch, agent }, options) {
  const { colorScheme, viewport } = options;
  const take = (page, name) => capture(page, `${name}-${colorScheme}-${viewport.width}.png`);
  const signedOut = await browser.newContext({ colorScheme, viewport });
  const stranger = await signedOut.newPage();
  await stranger.goto(`${origin}/console/sign-in`);
  await stranger.waitForSelector('main[data-state="ready"]');
  await take(stranger, 'sign-in');
  await signedOut.close();

  const context = await browser.newContext(options);
  const page = await context.newPage();
  const pages = {
    home: '',
    // Without those of the batch.
    calls: '/calls?test=none',
    call: `/calls/${call}`,
    batches: '/batches',
    batch: `/batches/${batch}`,
    'human-calls': '/human-calls',
    agents: '/agents',
    agent: `/agents/${agent}`,
    counsellors: '/counsellors',
    'do-not-call': '/do-not-call',
    credits: '/credits',
    webhook: '/webhook',
    keys: '/keys',
    settings: '/settings',
    members: '/settings/members',
    'audit-log': '/settings/audit-log',
    profile: '/profile',
  };
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(`${origin}/console${path}`);
    await page.waitForSelector(`main[data-page="${name}"][data-state="ready"]`);
    // Charts and what else comes after the first answer.
    await sleep(400);
    await take(page, name);
  }
  await page.goto(`${origin}/console/calls`);
  await page.getByRole('button', { name: 'New call' }).click();
  await page.getByLabel('Phone number').fill('+919876540001');
  await page.screenshot({ path: join(OUT, `new-call-${colorScheme}-${viewport.width}.png`) });
  await page.goto(`${origin}/console/batches/new`);
  await page.getByLabel('File with contacts').setInputFiles(CONTACTS_FILE);
  await page.getByRole('button', { name: 'Validate' }).click();
  await page.getByRole('table', { name: 'Skipped rows' }).waitFor();
  await take(page, 'batch-new');
  await context.close();
}

/** A picture of the whole page. */
async function capture(page, file) {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.evaluate(UNSTICK);
  await page.screenshot({ path: join(OUT, file), fullPage: true });
}
