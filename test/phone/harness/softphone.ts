import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = resolve(__dirname, '../../../examples/softphone/main.mjs');
/** Longer than any wait of a call here. */
const START_TIMEOUT_MS = 25_000;

/** A line of the test softphone's `--json`. */
export interface PhoneEvent {
  readonly event: string;
  readonly at_ms: number;
  readonly call?: number;
  readonly [field: string]: unknown;
}

const running = new Set<Softphone>();

/** The test softphone in a separate process. */
export class Softphone {
  readonly events: PhoneEvent[] = [];
  stderr = '';
  stdout = '';
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;
  #code: number | null | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(...words: readonly string[]) {
    this.#child = spawn(process.execPath, [MAIN, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(this);
    if (this.#child.stdout) {
      createInterface(this.#child.stdout).on('line', (line) => {
        this.stdout += `${line}\n`;
        if (line.startsWith('{')) this.events.push(JSON.parse(line) as PhoneEvent);
        this.#wake();
      });
    }
    this.#child.stderr?.on('data', (text: Buffer) => (this.stderr += text.toString()));
    this.ended = new Promise((done) => {
      this.#child.once('close', (code) => {
        this.#code = code;
        running.delete(this);
        this.#wake();
        done(code);
      });
    });
  }

  /** Listens on the returned address, `HOST:PORT`. */
  static async listening(
    host: string,
    ...words: readonly string[]
  ): Promise<Softphone & { address: string }> {
    const phone = new Softphone('--json', '--listen', `${host}:0`, ...words);
    const { address } = await phone.until('listening');
    return Object.assign(phone, { address: String(address) });
  }

  /** The events of one kind. */
  all(event: string): PhoneEvent[] {
    return this.events.filter((one) => one.event === event);
  }

  /** The first event of a kind that `fits`, which may still have to come. @throws when it does not */
  async until(event: string, fits: (one: PhoneEvent) => boolean = () => true): Promise<PhoneEvent> {
    const end = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const found = this.all(event).find(fits);
      if (found) return found;
      if (this.#code !== undefined || Date.now() > end) {
        const story = this.events.map(({ event: name }) => name).join(', ');
        throw new Error(`there was no ${event}, but: ${story}; ${this.stderr}`);
      }
      await new Promise<void>((wake) => {
        const timer = setTimeout(wake, 1_000);
        this.#waiting.add(() => {
          clearTimeout(timer);
          wake();
        });
      });
    }
  }

  /** Ends it as a person does, calls included. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.ended;
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

/** For `afterEach`: no softphone outlives its test. */
export async function hangUpAll(): Promise<void> {
  await Promise.all([...running].map((phone) => phone.stop('SIGKILL')));
}
