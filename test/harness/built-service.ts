import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const START = join(ROOT, 'scripts', 'start.mjs');
const CLI = join(ROOT, 'scripts', 'cli.mjs');

/** What the service under test sees of this process's environment, and no setting of the service. */
const { PATH, HOME, TMPDIR, NODE_OPTIONS } = process.env;
const BARE: NodeJS.ProcessEnv = {
  PATH,
  ...(HOME && { HOME }),
  ...(TMPDIR && { TMPDIR }),
  ...(NODE_OPTIONS && { NODE_OPTIONS }),
};

/** The built service as a person starts it, in a separate process. */
export class BuiltService {
  output = '';
  readonly #child: ChildProcess;
  /** Resolves with the exit code, null after a signal. */
  readonly ended: Promise<number | null>;

  constructor(environment: Record<string, string>) {
    this.#child = spawn(process.execPath, [START], {
      cwd: ROOT,
      env: { ...BARE, PORT: '0', LOG_LEVEL: 'warn', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = new Promise((done) => this.#child.once('close', done));
  }

  /** Resolves with the address once the service reports that it is ready. */
  async ready(): Promise<string> {
    let code: number | null | undefined;
    void this.ended.then((ended) => (code = ended));
    for (;;) {
      const origin = /is ready \(\w+\) at (http:\S+)/.exec(this.output)?.[1];
      if (origin !== undefined) return origin;
      if (code !== undefined) throw new Error(`the service ended with ${code}: ${this.output}`);
      await new Promise((wait) => setTimeout(wait, 20));
    }
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}

/** How a command ended, and what it printed. */
export interface EndedCommand {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of the operator's commands. */
export function cli(environment: Record<string, string>, ...words: string[]): Promise<EndedCommand> {
  return runProgram(process.execPath, [CLI, ...words], environment);
}

/** Runs one of the operator's commands as in the README. */
export function npmCli(environment: Record<string, string>, ...words: string[]): Promise<EndedCommand> {
  return runProgram('npm', ['run', '-s', 'cli', '--', ...words], environment);
}

function runProgram(
  program: string,
  words: readonly string[],
  environment: Record<string, string>,
): Promise<EndedCommand> {
  return new Promise((done) => {
    execFile(program, words, { cwd: ROOT, env: { ...BARE, ...environment } }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
