import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { existsSync } from 'node:fs';
import { AMPLITUDE, RECORD, RECORDED } from './page-recorder.mjs';
import { envelopesOf, stretchesOf } from './sounds.mjs';

/** A whole browser: one without windows has no devices. */
export const WITH_DEVICES = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path));

const TIMEOUT_MS = 20_000;

/** A person's Chromium at the console of a service, with a file as its microphone. */
export class TalkBrowser {
  #browser;
  driver;

  /**
   * @param {import('./live-driver.mjs').LiveDriver} driver
   * @param {Buffer} microphone a WAV file; it begins anew with each talk
   * @param {{executable?: string | undefined}} [options]
   */
  static async open(driver, microphone, { executable = WITH_DEVICES } = {}) {
    if (executable === undefined) throw new Error('There is no Chromium here: CHROMIUM names one.');
    const file = join(driver.folder, `microphone-${performance.now()}.wav`);
    await writeFile(file, microphone);
    const browser = await chromium.launch({
      executablePath: executable,
      args: [
        '--no-sandbox',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-audio-capture=${file}%noloop`,
        // Where the service is not this machine for the browser.
        `--unsafely-treat-insecure-origin-as-secure=${driver.origin}`,
      ],
    });
    return new TalkBrowser(driver, browser);
  }

  constructor(driver, browser) {
    [this.driver, this.#browser] = [driver, browser];
  }

  /**
   * Presses "Start talking", talks for so long and hangs up.
   * @param {string} agent
   * @param {number} ms
   * @returns {Promise<any>} its sounds; `ended` says what the page showed of a talk that was over before
   */
  async talk(agent, ms) {
    const person = await this.driver.person();
    const page = await this.#page(person);
    try {
      await page.goto(`${this.driver.origin}/console/agents/${agent}`);
      const part = page.getByRole('region', { name: 'Test agent' });
      await part.getByRole('tab', { name: 'Talk', exact: true }).click();
      await part.getByRole('button', { name: 'Start talking', exact: true }).click();
      await page.waitForTimeout(ms);
      const test = part.getByTestId('voice-test');
      const [id, state] = await Promise.all(['data-id', 'data-state'].map((name) => test.getAttribute(name)));
      const recorded = await page.evaluate(RECORDED);
      if (state === 'ended' || state === null) return { ended: (await part.innerText()).slice(0, 300) };
      await part.getByRole('button', { name: 'Hang up', exact: true }).click();
      return { ...soundsOf(recorded), ...(await this.#recording(person, id)) };
    } finally {
      await page.context().close();
    }
  }

  close() {
    return this.#browser.close();
  }

  async #page({ name, value }) {
    const context = await this.#browser.newContext({ bypassCSP: true, permissions: ['microphone'] });
    context.setDefaultTimeout(TIMEOUT_MS);
    await context.addCookies([{ name, value, url: this.driver.origin, httpOnly: true, sameSite: 'Strict' }]);
    await context.addInitScript({ content: RECORD });
    return context.newPage();
  }

  async #recording(person, id) {
    const test = await this.driver.over(person, id);
    const bytes = Buffer.from(await (await fetch(test.recording_url)).arrayBuffer());
    const [agent, person_] = envelopesOf(bytes);
    return {
      test,
      recording: { agent: stretchesOf(agent, PAUSE_MS), person: stretchesOf(person_, PAUSE_MS) },
    };
  }
}

/** Syllables of the microphone have pauses of up to 200 ms, which noise suppression may lengthen. */
const PAUSE_MS = 250;

function soundsOf({ mic, ear, startedAt, pressedAt, latencyMs }) {
  const stretches = (peaks) =>
    stretchesOf(
      peaks.map((peak) => peak / AMPLITUDE),
      PAUSE_MS,
    );
  return {
    page: { mic: stretches(mic), ear: stretches(ear) },
    pressedMs: pressedAt - startedAt,
    latencyMs,
  };
}
