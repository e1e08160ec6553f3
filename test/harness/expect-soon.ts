import { eventually } from './app';

/** `expect` of what a page shows, read again until it matches: a render or a request may come later than an action. */
export function expectSoon<T>(read: () => Promise<T>) {
  const until = (matches: (found: jest.JestMatchers<T>) => void) =>
    eventually(async () => {
      matches(expect(await read()));
    });
  return {
    toBe: (value: unknown) => until((found) => found.toBe(value)),
    notToBe: (value: unknown) => until((found) => found.not.toBe(value)),
    toEqual: (value: unknown) => until((found) => found.toEqual(value)),
    toContain: (part: string) => until((found) => found.toContain(part)),
    toMatch: (pattern: RegExp) => until((found) => found.toMatch(pattern)),
    toBeGreaterThan: (least: number) => until((found) => found.toBeGreaterThan(least)),
  };
}
