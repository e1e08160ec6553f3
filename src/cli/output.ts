import type { Command } from 'commander';
import { UNPRINTABLE } from '../platform/kernel/text';

/** Wrong usage: one line with the valid usage, exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A correct command that failed: one line, exit 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Ends a command that has printed its result with its own exit code. */
export class ExitCode extends Error {
  override readonly name = 'ExitCode';

  constructor(readonly code: number) {
    super(`exit code ${code}`);
  }
}

/** Foreign text must move no cursor and begin no line. */
export function printable(line: string): string {
  return line.replace(UNPRINTABLE, '?');
}

export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json ?? false;
}

export function print(command: Command, value: unknown): void {
  process.stdout.write(wantsJson(command) ? `${JSON.stringify(value)}\n` : `${forPeople(value)}\n`);
}

export function printTable(
  command: Command,
  list: readonly unknown[],
  rows: readonly Readonly<Record<string, string>>[],
): void {
  const [first] = rows;
  if (first === undefined || wantsJson(command)) {
    print(command, list);
    return;
  }
  const lines = [Object.keys(first), ...rows.map((row) => Object.values(row).map(printable))];
  const widths = Object.keys(first).map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  for (const cells of lines) {
    process.stdout.write(
      `${cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
}

function forPeople(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(forPeople).join('\n\n');
  if (typeof value !== 'object' || value === null) return printable(oneLine(value));
  const entries = Object.entries(value);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, item]) => `${name.padEnd(width)}  ${printable(oneLine(item))}`).join('\n');
}

function oneLine(value: unknown): string {
  if (value === null) return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(oneLine).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`;
}
