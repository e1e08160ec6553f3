import type { IncomingCall } from '../../../src/sip';
import { Phone, type PlacedCall, at } from './phone';
import { type RunningSipp, SIPP, type SippOptions, startSipp } from './sipp';

/** A phone of ours and SIPp on this machine, for the tests of one suite. */
export class SippSuite {
  phone!: Phone;
  /** What our phone does with a call that comes in. */
  onCall: (call: IncomingCall) => void = () => undefined;
  readonly #running: RunningSipp[] = [];

  /** Starts SIPp with a scenario; it ends with the test. */
  async sipp(scenario: string, options: SippOptions = {}): Promise<RunningSipp> {
    const started = await startSipp(scenario, options);
    this.#running.push(started);
    return started;
  }

  /** Calls SIPp, which plays the scenario. */
  async calling(
    scenario: string,
    options: Parameters<Phone['place']>[1] = {},
  ): Promise<{ far: RunningSipp; placed: PlacedCall }> {
    const far = await this.sipp(scenario);
    return { far, placed: this.phone.place(at(far.port), options) };
  }

  async open(): Promise<void> {
    // Random numbers of 0: after a glare we retry as early as is allowed.
    this.phone = await Phone.open({
      incoming: (call) => this.onCall(call),
      runtime: { random: () => 0 },
    });
  }

  endScenarios(): void {
    for (const sipp of this.#running.splice(0)) sipp.kill();
  }
}

/** A suite against SIPp (`apt-get install sip-tester`). It is skipped without SIPp, unless `PHONE_TESTS=required`. */
export function describeWithSipp(name: string, define: (suite: SippSuite) => void): void {
  if (!SIPP) console.log(`SIPp is not installed (apt-get install sip-tester): "${name}" is skipped.`);
  const describeOrSkip = SIPP || process.env['PHONE_TESTS'] === 'required' ? describe : describe.skip;
  describeOrSkip(name, () => {
    const suite = new SippSuite();
    beforeAll(async () => {
      // Reached without SIPp only when it is required.
      expect(SIPP).toBe(true);
      await suite.open();
    });
    afterEach(() => {
      suite.endScenarios();
      expect(suite.phone.warnings).toEqual([]);
    });
    afterAll(async () => {
      await suite.phone.close();
    });
    define(suite);
  });
}
