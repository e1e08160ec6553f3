import type { ConsoleDriver } from './console-driver';

/** The page that uploads contacts, as a user sees it. */
export class UploadPage {
  constructor(private readonly driver: ConsoleDriver) {}

  readonly figure = (name: string) => this.#page.getByTestId(`figure-${name}`).locator('dd').innerText();

  /** A day later at noon, as a field of date and time has it. */
  readonly tomorrow = () =>
    `${new Date(this.driver.service.clock.nowMs() + 86_400_000).toISOString().slice(0, 10)}T12:00`;

  readonly batches = async () =>
    (await this.driver.service.api(this.driver.account).get('/batches?limit=100')).data;

  readonly use = (column: string) => this.#page.getByLabel(`Use of \u2068${column}\u2069`);

  readonly choose = (name: string, content: string | Uint8Array) =>
    this.#page
      .getByLabel('File with contacts')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

  readonly validated = async (press = true) => {
    if (press) await this.driver.button('Validate').click();
    await this.#page.getByTestId('figure-rows').waitFor();
  };

  get #page() {
    return this.driver.page();
  }
}

/** A file of numbers that follow each other. */
export const rowsOf = (count: number, from: number) =>
  ['Phone', ...Array.from({ length: count }, (_, at) => `+9197${String(from + at).padStart(8, '0')}`)].join(
    '\n',
  );
