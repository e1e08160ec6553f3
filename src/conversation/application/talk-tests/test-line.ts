import {
  type AwaitedWork,
  type ListenResult,
  SIMULATED_TIMES,
  type Spoken,
  type TextLine,
  type Transferred,
  type WaitResult,
} from '../../domain/text-line';
import { wholeText } from '../../domain/spoken-text';
import { includesText, matchesPartly, type TestFailure, type TestStep, type TestUse } from './test-steps';

const MS_A_CHARACTER = 60;
const GAP_MS = 500;
const CONNECTING_MS = 5_000;

/** Plays the steps of a test as the contact, on a virtual clock, and checks what comes between them. */
export class TestLine implements TextLine {
  readonly times = SIMULATED_TIMES;
  readonly failures: TestFailure[] = [];
  /** The number that the contact was connected to; null: none. */
  transferredTo: string | null = null;
  #nowMs = 0;
  #limitMs = Infinity;
  #at = 0;
  #hasSpoken = false;
  #hasHungUp = false;
  /** Since the contact's last step. */
  #spoken: string[] = [];
  #used: TestUse[] = [];

  constructor(private readonly steps: readonly TestStep[]) {}

  nowMs(): number {
    return this.#nowMs;
  }

  cutAt(limitMs: number): void {
    this.#limitMs = limitMs;
  }

  onUse(use: TestUse): void {
    this.#used.push(use);
  }

  async speak(words: AsyncIterable<string>): Promise<Spoken | null> {
    const text = await wholeText(words);
    if (text === null) return null;
    this.#hasSpoken = true;
    this.#spoken.push(text);
    const startMs = this.#nowMs;
    this.#pass(MS_A_CHARACTER * text.length);
    return {
      startMs,
      endMs: this.#nowMs,
      playedText: text,
      cutBy: this.#nowMs >= this.#limitMs ? 'limit' : null,
    };
  }

  listen(forMs: number): Promise<ListenResult> {
    // The agent begins.
    if (!this.#hasSpoken) return Promise.resolve({ kind: 'silence', forMs });
    this.#check();
    const step = this.steps[this.#at];
    this.#at += 1;
    [this.#spoken, this.#used] = [[], []];
    if (!step || 'hang_up' in step) {
      this.#hasHungUp = true;
      return Promise.resolve({ kind: 'hung_up' });
    }
    if ('silence' in step) {
      this.#pass(forMs);
      return Promise.resolve({ kind: 'silence', forMs });
    }
    const text = 'contact' in step ? step.contact : 'keys' in step ? `[DTMF ${step.keys}]` : '';
    this.#pass(GAP_MS);
    const startMs = this.#nowMs;
    this.#pass(MS_A_CHARACTER * text.length);
    return Promise.resolve({ kind: 'speech', text, startMs, endMs: this.#nowMs });
  }

  awaitBeep(): Promise<void> {
    return Promise.resolve();
  }

  async waitFor<T>(work: AwaitedWork<T>): Promise<WaitResult<T>> {
    return { value: await work.over };
  }

  transfer([number]: readonly [string, ...string[]]): Promise<Transferred> {
    this.transferredTo = number;
    this.#pass(CONNECTING_MS);
    const startMs = this.#nowMs;
    this.#pass(GAP_MS);
    const turn = { speaker: 'human' as const, text: 'Hello.', startMs, endMs: this.#nowMs };
    return Promise.resolve({ turns: [turn], endedBy: 'human' });
  }

  /** The talk has ended: checks of its last words, unless the contact hung up after them; later steps fail. */
  finish(): void {
    if (!this.#hasHungUp) this.#check();
    for (; this.#at < this.steps.length; this.#at += 1) {
      this.#fail(JSON.stringify(this.steps[this.#at]), 'The talk was over.');
    }
  }

  #check(): void {
    for (; this.#at < this.steps.length; this.#at += 1) {
      const step = this.steps[this.#at];
      if (!step || !('agent' in step || 'tool' in step)) return;
      if ('tool' in step) this.#checkTool(step);
      else this.#checkAgent(step.agent);
    }
  }

  #checkAgent({
    includes = [],
    excludes = [],
    one_of: oneOf = [],
  }: Extract<TestStep, { agent: unknown }>['agent']): void {
    const spoken = this.#spoken.join(' ');
    for (const text of includes)
      if (!includesText(spoken, text)) this.#fail(`The agent says "${text}".`, spoken);
    for (const text of excludes)
      if (includesText(spoken, text)) this.#fail(`The agent does not say "${text}".`, spoken);
    if (oneOf.length > 0 && !oneOf.some((text) => includesText(spoken, text))) {
      this.#fail(`The agent says one of ${oneOf.map((text) => `"${text}"`).join(', ')}.`, spoken);
    }
  }

  #checkTool({ tool, arguments: expected }: Extract<TestStep, { tool: unknown }>): void {
    const uses = this.#used.filter(({ name }) => name === tool);
    if (uses.some((use) => expected === undefined || matchesPartly(expected, use.arguments))) return;
    const how = expected === undefined ? '' : ` with ${JSON.stringify(expected)}`;
    const found = this.#used.map((use) => `${use.name} with ${JSON.stringify(use.arguments)}`).join(', ');
    this.#fail(`The tool ${tool} is used${how}.`, found === '' ? 'No tool was used.' : found);
  }

  #fail(expected: string, found: string): void {
    this.failures.push({
      step: `talk[${this.#at}]`,
      expected,
      found: found === '' ? 'The agent said nothing.' : found,
    });
  }

  #pass(ms: number): void {
    this.#nowMs = Math.min(this.#limitMs, this.#nowMs + ms);
  }
}
