import type { Locator, Request } from 'playwright-core';
import type { ConsoleBrowser } from './console-browser';

/** Drives the editor of agents in a browser. */
export class AgentPage {
  constructor(private readonly browser: ConsoleBrowser) {}

  /** The id in the address. */
  get id(): string {
    return new URL(this.browser.page.url()).pathname.split('/').at(-1) ?? '';
  }

  button(name: string, within: Pick<Locator, 'getByRole'> = this.browser.page): Locator {
    return within.getByRole('button', { name, exact: true });
  }

  field(label: string): Locator {
    return this.browser.page.getByLabel(label, { exact: true });
  }

  /** The field while it has the focus. */
  focused(label: string): Locator {
    return this.field(label).and(this.browser.page.locator(':focus'));
  }

  /** The field while something is wrong with it. */
  wrong(label: string): Locator {
    return this.field(label).and(this.browser.page.locator('[aria-invalid="true"]'));
  }

  /** The values that a field offers. */
  optionsOf(label: string): Promise<string[]> {
    return this.field(label)
      .locator('option')
      .evaluateAll((options) => (options as unknown as { value: string }[]).map(({ value }) => value));
  }

  /** What the page sends when it saves, once that is answered. */
  async sent(press: () => Promise<unknown> = () => this.button('Save').click()) {
    const isSave = (request: Request) =>
      ['POST', 'PATCH'].includes(request.method()) && request.url().includes('/console/v1/agents');
    const [request] = await Promise.all([this.browser.page.waitForRequest(isSave), press()]);
    await request.response();
    return request.postDataJSON() as Record<string, unknown>;
  }

  /** Resolves when the save is confirmed. */
  async save() {
    const body = await this.sent();
    await this.browser.page.getByText('Saved.', { exact: true }).waitFor();
    return body;
  }

  /** The drafts that the browser keeps, by their names. */
  drafts(): Promise<string[]> {
    return this.browser.page.evaluate<string[]>(
      `Object.keys(localStorage).filter((name) => name.startsWith('aics.draft.'))`,
    );
  }
}
