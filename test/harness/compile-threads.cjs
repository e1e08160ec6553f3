/**
 * Lets a worker thread run our TypeScript: Jest compiles what it loads itself, and a thread is outside of it. Preloaded
 * with --require.
 */
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    swcrc: false,
    jsc: { target: 'es2023', parser: { syntax: 'typescript', decorators: true } },
    // `import()` stays what it is: it can load what is ESM only.
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  module._compile(code, filename);
};
