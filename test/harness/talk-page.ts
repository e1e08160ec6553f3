import type { Locator } from 'playwright-core';
import { syllablesWav } from './audio-files';
import { makeAgent } from './builders';
import { ConsoleDriver } from './console-driver';
import { expectSoon } from './expect-soon';
import { FakeTalk } from './fake-talk';

const AGENT = {
  name: 'Asha',
  language: 'english',
  opening_line: 'Hello {{contact_name}}, about {{course}}.',
  system_prompt: 'Talk about {{course}}.',
};

/** An agent's page at "Talk" before each test of the `describe` around it; the test plays the service. */
export class TalkPage {
  readonly driver = new ConsoleDriver({ as: 'ADMIN', microphone: syllablesWav(48_000, 240) });
  agentId = '';
  #talk: FakeTalk | undefined;

  constructor() {
    beforeAll(async () => {
      this.agentId = await makeAgent(this.driver.service, this.driver.account, AGENT);
    });
    beforeEach(async () => {
      const page = this.driver.page();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      this.#talk = await FakeTalk.open(page);
      await this.driver.browser.context.grantPermissions(['microphone']);
      await this.driver.browser.goto(`/agents/${this.agentId}`);
      await this.tab('Talk').click();
    });
  }

  get talk(): FakeTalk {
    if (!this.#talk) throw new Error('the page is open in tests alone');
    return this.#talk;
  }

  readonly part = () => this.driver.page().getByRole('region', { name: 'Test agent' });
  readonly tab = (name: string) => this.part().getByRole('tab', { name, exact: true });
  readonly button = (name: string) => this.part().getByRole('button', { name, exact: true });
  readonly field = (name: string) => this.part().getByLabel(name, { exact: true });
  readonly test = () => this.part().getByTestId('voice-test');
  readonly status = () => this.test().getByRole('status').first();
  readonly turn = (text: string) => this.test().locator('[data-testid="turn"]', { hasText: text });
  readonly isIn = (state: string) =>
    this.test()
      .and(this.driver.page().locator(`[data-state="${state}"]`))
      .waitFor();
  readonly hasFocus = (locator: Locator) => locator.and(this.driver.page().locator(':focus')).waitFor();

  /** Resolves when the microphone is on, and the service is ready if it will be. */
  readonly start = async (name = 'Start talking'): Promise<void> => {
    const before = this.talk.sockets.length;
    await this.button(name).click();
    await expectSoon(() => Promise.resolve(this.talk.sockets.length)).toBe(before + 1);
    await this.sends('begin');
    const { isReady, socket } = this.talk;
    if (isReady) await expectSoon(() => Promise.resolve(socket.hasSentReady)).toBe(true);
  };

  /** Waits for the last message of the page. */
  readonly sends = (type: string): Promise<void> =>
    expectSoon(() => Promise.resolve(this.talk.socket.messages.at(-1)?.type)).toBe(type);

  /** Whether the last 400 ms of the microphone were silent. */
  readonly isMicrophoneSilent = (): Promise<boolean> =>
    Promise.resolve(this.talk.socket.sound.slice(-20).every(({ isSilent }) => isSilent));
}
