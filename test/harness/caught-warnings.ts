import { Logger } from '@nestjs/common';

/** What is logged as a warning from now on, in place of its output. */
export function caughtWarnings(): unknown[] {
  const lines: unknown[] = [];
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((line: unknown) => void lines.push(line));
  return lines;
}
