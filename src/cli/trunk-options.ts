import { createReadStream } from 'node:fs';
import { type Command, Option } from 'commander';
import {
  flagOf,
  OptionError,
  optionsOf,
  type OptionValue,
  TRUNK_KIND_NAMES,
  type TrunkChange,
  type TrunkOption,
  trunkName,
} from '../trunks';
import { CommandError, UsageError } from './output';
import type { CommandReach } from './session';
import { boundedBytes } from '../platform/kernel/async/bounded-bytes';

/** The limit of files and standard input. No option is longer. */
const MAX_INPUT_BYTES = 128 * 1024;

interface SharedOption {
  readonly option: TrunkOption;
  readonly kinds: readonly string[];
  readonly defaults: readonly OptionValue[];
}

const OPTIONS: readonly SharedOption[] = sharedOptions();

export function addTrunkOptions(command: Command): void {
  for (const shared of OPTIONS) {
    const { name, shape, repeatable, secret, file } = shared.option;
    const made = new Option(`${flagOf(name)} ${shape}`, aboutOf(shared));
    if (repeatable) {
      made.argParser((text: string, earlier: string[] | undefined) => [...(earlier ?? []), text]);
    }
    command.addOption(made);
    if (secret && !file) {
      const about = `the file that holds ${flagOf(name)}; - for standard input`;
      command.option(`${flagOf(name)}-file <path>`, about);
    }
  }
}

/** @throws UsageError */
export function readName(text: string): string {
  return readOption('--name', text, false, trunkName);
}

/** @throws UsageError for an invalid value; CommandError for an unreadable file */
export async function readTrunkChange(
  given: Readonly<Record<string, unknown>>,
): Promise<{ change: TrunkChange; reach: CommandReach }> {
  const texts = new Map(Object.entries(given));
  const input = new Inputs();
  const options: [string, OptionValue][] = [];
  const secrets: [string, string | null][] = [];
  for (const { option } of OPTIONS) {
    const text = texts.get(attributeOf(option.name)) as string | string[] | undefined;
    const file = texts.get(`${attributeOf(option.name)}File`) as string | undefined;
    if (option.secret) {
      const secret = await secretText(option, text as string | undefined, file, input);
      if (secret !== undefined)
        secrets.push([option.name, secret === '' ? null : (read(option, secret) as string)]);
    } else if (text !== undefined) {
      options.push([option.name, await valueOf(option, text, input)]);
    }
  }
  const change = { options: Object.fromEntries(options), secrets: Object.fromEntries(secrets) };
  const stores = secrets.some(([, text]) => text !== null);
  return { change, reach: stores ? 'secrets' : 'settings' };
}

async function valueOf(option: TrunkOption, given: string | string[], input: Inputs) {
  if (typeof given !== 'string') return given.map((text) => read(option, text) as string);
  if (given === '' && option.default === null && !option.required) return null;
  return read(option, option.file ? await input.file(flagOf(option.name), given) : given, given);
}

/** `-` is standard input, also without `-file`: no secret is a lone dash. */
async function secretText(
  option: TrunkOption,
  text: string | undefined,
  file: string | undefined,
  input: Inputs,
) {
  const flag = flagOf(option.name);
  if (text !== undefined && file !== undefined)
    throw new UsageError(`Give ${flag} or ${flag}-file, not both.`);
  if (text === '-' || file === '-') return lineOf(await input.standard(flag));
  if (option.file && text) return input.file(flag, text);
  return file === undefined ? text : lineOf(await input.file(`${flag}-file`, file));
}

function read(option: TrunkOption, text: string, shown = text) {
  const { name } = option;
  return readOption(flagOf(name), shown, option.secret === true, () => option.read(text));
}

function readOption<T>(flag: string, text: string, secret: boolean, reader: (text: string) => T): T {
  try {
    return reader(text);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new UsageError(`${flag}${secret ? '' : ` ${JSON.stringify(text)}`} must be ${error.message}.`);
  }
}

function aboutOf({ option: { about, repeatable, secret }, kinds, defaults }: SharedOption): string {
  const [preset = null, ...others] = defaults;
  const isShown = preset !== null && others.length === 0 && !secret && !repeatable;
  const shown = typeof preset === 'boolean' ? (preset ? 'yes' : 'no') : String(preset);
  const of = kinds.length === TRUNK_KIND_NAMES.length ? '' : ` [${kinds.join(', ')}]`;
  return `${about}${isShown ? ` (${shown})` : ''}${of}`;
}

function sharedOptions(): SharedOption[] {
  const shared = new Map<string, SharedOption>();
  for (const kind of TRUNK_KIND_NAMES) {
    for (const option of optionsOf(kind)) {
      const { kinds, defaults, ...first } = shared.get(option.name) ?? { option, kinds: [], defaults: [] };
      const all = [...new Set([...defaults, option.default])];
      shared.set(option.name, { ...first, kinds: [...kinds, kind], defaults: all });
    }
  }
  return [...shared.values()];
}

function attributeOf(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** An editor ends the last line of a file; the line break is no part of a secret. */
function lineOf(text: string): string {
  return text.replace(/\r?\n$/, '');
}

/** Standard input can be read only once. */
class Inputs {
  #reader: string | null = null;

  async file(flag: string, path: string): Promise<string> {
    try {
      return await collect(createReadStream(path), `${flag} ${path}`);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      throw new CommandError(`${flag} ${path} cannot be read (${code}).`);
    }
  }

  async standard(flag: string): Promise<string> {
    if (this.#reader !== null) {
      throw new UsageError(`${this.#reader} and ${flag} cannot both come from standard input.`);
    }
    this.#reader = flag;
    return collect(process.stdin, `Standard input for ${flag}`);
  }
}

async function collect(stream: AsyncIterable<Uint8Array>, what: string): Promise<string> {
  const bytes = await boundedBytes(stream, MAX_INPUT_BYTES);
  if (!bytes) throw new CommandError(`${what} is too long: at most 128 KiB.`);
  return bytes.toString('utf8');
}
