import { foldCase } from '../../platform/kernel/text';
import { OptionConflictError, SetupError } from './setup-error';
import { entryOf, optionsOf, TRUNK_KINDS, type TrunkKind } from './trunk-kinds';
import { flagOf, type OptionValues } from './trunk-options';

/** A way to a telephone provider, as the operator set it up. */
export interface TrunkState {
  readonly id: string;
  readonly kind: TrunkKind;
  readonly name: string;
  /** The name without case: unique. */
  readonly nameFolded: string;
  readonly enabled: boolean;
  /** Legs at once, over all accounts and processes. */
  readonly channels: number;
  /** First legs a second, over all processes. */
  readonly cps: number;
  /** New inbound calls a second and process. */
  readonly inboundPerSecond: number;
  /** E.164; for accounts without a number on the trunk. */
  readonly callerId: string | null;
  /** The options of the kind alone, without secrets. */
  readonly options: OptionValues;
  /** Secrets by the name of their option, encrypted. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The token in the address where a cloud carrier's inbound calls arrive; null for sip. */
  readonly inboundToken: string | null;
  /** The account whose trial phone registers here; null: the operator's trunk. */
  readonly trialOf: string | null;
  /** Answers the trial phone; null: the account's default agent. */
  readonly trialAgentId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The requested options by name, in plain text. null removes one. */
export interface TrunkChange {
  readonly name?: string | undefined;
  readonly options: OptionValues;
  readonly secrets: Readonly<Record<string, string | null>>;
}

type Given = Pick<TrunkState, 'id' | 'inboundToken' | 'createdAt'> & { readonly trialOf?: string };

/** Missing options get their defaults. @throws OptionConflictError, SetupError when options do not fit together */
export function newTrunk(
  kind: TrunkKind,
  name: string,
  change: TrunkChange,
  given: Given,
  seal: Seal,
): TrunkState {
  const state = assemble(
    { trialOf: null, trialAgentId: null, ...given, kind, name, secrets: {}, updatedAt: given.createdAt },
    defaultsOf(kind),
  );
  return changedTrunk(state, { ...change, name }, given.createdAt, seal);
}

/** The kind stays. @throws OptionConflictError for an option of another kind; as `newTrunk` */
export function changedTrunk(trunk: TrunkState, change: TrunkChange, now: Date, seal: Seal): TrunkState {
  requireKnown(trunk.kind, [...Object.keys(change.options), ...Object.keys(change.secrets)]);
  const unchanged = Object.entries(trunk.secrets).filter(([name]) => !Object.hasOwn(change.secrets, name));
  const sealed = Object.entries(change.secrets).flatMap(([name, text]) =>
    text === null ? [] : [[name, seal(text, name)] as const],
  );
  const secrets = Object.fromEntries([...unchanged, ...sealed]);
  const options = { ...optionValues(trunk), ...newDefaults(trunk, change.options), ...change.options };
  const problem = entryOf(trunk.kind).changeProblem?.({
    before: optionValues(trunk),
    after: options,
    secrets: change.secrets,
  });
  if (problem) throw new SetupError(problem);
  requireFit(trunk.kind, options, new Set(Object.keys(secrets)));
  const name = change.name ?? trunk.name;
  return assemble({ ...trunk, name, secrets, updatedAt: now }, options);
}

/** The options without secrets. A trunk that is older than an option has its default. */
export function optionValues(trunk: TrunkState): OptionValues {
  return {
    ...defaultsOf(trunk.kind),
    enabled: trunk.enabled,
    channels: trunk.channels,
    cps: trunk.cps,
    inbound_per_second: trunk.inboundPerSecond,
    caller_id: trunk.callerId,
    ...trunk.options,
  };
}

type Seal = (text: string, option: string) => string;

type Assembled = Omit<
  TrunkState,
  'nameFolded' | 'enabled' | 'channels' | 'cps' | 'inboundPerSecond' | 'callerId' | 'options'
>;

/** Moves options that are columns into theirs. The readers checked the types. */
function assemble(rest: Assembled, values: OptionValues): TrunkState {
  const { enabled, channels, cps, inbound_per_second: inbound, caller_id: callerId, ...options } = values;
  return {
    ...rest,
    nameFolded: foldCase(rest.name),
    enabled: enabled === true,
    channels: Number(channels),
    cps: Number(cps),
    inboundPerSecond: Number(inbound),
    callerId: typeof callerId === 'string' ? callerId : null,
    options,
  };
}

function defaultsOf(kind: TrunkKind): OptionValues {
  const plain = optionsOf(kind).filter((option) => option.secret !== true);
  return Object.fromEntries(plain.map((option) => [option.name, option.default]));
}

/** Defaults that depend on other options: an option that has the old default gets the new one. */
function newDefaults(trunk: TrunkState, given: OptionValues): OptionValues {
  const before = optionValues(trunk);
  const defaultsUnder = (options: OptionValues) =>
    new Map(Object.entries({ ...defaultsOf(trunk.kind), ...entryOf(trunk.kind).defaults?.(options) }));
  const [old, next] = [defaultsUnder(before), defaultsUnder({ ...before, ...given })];
  const values = new Map(Object.entries(before));
  return Object.fromEntries([...next].filter(([name]) => values.get(name) === old.get(name)));
}

function requireKnown(kind: TrunkKind, names: readonly string[]): void {
  const known = new Set(optionsOf(kind).map(({ name }) => name));
  const other = names.find((name) => !known.has(name));
  if (other !== undefined)
    throw new OptionConflictError(`${flagOf(other)} is no option of a trunk of kind ${kind}.`);
}

function requireFit(kind: TrunkKind, values: OptionValues, secrets: ReadonlySet<string>): void {
  const given = new Map(Object.entries(values));
  for (const { name, required, secret } of optionsOf(kind)) {
    const isThere = secret ? secrets.has(name) : given.get(name) != null;
    if (required && !isThere) throw new OptionConflictError(`A trunk of kind ${kind} needs ${flagOf(name)}.`);
  }
  const problem = TRUNK_KINDS[kind].problem(values, secrets);
  if (problem !== null) throw new OptionConflictError(problem);
}
