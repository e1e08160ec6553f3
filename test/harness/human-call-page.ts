import type { Locator } from 'playwright-core';
import type { ConsoleDriver } from './console-driver';

/** Pages of human calls, as users see them and as carriers leave them. */
export class HumanCallPage {
  constructor(private readonly driver: ConsoleDriver) {}

  /** Without lines calls wait; with some, those that wait go on within a second. */
  readonly lines = (count: number) =>
    this.driver.service.unitOfWork.affected('UPDATE accounts SET lines = $2 WHERE id = $1', [
      this.driver.account.id,
      count,
    ]);

  /** The state of a call, as a slow carrier would leave it. */
  readonly put = (id: string, status: string, updates = 'realtime') =>
    this.driver.service.unitOfWork.affected(
      `UPDATE human_calls SET status = $2, status_updates = $3, dialed_at = $4::timestamptz,
         answered_at = CASE $2 WHEN 'in_progress' THEN $4::timestamptz END WHERE id = $1`,
      [id, status, updates, this.driver.service.clock.now()],
    );

  readonly legs = async (counsellor: string, contact: string) => {
    await this.#page.locator(`[data-testid="leg-counsellor"][data-state="${counsellor}"]`).waitFor();
    await this.#page.locator(`[data-testid="leg-contact"][data-state="${contact}"]`).waitFor();
  };

  readonly status = (value: string) =>
    this.#page.locator(`[data-testid="call-status"][data-status="${value}"]`).waitFor();

  readonly isFocused = (what: Locator) => what.and(this.#page.locator(':focus')).waitFor();

  /** Presses Tab until something has the focus. */
  readonly tabTo = async (what: Locator) => {
    await what.waitFor();
    for (let pressed = 0; pressed < 60; pressed++) {
      if ((await what.and(this.#page.locator(':focus')).count()) > 0) return;
      await this.#page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${String(what)}`);
  };

  readonly open = async (what: Locator) => {
    await this.tabTo(what);
    await this.#page.keyboard.press('Enter');
  };

  get #page() {
    return this.driver.page();
  }
}
