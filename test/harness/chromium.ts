import { existsSync } from 'node:fs';

const BROWSERS = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A whole browser: it has microphones. */
export const CHROMIUM_WITH_DEVICES = BROWSERS.find((path) => existsSync(path));

/** The path of CHROMIUM, or of a system's browser; undefined without any. */
export const CHROMIUM = [
  process.env['CHROMIUM'] ?? '',
  // The same engine without a browser's own windows: starts for a third of the CPU, and shows a page for four fifths.
  '/usr/lib/chromium/chromium-headless-shell',
  ...BROWSERS,
].find((path) => existsSync(path));

/** `describe` where there is a browser; else it skips, with a line as the reason. */
export const describeWithBrowser = (feature: string, suite: () => void) =>
  describeWith(CHROMIUM, feature, suite);

export const describeWithMicrophone = (feature: string, suite: () => void) =>
  describeWith(CHROMIUM_WITH_DEVICES, feature, suite);

function describeWith(browser: string | undefined, feature: string, suite: () => void): void {
  if (browser === undefined) {
    process.stdout.write(`${feature} was not tested: there is no Chromium here (CHROMIUM names one).\n`);
    describe.skip(feature, suite);
  } else describe(feature, suite);
}
