import { existsSync } from 'node:fs';

/** The browser that Playwright can drive: where CHROMIUM says, or where systems keep one; undefined without any. */
export const BROWSER = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path));
