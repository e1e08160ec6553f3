import { codePointLength, firstCodePoints, normalize } from '../../platform/kernel/text';
import type { Warning } from '../../platform/kernel/warning';
import { PLACEHOLDER } from '../../shared-kernel/placeholders';
import type { VoicemailSetting } from '../../shared-kernel/talk';
import { AGENT_FIELDS } from './agent-fields';

export interface AgentScript {
  readonly openingLine: string;
  readonly systemPrompt: string;
  readonly extractionQuestions: readonly string[];
  readonly voicemail: Pick<VoicemailSetting, 'message'>;
}

export interface CallValues {
  readonly contact: { readonly name?: string | null; readonly email?: string | null };
  readonly variables: Readonly<Record<string, string | number | boolean>>;
}

/** The current date and time in the account's time zone. */
const DATE = 'date';
const CONTACT_NAME: readonly string[] = ['contact_name', 'name'];
const CONTACT_EMAIL = 'contact_email';

/** In order of first use and as first written. Compared in NFC: keyboards write ड़ as one character or as two. */
export function placeholdersOf(...texts: readonly string[]): string[] {
  const names = new Map<string, string>();
  for (const text of texts) {
    for (const [, name = ''] of text.matchAll(PLACEHOLDER)) {
      const key = normalize(name);
      if (!names.has(key)) names.set(key, name);
    }
  }
  return [...names.values()];
}

const MAX_VALUE_LENGTH = 500;
const FILLED_LIMITS: Readonly<Record<keyof AgentScript, number>> = {
  openingLine: 4 * AGENT_FIELDS.openingLine.options.max,
  systemPrompt: 4 * AGENT_FIELDS.systemPrompt.options.max,
  extractionQuestions: 4 * AGENT_FIELDS.extractionQuestions.options.itemMax,
  voicemail: 4 * AGENT_FIELDS.voicemail.type.fields.message.options.max,
};
/** Variable names are not longer; a longer placeholder has no value. */
const MAX_NAME_LENGTH = 64;

/** Values are not searched for placeholders. One without a value becomes empty. `field` bounds the result. */
export function fillPlaceholders(
  field: keyof AgentScript,
  text: string,
  values: ReadonlyMap<string, string>,
): string {
  const most = FILLED_LIMITS[field];
  let filled = '';
  let from = 0;
  for (const { 0: placeholder, 1: name = '', index } of text.matchAll(PLACEHOLDER)) {
    filled += text.slice(from, index) + (values.get(normalize(name)) ?? '');
    from = index + placeholder.length;
    // A code point has at most two units, so all further text would be cut.
    if (filled.length >= 2 * most) break;
  }
  return firstCodePoints(filled + text.slice(from), most);
}

/** `now` is the value of {{date}}. A missing name or e-mail of the contact is read from the variable of that name. */
export function placeholderValues({ contact, variables }: CallValues, now: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(variables)) {
    values.set(normalize(name), firstCodePoints(String(value), MAX_VALUE_LENGTH));
  }
  const ownNames = CONTACT_NAME.map((placeholder) => values.get(placeholder));
  CONTACT_NAME.forEach((placeholder, at) => {
    // {{name}} and {{contact_name}} are synonyms, so either variable serves both.
    const value = nonBlank(contact.name) ?? ownNames[at] ?? ownNames.find((own) => own !== undefined);
    if (value !== undefined) values.set(placeholder, value);
  });
  const email = nonBlank(contact.email);
  if (email !== undefined) values.set(CONTACT_EMAIL, email);
  values.set(DATE, now);
  return values;
}

export function variablesOf(script: AgentScript): string[] {
  const own = [DATE, ...CONTACT_NAME, CONTACT_EMAIL];
  return namesIn(script).filter((name) => !own.includes(name));
}

export function usesContactName(script: AgentScript): boolean {
  return namesIn(script).some((name) => CONTACT_NAME.includes(name));
}

export function namesIn(script: AgentScript): string[] {
  return placeholdersOf(...textsOf(script));
}

/** `names` are the script's placeholders, computed once for a whole batch. */
export function missingVariables(
  names: readonly string[],
  call: CallValues,
  provided: readonly string[] = [],
): Warning[] {
  const values = placeholderValues(call, '');
  const given = new Set(provided.map((name) => normalize(name)));
  return names
    .filter((name) => !values.has(normalize(name)) && !given.has(normalize(name)))
    .map((name) => firstCodePoints(name, MAX_NAME_LENGTH))
    .map((name) => ({
      field: `variables.${name}`,
      code: 'missing_variable',
      message: `The agent's script uses {{${name}}} and the call has no value for it: nothing is said there.`,
    }));
}

/** Each variable that fills a placeholder of the script (`names`) and is cut, as sent. */
export function shortenedValues(names: readonly string[], { contact, variables }: CallValues): Warning[] {
  const sent = new Map(Object.entries(variables).map((entry) => [normalize(entry[0]), entry]));
  const serving = (placeholder: string): [string, unknown] | undefined => {
    if (placeholder === DATE) return undefined;
    if (placeholder === CONTACT_EMAIL && nonBlank(contact.email) !== undefined) return undefined;
    if (!CONTACT_NAME.includes(placeholder)) return sent.get(placeholder);
    if (nonBlank(contact.name) !== undefined) return undefined;
    return [placeholder, ...CONTACT_NAME].map((name) => sent.get(name)).find((entry) => entry !== undefined);
  };
  const used = new Set(names.map((name) => serving(normalize(name))));
  return [...used]
    .filter((entry) => entry !== undefined)
    .filter(([, value]) => codePointLength(String(value)) > MAX_VALUE_LENGTH)
    .map(([name]) => ({
      field: `variables.${name}`,
      code: 'value_shortened',
      message: `The value is longer than ${MAX_VALUE_LENGTH} characters: the agent's script takes its first ${MAX_VALUE_LENGTH}.`,
    }));
}

export function reservedVariableWarnings(variables: CallValues['variables']): Warning[] {
  if (!Object.hasOwn(variables, DATE)) return [];
  return [
    {
      field: `variables.${DATE}`,
      code: 'reserved_variable',
      message:
        '{{date}} is always filled with the current date and time; the variable does not replace it and reaches ' +
        'the agent only as information about the contact.',
    },
  ];
}

function textsOf(script: AgentScript): string[] {
  const { message } = script.voicemail;
  return [
    script.openingLine,
    script.systemPrompt,
    ...script.extractionQuestions,
    ...(message === null ? [] : [message]),
  ];
}

function nonBlank(text: string | null | undefined): string | undefined {
  return text?.trim() ? text : undefined;
}
