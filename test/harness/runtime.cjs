const Module = require('node:module');
const { join, resolve } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const ROOT = resolve(__dirname, '../..');
const PACKAGES = join(ROOT, 'node_modules/');
/** The service, and what checks its answers. */
const SERVICE = ['src/', 'migrations/', 'test/harness/document.ts'].map((path) => join(ROOT, path));
const load = Module.createRequire(join(ROOT, 'package.json'));

const isService = (path) => SERVICE.some((folder) => path.startsWith(folder)) && !path.endsWith('.spec.ts');

/** The runtime of the suite that is under way. */
let current;
require.extensions['.ts'] = (module, path) => module._compile(current.transformCache.transform(path), path);

// `import()` names what TypeScript will be compiled to.
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, parent, ...rest) => {
  const compiled = parent?.filename?.endsWith('.ts') && /^\..*\.js$/.test(request);
  return resolveFilename.call(Module, compiled ? request.replace(/js$/, 'ts') : request, parent, ...rest);
};

/** What each suite loads anew, by path. */
const compiled = new Map();
const sourceMaps = new Map();

/**
 * Loads packages and the service once a worker, by Node's own `require`: Jest would load them anew for each suite, which
 * takes longer than the tests of most suites, and V8 would have to optimize them anew. A suite and its harness are loaded for
 * each suite, but compiled once. So what a module of the service remembers lives as long as the worker: no test may see it.
 */
module.exports = class extends Runtime {
  constructor(...args) {
    super(...args);
    current = this;
    const { watch, watchAll } = args.at(-1);
    this.watches = watch || watchAll;
    // What was loaded for an earlier suite has its lines in stacks, too.
    this.transformCache.sourceMaps = sourceMaps;
    const parameters = this.executor.injectedModuleParameters;
    this.executor.compile = (source, filename) => {
      const known = compiled.get(filename);
      if (known?.source === source) return known.run;
      const run = compileFunction(source, parameters, { filename });
      if (!filename.endsWith('.spec.ts')) compiled.set(filename, { source, run });
      return run;
    };
  }

  requireModule(from, name, options, isActual) {
    const isJests = options?.isInternalModule || (name !== undefined && this._resolution.isCoreModule(name));
    if (!isJests) {
      const path = this._resolution.resolveCjs(from, name);
      if (path.startsWith(PACKAGES) || (isService(path) && this.#sharesService())) return load(path);
    }
    return super.requireModule(from, name, options, isActual);
  }

  /** Not in `jest.isolateModules`, and not where the worker outlives changes of the service. */
  #sharesService() {
    return !this.watches && !this.registries.isIsolated();
  }
};
