import './compile-cache.mjs';
import { buildWhenNeeded } from './build-when-needed.mjs';

await buildWhenNeeded({ withPage: true });
await import('../dist/src/main.js');
