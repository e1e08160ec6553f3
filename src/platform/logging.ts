import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { firstCodePoints } from './kernel/text';
import { readableLine } from './readable-log';
import { StartupError } from './startup-error';

export type LogFormat = 'json' | 'text';

/** Text in a terminal, else JSON, unless LOG_FORMAT is set. */
export function logFormatOf(configured: LogFormat | null): LogFormat {
  return configured ?? (process.stdout.isTTY ? 'text' : 'json');
}

/** Nothing personal is logged (R100). */
export function createLogger(level: string, format: LogFormat, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    errorKey: 'error',
    // From `describeError`; pino's own serializer would reveal more.
    serializers: { error: (described: unknown) => described },
  };
  const out = destination ?? (processOutput ??= standardOutput());
  if (format === 'json') return pino(options, out);
  return pino(options, {
    write: (line) => out.write(readableLine(line)),
  });
}

/** A second one would have a listener of its own for the end of the process. */
let processOutput: DestinationStream | undefined;

/**
 * Lines of one turn of the event loop are written together. A killed process loses the lines of its last turn. The
 * destination's own `flushSync` would also wait for the disk, each time.
 */
function standardOutput(): DestinationStream {
  const out = pino.destination({ dest: 1, sync: true });
  let unwritten = '';
  const flush = () => {
    const lines = unwritten;
    unwritten = '';
    if (lines !== '') out.write(lines);
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (unwritten === '') setImmediate(flush);
      unwritten += line;
      if (unwritten.length > MAX_UNWRITTEN_LENGTH) flush();
    },
  };
}

/** Sends Nest's messages to the same logger, those about its startup at debug level. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.#write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.#write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.#write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.#write('fatal', message, rest);
  }

  #write(level: 'fatal' | 'error' | 'warn' | 'debug' | 'trace', message: unknown, rest: unknown[]): void {
    // The process prints it itself, in one line.
    if (message instanceof StartupError) return;
    const context = typeof rest.at(-1) === 'string' ? (rest.at(-1) as string) : undefined;
    const stack = rest.length > 1 && typeof rest[0] === 'string' ? framesOf(rest[0]) : undefined;
    if (message instanceof Error) this.logger[level]({ context, error: describeError(message) });
    else this.logger[level]({ context, stack }, oneLine(String(message), MAX_LINE_LENGTH));
  }
}

const MAX_UNWRITTEN_LENGTH = 4_096;
const MAX_LINE_LENGTH = 4_000;
const MAX_MESSAGE_LENGTH = 500;
const MAX_STACK_FRAMES = 8;
const FRAME = /^ {4}at /;
/** Control characters would start a line or move the terminal's cursor. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/** Without query parameters, PostgreSQL's `detail`, which repeats values, and further lines of a message. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const [first = ''] = error.message.slice(0, MAX_LINE_LENGTH).split(/[\r\n\u2028\u2029]/u, 1);
  return {
    type: error.name,
    code,
    constraint,
    message: oneLine(first, MAX_MESSAGE_LENGTH),
    stack: error.stack === undefined ? undefined : framesOf(error.stack, error.message),
  };
}

/** The description of an error for a line of the log. */
export function errorText(error: unknown): string {
  return JSON.stringify(describeError(error));
}

/** Without the message, whose lines may look like frames. */
function framesOf(stack: string, message = ''): string {
  const from = message === '' ? -1 : stack.indexOf(message);
  const frames = from < 0 ? stack : stack.slice(from + message.length);
  return frames
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, MAX_STACK_FRAMES)
    .join('\n');
}

function oneLine(text: string, most: number): string {
  return firstCodePoints(text, most).replace(CONTROLS, ' ');
}
