import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { TestApp } from './app';
import type { SignedInPerson } from './console';
import { CHROMIUM, CHROMIUM_WITH_DEVICES } from './chromium';
import { temporaryFolder } from './temporary-folder';
import { RequestLog } from './request-log';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** In the dark only colours differ. */
const RULES = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};
type ColorScheme = keyof typeof RULES;

/** Runs in the browser. */
const runAxe = (scheme: ColorScheme) =>
  `axe.run(document, ${JSON.stringify({ runOnly: RULES[scheme], resultTypes: ['violations'] })})
  .then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, any }) => ({ html: (any[0] ? any[0].message : '') + ' ' + html })) })))`;
const WATCH = `document.addEventListener('securitypolicyviolation', (event) =>
  tellViolation('content security policy: ' + event.violatedDirective + ' ' + event.blockedURI));`;

/** Runs in the browser: what a finger would miss. A link within a sentence is as high as its line, a box as its label. */
const SMALL_TARGETS = `[...document.querySelectorAll('a, button, select, textarea, input')]
  .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !target.matches('p a, [aria-hidden] *, [inert] *, [type=file]'))
  .filter((target) => Math.max(...[target, ...(target.labels ?? [])].map((part) => part.getBoundingClientRect().height)) < 43.5)
  .filter((target) => target.getBoundingClientRect().width > 1)
  .map((target) => target.outerHTML.slice(0, 200))`;

/** Runs in the browser: words of buttons, labels and compared lines that go over more than one line. What is no plain word is a name, which may. */
const BROKEN_WORDS = `[...document.querySelectorAll('button, label, legend, th, dt, p[data-kind]')].flatMap((element) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/(?<![^\\s(])[A-Za-z]{2,24}(?![^\\s.,:)…])/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
})`;

/** Characters of a page that a failed test prints. */
const MAX_TEXT = 6_000;

const DESKTOP = { width: 1_280, height: 860 };
/** The least width at which the navigation stays open. */
const TABLET = { width: 900, height: 1_100 };
const PHONE = { width: 390, height: 844 };

/** How a page is looked at: one thing changes at a time. */
const LOOKS = [
  { size: TABLET, colorScheme: 'light' },
  { size: DESKTOP, colorScheme: 'light' },
  { size: DESKTOP, colorScheme: 'dark' },
  { size: PHONE, colorScheme: 'dark' },
  { size: PHONE, colorScheme: 'light' },
] as const;

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** A person's browser at the console of a service. What must never happen is collected in `problems`. */
export class ConsoleBrowser {
  readonly problems: string[] = [];
  readonly #requests: RequestLog;

  private constructor(
    private readonly browser: Browser,
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly origin: string,
    private readonly folder: ReturnType<typeof temporaryFolder>,
  ) {
    this.#requests = new RequestLog(page);
  }

  /** @param microphone a WAV that its microphone plays once, then silence; pages still need the permission */
  static async open(service: TestApp, microphone?: Buffer): Promise<ConsoleBrowser> {
    const folder = temporaryFolder();
    const args = ['--no-sandbox'];
    if (microphone) {
      const file = join(folder.path, 'microphone.wav');
      writeFileSync(file, microphone);
      args.push('--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${file}%noloop`);
    }
    const executablePath = microphone ? CHROMIUM_WITH_DEVICES! : CHROMIUM!;
    const browser = await chromium.launch({ executablePath, args });
    const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    const own = new ConsoleBrowser(browser, context, page, service.origin, folder);
    await own.#watch();
    return own;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.folder.remove();
  }

  async #watch(): Promise<void> {
    await this.context.exposeFunction('tellViolation', (what: string) => this.problems.push(what));
    await this.context.addInitScript({ content: WATCH });
    this.page.on('pageerror', (error) => this.problems.push(error.message));
    this.page.on('console', (message) => {
      // The browser's own word for an answer of 400 or more.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        this.problems.push(message.text());
      }
    });
    this.page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.origin) && !url.startsWith('blob:')) this.problems.push(`foreign: ${url}`);
    });
  }

  /** Resolves when the page has the state. */
  async goto(path: string, state = 'ready'): Promise<void> {
    await this.page.goto(`${this.origin}/console${path}`);
    await this.shows(undefined, state);
  }

  /** Waits for a page, by its name. */
  async shows(name?: string, state = 'ready'): Promise<void> {
    const which = name === undefined ? '' : `[data-page="${name}"]`;
    await this.page.waitForSelector(`main${which}[data-state="${state}"]`);
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.goto('/sign-in');
    await this.page.getByLabel('E-mail').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** With the cookie of an existing session. */
  async enter({ cookie }: SignedInPerson): Promise<void> {
    const [name = '', value = ''] = cookie.split('=', 2);
    await this.context.addCookies([{ name, value, url: this.origin }]);
  }

  /** What the page shows, and its requests that failed or have no response yet: for a test that failed. */
  async report(): Promise<string> {
    const main = this.page.locator('main').first();
    const text = await main.innerText({ timeout: 2_000 }).catch(String);
    const state = await main.getAttribute('data-state', { timeout: 2_000 }).catch(() => 'none');
    return [`At ${this.page.url()}, ${state}:`, text.slice(0, MAX_TEXT), ...this.#requests.lines()].join(
      '\n',
    );
  }

  /** What is wrong with the page as it is, on each kind of screen, light and dark: axe, and scrolling sideways. */
  async faults(): Promise<string[]> {
    const faults: string[] = [];
    for (const { size, colorScheme } of LOOKS) {
      await this.page.setViewportSize(size);
      await this.page.emulateMedia({ colorScheme });
      await this.page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
      );
      const found = [
        ...(await this.#lasting(() => this.#layout(size))),
        ...(await this.#lasting(() => this.#axe(colorScheme))),
      ];
      faults.push(...found.map((fault) => `${size.width} ${colorScheme}: ${fault}`));
    }
    await this.page.setViewportSize(DESKTOP);
    await this.page.emulateMedia({ colorScheme: 'light' });
    return faults;
  }

  /** On a busy machine a change of size or colours takes longer than its frame: what stays wrong is wrong. */
  async #lasting(look: () => Promise<string[]>): Promise<string[]> {
    const first = await look();
    if (first.length === 0) return first;
    await this.page.waitForTimeout(300);
    return look();
  }

  async #layout(size: typeof PHONE): Promise<string[]> {
    const over = await this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    const broken = await this.page.evaluate<string[]>(BROKEN_WORDS);
    const small = size === PHONE ? await this.page.evaluate<string[]>(SMALL_TARGETS) : [];
    return [
      ...(over > 0 ? [`scrolls sideways by ${over}`] : []),
      ...(broken.length > 0 ? [`broken words: ${broken.slice(0, 5).join(' ')}`] : []),
      ...(small.length > 0 ? [`lower than 44 px: ${small.slice(0, 5).join(' ')}`] : []),
    ];
  }

  async #axe(scheme: ColorScheme): Promise<string[]> {
    // A script element would be refused by the page's policy.
    if (!(await this.page.evaluate<boolean>('"axe" in window'))) await this.page.evaluate(AXE);
    const findings = await this.page.evaluate<Finding[]>(runAxe(scheme));
    return findings.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
  }
}
