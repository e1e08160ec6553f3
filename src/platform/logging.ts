import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { firstCodePoints } from './kernel/text';
import { readableLine } from './readable-log';

/** JSON for machines, one object a line; text for people. */
export type LogFormat = 'json' | 'text';

/** "Readable lines in a terminal; JSON only when the output is no terminal", or as LOG_FORMAT says. */
export function logFormatOf(configured: LogFormat | null): LogFormat {
  return configured ?? (process.stdout.isTTY ? 'text' : 'json');
}

/**
 * Structured lines on stdout. Nothing personal goes in: ids only, no phone numbers, prompts, transcripts, keys.
 */
export function createLogger(level: string, format: LogFormat, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    errorKey: 'error',
    // What `describeError` made; pino's own would tell more.
    serializers: { error: (described: unknown) => described },
  };
  const out = destination ?? pino.destination({ dest: 1, sync: true });
  if (format === 'json') return pino(options, out);
  return pino(options, {
    write: (line) => {
      out.write(readableLine(line));
    },
  });
}

/** Nest's own words through the same logger. What it says while it wires itself is for debugging. */
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
    const context = typeof rest.at(-1) === 'string' ? (rest.at(-1) as string) : undefined;
    const stack = rest.length > 1 && typeof rest[0] === 'string' ? framesOf(rest[0]) : undefined;
    if (message instanceof Error) this.logger[level]({ context, error: describeError(message) });
    else this.logger[level]({ context, stack }, oneLine(String(message), MOST_OF_A_LINE));
  }
}

const MOST_OF_A_LINE = 4_000;
const MOST_OF_A_MESSAGE = 500;
const MOST_FRAMES = 8;
const FRAME = /^ {4}at /;
/** Would begin another line, or move what a terminal shows. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * What may be said of an error in a log: its class, code and stack, and never a query's parameters or the values that
 * PostgreSQL repeats in `detail`. Of its message the first line alone: the others of a foreign error may be anything, such
 * as what a server was sent.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const [first = ''] = error.message.slice(0, MOST_OF_A_LINE).split(/[\r\n\u2028\u2029]/u, 1);
  return {
    type: error.name,
    code,
    constraint,
    message: oneLine(first, MOST_OF_A_MESSAGE),
    stack: error.stack === undefined ? undefined : framesOf(error.stack, error.message),
  };
}

/** The frames of a stack without the message before them, which may have lines that look like frames. */
function framesOf(stack: string, message = ''): string {
  const from = message === '' ? -1 : stack.indexOf(message);
  const frames = from < 0 ? stack : stack.slice(from + message.length);
  return frames
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, MOST_FRAMES)
    .join('\n');
}

function oneLine(text: string, most: number): string {
  return firstCodePoints(text, most).replace(CONTROLS, ' ');
}
