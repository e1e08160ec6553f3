import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Node 22 and later keep compiled code, so that starts and commands spend less time on loading; Node 20 has no such thing.
module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)));
