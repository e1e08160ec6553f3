import { buildWhenNeeded } from './build-when-needed.mjs';

await buildWhenNeeded();
await import('../dist/src/mcp/stdio.js');
