import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

/**
 * Structured lines on stdout. Nothing personal goes in: ids only, no phone numbers, prompts, transcripts, keys.
 */
export function createLogger(level: string): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, errorKey: 'error' });
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
    const stack = rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
    if (message instanceof Error) this.logger[level]({ context, error: describeError(message) });
    else this.logger[level]({ context, stack }, String(message));
  }
}

/**
 * What may be said of an error in a log: its class, code and stack, and never a query's parameters or the values that
 * PostgreSQL repeats in `detail`.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    code,
    constraint,
    message: error.message.slice(0, 500),
    stack: error.stack?.split('\n').slice(1, 9).join('\n'),
  };
}
