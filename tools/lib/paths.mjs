import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** This tree's build. */
export const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

const { PATH, HOME, TMPDIR } = process.env;
/** The environment of a process that must not see the settings of the tool's user. */
export const BARE_ENVIRONMENT = { PATH, ...(HOME && { HOME }), ...(TMPDIR && { TMPDIR }) };
