import type { Command } from 'commander';

/** Wrong usage: one line that says what is right, exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A correct command that cannot be carried out: one line, exit 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Ends a command that has printed its result with an exit code of its own. */
export class ExitCode extends Error {
  override readonly name = 'ExitCode';

  constructor(readonly code: number) {
    super(`exit code ${code}`);
  }
}

/** Prints a result: one JSON document with `--json`, else text. */
export function print(command: Command, value: unknown): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>();
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${forPeople(value)}\n`);
}

function forPeople(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(forPeople).join('\n\n');
  if (typeof value !== 'object' || value === null) return oneLine(value);
  const entries = Object.entries(value);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, item]) => `${name.padEnd(width)}  ${oneLine(item)}`).join('\n');
}

function oneLine(value: unknown): string {
  if (value === null) return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(oneLine).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`;
}
