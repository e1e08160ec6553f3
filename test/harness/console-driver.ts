import type { Locator, Page } from 'playwright-core';
import { TestApp, type TestAccount } from './app';
import { ConsoleTests, type Role, type SignedInPerson } from './console';
import { ConsoleBrowser } from './console-browser';

/** Hostile names: markup, another direction, and a word without an end. */
export const HOSTILE = `<img src=x onerror="alert(1)">\u202Eabc مرحبا ${'w'.repeat(50)}`;

declare global {
  /** Called by the environment when a test fails, before its `afterEach`. */
  var onTestFailure: (() => Promise<void>) | undefined;
}

interface DriverSettings {
  /** Settings of the service. */
  readonly environment?: Record<string, string> | (() => Promise<Record<string, string>>);
  /** Settings of the account; null: there is no account. */
  readonly account?: Parameters<TestApp['account']>[0] | null;
  /** Signed out by default. */
  readonly as?: Role;
  /** A WAV for the browser's microphone. */
  readonly microphone?: Buffer;
}

interface Parts {
  readonly service: TestApp;
  readonly tests: ConsoleTests;
  readonly account: TestAccount | null;
  readonly browser: ConsoleBrowser;
  readonly person: SignedInPerson | null;
}

/**
 * A service with an account, and a browser at its console, for the `describe` around it. A test fails, too, for what must never
 * happen in a browser: an error of a script, a report of the page's policy, a request to another origin.
 */
export class ConsoleDriver {
  #parts: Parts | undefined;

  constructor({ environment, account: settings, as, microphone }: DriverSettings = {}) {
    beforeAll(async () => {
      const service = await TestApp.start(
        typeof environment === 'function' ? await environment() : environment,
      );
      const tests = new ConsoleTests(service);
      const account = settings === null ? null : await service.account({ name: 'Sunrise', ...settings });
      const browser = await ConsoleBrowser.open(service, microphone);
      const person = as && account ? await tests.person(account.id, [as]) : null;
      this.#parts = { service, tests, account, browser, person };
      globalThis.onTestFailure = async () => console.log(await browser.report());
      if (person) {
        await browser.enter(person);
        await browser.goto('');
      }
    });
    afterEach(() => expect(this.browser.problems.splice(0)).toEqual([]));
    afterAll(async () => {
      globalThis.onTestFailure = undefined;
      await this.#parts?.browser.close();
      await this.#parts?.service.stop();
    });
  }

  get service(): TestApp {
    return this.#now.service;
  }

  get tests(): ConsoleTests {
    return this.#now.tests;
  }

  get account(): TestAccount {
    const { account } = this.#now;
    if (!account) throw new Error('the driver has no account');
    return account;
  }

  /** Who is signed in. */
  get person(): SignedInPerson {
    const { person } = this.#now;
    if (!person) throw new Error('nobody is signed in on the driver');
    return person;
  }

  get browser(): ConsoleBrowser {
    return this.#now.browser;
  }

  readonly page = (): Page => this.browser.page;

  readonly button = (name: string | RegExp, within: Pick<Locator, 'getByRole'> = this.page()): Locator =>
    within.getByRole('button', { name, exact: true });

  /** The row of a table that shows something, by its id. */
  readonly row = (id: string): Locator => this.page().locator(`tr[data-id="${id}"]`);

  readonly dialog = (name: string): Locator => this.page().getByRole('dialog', { name });

  /** The confirmation before something is lost. */
  readonly question = (): Locator => this.page().getByRole('alertdialog');

  /** Nothing is wrong with the page, on a desktop and a phone, light and dark. */
  readonly isWellMade = async (): Promise<void> => {
    expect(await this.browser.faults()).toEqual([]);
  };

  get #now(): Parts {
    if (!this.#parts) throw new Error('the driver is ready in hooks and tests alone');
    return this.#parts;
  }
}
