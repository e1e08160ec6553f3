import { entriesOf } from '../text';
import { parsedJson } from '../parsed-json';
/** Forms contain texts, '' where the API has null. */
export interface Codec<Typed> {
  readonly typed: (value: unknown) => Typed;
  readonly sent: (typed: Typed) => unknown;
  /** Whether a stored draft's value can be such a field. */
  readonly fits: (kept: unknown) => boolean;
}

const isText = (kept: unknown): kept is string => typeof kept === 'string';
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isListOf = (isItem: (item: unknown) => boolean) => (kept: unknown) =>
  Array.isArray(kept) && kept.every(isItem);
const hasTexts = (kept: unknown, names: readonly string[]) =>
  isObject(kept) && names.every((name) => isText(kept[name]));

export const TEXT: Codec<string> = { typed: textOf, sent: (typed) => typed, fits: isText };

export const OPTIONAL: Codec<string> = { ...TEXT, sent: (typed) => (typed === '' ? null : typed) };

/** Text that is no number is sent unchanged: the service reports the problem. */
export const NUMBER: Codec<string> = {
  typed: (value) => (typeof value === 'number' ? String(value) : ''),
  sent: (typed) => {
    const text = typed.trim();
    return text === '' ? null : Number.isFinite(Number(text)) ? Number(text) : typed;
  },
  fits: isText,
};

/** Stands for a line break within an entry of a list that is typed line by line. */
export const LINE_BREAK = '\u2424';

/** One on each line; empty lines are none. */
export const LINES: Codec<string> = {
  typed: (value) =>
    Array.isArray(value)
      ? value.map((entry) => textOf(entry).replaceAll(/\r\n|\r|\n/g, LINE_BREAK)).join('\n')
      : '',
  sent: (typed) => entriesOf(typed).map((entry) => entry.replaceAll(LINE_BREAK, '\n')),
  fits: isText,
};

/** In order. */
export const IDS: Codec<readonly string[]> = {
  typed: (value) => (Array.isArray(value) ? value.filter(isText) : []),
  sent: (typed) => typed,
  fits: isListOf(isText),
};

export interface VoicemailForm {
  readonly action: string;
  readonly message: string;
}

export const VOICEMAIL: Codec<VoicemailForm> = {
  typed: (value) =>
    isObject(value)
      ? { action: textOf(value['action']), message: textOf(value['message']) }
      : { action: 'leave_message', message: '' },
  sent: ({ action, message }) => ({ action, message: message === '' ? null : message }),
  fits: (kept) => hasTexts(kept, ['action', 'message']),
};

export interface Pronunciation {
  readonly text: string;
  readonly say: string;
}

export const PRONUNCIATIONS: Codec<readonly Pronunciation[]> = {
  typed: (value) =>
    Array.isArray(value)
      ? value.filter(isObject).map(({ text, say }) => ({ text: textOf(text), say: textOf(say) }))
      : [],
  sent: (typed) => typed.map(({ text, say }) => ({ text, say })),
  fits: isListOf((item) => hasTexts(item, ['text', 'say'])),
};

export const RULE_TEXTS = ['action_type', 'template_name', 'message_body', 'booking_page_id'] as const;
export type RuleText = (typeof RULE_TEXTS)[number];

export type RuleForm = { readonly [Name in RuleText]: string } & {
  readonly meeting_requested: boolean;
  readonly others: string;
};

export const NEW_RULE: RuleForm = {
  action_type: 'send_whatsapp',
  template_name: '',
  message_body: '',
  booking_page_id: '',
  meeting_requested: false,
  others: '',
};

export const SEND_RULES: Codec<readonly RuleForm[]> = {
  typed: (value) => (Array.isArray(value) ? value.filter(isObject).map(ruleFormOf) : []),
  sent: (typed) => typed.map(ruleOf),
  fits: isListOf(
    (item) =>
      hasTexts(item, [...RULE_TEXTS, 'others']) &&
      typeof (item as { meeting_requested?: unknown }).meeting_requested === 'boolean',
  ),
};

function ruleFormOf(rule: Record<string, unknown>): RuleForm {
  const isKnown = (name: string, value: unknown) =>
    (RULE_TEXTS as readonly string[]).includes(name) && isText(value) && value !== '';
  const entries = Object.entries(rule);
  const known = Object.fromEntries(entries.filter(([name, value]) => isKnown(name, value)));
  const others = Object.fromEntries(entries.filter(([name, value]) => !isKnown(name, value)));
  const when = others['when'];
  const isAsked = isObject(when) && when['meeting_requested'] === true;
  if (isAsked) {
    const { meeting_requested: _, ...conditions } = when;
    if (Object.keys(conditions).length > 0) others['when'] = conditions;
    else delete others['when'];
  }
  return {
    ...NEW_RULE,
    action_type: '',
    ...known,
    meeting_requested: isAsked,
    others: Object.keys(others).length > 0 ? JSON.stringify(others, null, 1) : '',
  };
}

/** Other keys that are no JSON object are sent unchanged: the service reports the problem. */
function ruleOf({ meeting_requested: isAsked, others, ...texts }: RuleForm): unknown {
  const parsed = others.trim() === '' ? {} : parsedJson(others, others);
  if (!isObject(parsed)) return parsed;
  const filled = Object.entries(texts).filter(([, text]) => text !== '');
  const when = { ...(isObject(parsed['when']) ? parsed['when'] : {}), meeting_requested: true };
  return { ...parsed, ...Object.fromEntries(filled), ...(isAsked && { when }) };
}
