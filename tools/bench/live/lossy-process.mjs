/**
 * Measures talks between two network namespaces, as a process in that of the service: node lossy-process.mjs OPTIONS, which
 * are JSON; prints the figures as JSON.
 */
import { delays } from './browser.mjs';

const { talks, talkMs, host, executable } = JSON.parse(process.argv[2]);
const figures = await delays({ talks, talkMs, driver: { host, executable } });
console.log(JSON.stringify(figures));
process.exit(0);
