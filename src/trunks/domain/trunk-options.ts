import * as read from './option-readers';
import type { OptionReader, OptionValue } from './option-readers';

/** An option of trunks. Commands, JSON and checks follow from it. */
export interface TrunkOption {
  /** The option's name in JSON; on the command line it is `--name` with dashes. */
  readonly name: string;
  /** The value's place in the help. */
  readonly shape: string;
  readonly about: string;
  readonly read: OptionReader;
  /** null: none. An empty text removes an option with null. */
  readonly default: OptionValue;
  readonly required?: true;
  /** Encrypted when stored and never shown; JSON has `NAME_set`. */
  readonly secret?: true;
  /** May be given several times: a list in this order. */
  readonly repeatable?: true;
  /** The command line names a file; its content is the value. */
  readonly file?: true;
}

export type OptionValues = Readonly<Record<string, OptionValue>>;

/** A change of a trunk's options. */
export interface OptionsChange {
  readonly before: OptionValues;
  readonly after: OptionValues;
  /** In plain text; null removes one. */
  readonly secrets: Readonly<Record<string, string | null>>;
}

type More = Partial<Omit<TrunkOption, 'name' | 'shape' | 'about' | 'read'>>;

export function option(
  name: string,
  shape: string,
  about: string,
  reader: OptionReader,
  more: More = {},
): TrunkOption {
  return { name, shape, about, read: reader, default: null, ...more };
}

export const yesNo = (name: string, about: string, preset: boolean) =>
  option(name, '<yes|no>', about, read.yesNo, { default: preset });

export const choice = (name: string, values: readonly string[], about: string) =>
  option(name, `<${values.join('|')}>`, about, read.oneOf(values), { default: values[0] ?? null });

export const secret = (name: string, about: string, more: More = {}) =>
  option(name, '<text>', about, read.secret, { secret: true, ...more });

/** Options of every trunk. Each kind has its own default of `cps`. */
export const common = (cps: number) => [
  yesNo('enabled', 'no: no new legs; running ones go on', true),
  option('channels', '<n>', 'legs at once, over all accounts and processes', read.whole(1, 10_000), {
    default: 10,
  }),
  option(
    'cps',
    '<rate>',
    'first legs a second, over all processes (sip 5, others 1)',
    read.decimal(0.1, 100),
    {
      default: cps,
    },
  ),
  option('inbound_per_second', '<n>', 'new inbound calls a second and process', read.whole(1, 1_000), {
    default: 10,
  }),
  option('caller_id', '<e164>', 'shown for accounts without a number on the trunk', read.ownNumber),
];

export const allow = (about: string) => option('allow', '<cidr,…>', about, read.networks);

/** `tls_verify` is given as `--tls-verify`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll('_', '-')}`;
}
