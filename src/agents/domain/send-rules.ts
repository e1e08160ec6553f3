import { type SpoiltPlace, spoiltPlaces } from '../../platform/kernel/json-tree';
import { utf8Length } from '../../platform/kernel/text';
import { invalidSendRule } from './agent-errors';
import { own } from '../../platform/kernel/own';

/** An action during or after the call, and when it fires. Stored and returned as sent. */
export type SendRule = Readonly<Record<string, unknown>>;

export interface RuleTargets {
  readonly bookingPages: ReadonlySet<string>;
  readonly whatsappTemplates: ReadonlySet<string>;
  /** Ids of the agent's tools that exist. */
  readonly tools: ReadonlySet<string>;
  /** Ids of all tools of the account, when one of the agent's is unknown or doubled: the options of the 422. */
  readonly toolOptions?: ReadonlySet<string>;
}

/** The key that an action needs, and its values (undefined: any text). */
interface Need {
  readonly key: string;
  readonly what: string;
  readonly options: (targets: RuleTargets) => ReadonlySet<string> | undefined;
}

export const MAX_RULES = 20;
/** The limit of all rules together, as JSON text. */
export const MAX_RULES_BYTES = 32 * 1_024;
/** Prevents a RangeError of JSON.stringify, which a few thousand nested brackets within the bytes would cause. */
export const MAX_RULES_DEPTH = 100;

const NEEDS: Readonly<Record<string, Need>> = {
  send_whatsapp: {
    key: 'template_name',
    what: 'an approved WhatsApp template of the account',
    options: (targets) => targets.whatsappTemplates,
  },
  send_email: { key: 'message_body', what: 'a text', options: () => undefined },
  book_meeting: {
    key: 'booking_page_id',
    what: 'a booking page of the account',
    options: (targets) => targets.bookingPages,
  },
};

/** Size, depth, and a round trip through JSON. Returns the problem of the list, or of places in it by path. */
export function sendRulesProblem(rules: readonly unknown[]): string | SpoiltPlace[] | undefined {
  if (rules.length > MAX_RULES) return `must have at most ${MAX_RULES} items`;
  if (isDeeper(rules, MAX_RULES_DEPTH)) return `must be nested at most ${MAX_RULES_DEPTH} levels deep`;
  const places = rules.flatMap((rule, at): SpoiltPlace[] =>
    isObject(rule) && !Array.isArray(rule)
      ? spoiltPlaces(rule).map(({ path, message }) => ({ path: `[${at}]${path}`, message }))
      : [{ path: `[${at}]`, message: 'must be a JSON object' }],
  );
  if (places.length > 0) return places;
  if (utf8Length(JSON.stringify(rules)) > MAX_RULES_BYTES)
    return `must be at most ${MAX_RULES_BYTES / 1_024} KiB as JSON, all rules together`;
  return undefined;
}

/** @throws DomainError `invalid_agent` (422) with the index of the first invalid rule */
export function checkSendRules(rules: readonly SendRule[], targets: RuleTargets): void {
  rules.forEach((rule, index) => {
    const type = rule['action_type'];
    const need = typeof type === 'string' ? own(NEEDS, type) : undefined;
    if (!need) throw invalidSendRule(index, 'action_type', 'one of the actions', Object.keys(NEEDS));
    const value = own(rule, need.key);
    const options = need.options(targets);
    const valid = typeof value === 'string' && value !== '' && (options?.has(value) ?? true);
    if (!valid) throw invalidSendRule(index, need.key, need.what, options && [...options]);
  });
}

/** Does not recurse; the check protects the recursion of others from overflowing the stack. */
function isDeeper(root: object, levels: number): boolean {
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((item): unknown[] => Object.values(item)).filter(isObject);
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
