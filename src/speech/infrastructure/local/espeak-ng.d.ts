/** The part of the package that is used; it has no types of its own. It is optional because its licence is the GPL. */
declare module 'espeak-ng' {
  export interface EspeakModule {
    readonly FS: {
      writeFile(path: string, text: string): void;
      readFile(path: string): Uint8Array;
    };
  }

  export interface EspeakOptions {
    readonly noInitialRun: boolean;
    print(line: string): void;
    printErr(line: string): void;
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }

  export default function load(options: EspeakOptions): Promise<EspeakModule>;
}

/** Node has it, but @types/node leaves it to lib.dom. */
declare namespace WebAssembly {
  type Module = object;
  type Imports = Record<string, object>;
  interface Instance {
    readonly exports: object;
  }
  function instantiate(
    bytes: Uint8Array,
    imports: Imports,
  ): Promise<{ readonly instance: Instance; readonly module: Module }>;
}
