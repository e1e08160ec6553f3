import { codePointLength, firstCodePoints, normalized } from '../../platform/kernel/text';
import type { Warning } from '../../platform/kernel/warning';
import { AGENT_LIMITS } from './agent-limits';

/** The texts of an agent in which placeholders are filled, in the order in which `variables` lists them. */
export interface AgentScript {
  readonly openingLine: string;
  readonly systemPrompt: string;
  readonly extractionQuestions: readonly string[];
}

/** What a call brings for the placeholders. */
export interface CallValues {
  readonly contact: { readonly name?: string | null; readonly email?: string | null };
  readonly variables: Readonly<Record<string, string | number | boolean>>;
}

// "{{ name }}: letters, digits, _, in any script with their combining marks, white space beside the braces ignored".
// Joiners belong to words of Indian scripts (क्‍ष). No two neighbours of the pattern share a character and a match
// holds no opening brace, so it takes linear time whatever the text is.
const PLACEHOLDER = /\{\{\s*([\p{L}\p{Nd}_][\p{L}\p{Nd}\p{M}_\u200c\u200d]*)\s*\}\}/gu;

/** "Reserved: date (now, in the account's time zone)." */
const DATE = 'date';
const CONTACT_NAME: readonly string[] = ['contact_name', 'name'];
const CONTACT_EMAIL = 'contact_email';

/**
 * The names of the placeholders in these texts, each once, in order of first use and as first written. Names are the
 * same when their NFC is: a keyboard writes ड़ as one character or as two.
 */
export function placeholdersOf(...texts: readonly string[]): string[] {
  const names = new Map<string, string>();
  for (const text of texts) {
    for (const [, name = ''] of text.matchAll(PLACEHOLDER)) {
      const key = normalized(name);
      if (!names.has(key)) names.set(key, name);
    }
  }
  return [...names.values()];
}

/** "An inserted value is cut at 500 characters …" */
const MOST_OF_A_VALUE = 500;
/** "… a filled text at four times its own limit." */
const FILLED_LIMITS: Readonly<Record<keyof AgentScript, number>> = {
  openingLine: 4 * AGENT_LIMITS.openingLine.maxLength,
  systemPrompt: 4 * AGENT_LIMITS.systemPrompt.maxLength,
  extractionQuestions: 4 * AGENT_LIMITS.extractionQuestions.maxLength,
};
/** A variable's name has no more characters, so a longer placeholder never has a value: its beginning names it. */
const MOST_OF_A_NAME = 64;

/**
 * The text with its placeholders filled, each once: what a value contains is not looked at again. "A placeholder
 * without a value becomes nothing." `field` says where the text stands, which decides how long it may become.
 */
export function fillPlaceholders(
  field: keyof AgentScript,
  text: string,
  values: ReadonlyMap<string, string>,
): string {
  const most = FILLED_LIMITS[field];
  let filled = '';
  let from = 0;
  for (const { 0: placeholder, 1: name = '', index } of text.matchAll(PLACEHOLDER)) {
    filled += text.slice(from, index) + (values.get(normalized(name)) ?? '');
    from = index + placeholder.length;
    // A code point takes at most two units: from here on nothing that follows is kept.
    if (filled.length >= 2 * most) break;
  }
  return firstCodePoints(filled + text.slice(from), most);
}

/**
 * The value of each placeholder that has one, cut where it is too long. `now` is what {{date}} becomes: "always filled with the current date and
 * time; a supplied variable of that name does not replace it". "A contact's name or e-mail that is missing is taken
 * from a variable of that name"; a blank one is missing.
 */
export function placeholderValues({ contact, variables }: CallValues, now: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(variables)) {
    values.set(normalized(name), firstCodePoints(String(value), MOST_OF_A_VALUE));
  }
  const ownNames = CONTACT_NAME.map((placeholder) => values.get(placeholder));
  CONTACT_NAME.forEach((placeholder, at) => {
    // {{name}} and {{contact_name}} mean the same, so either variable serves both.
    const value = given(contact.name) ?? ownNames[at] ?? ownNames.find((own) => own !== undefined);
    if (value !== undefined) values.set(placeholder, value);
  });
  const email = given(contact.email);
  if (email !== undefined) values.set(CONTACT_EMAIL, email);
  values.set(DATE, now);
  return values;
}

/** "`variables` lists the others in order of first use over opening_line, system_prompt, extraction_questions." */
export function variablesOf(script: AgentScript): string[] {
  const own = [DATE, ...CONTACT_NAME, CONTACT_EMAIL];
  return namesIn(script).filter((name) => !own.includes(name));
}

/** "`uses_contact_name` tells whether `contact_name` or `name` occurs." */
export function usesContactName(script: AgentScript): boolean {
  return namesIn(script).some((name) => CONTACT_NAME.includes(name));
}

/** The names of all placeholders of a script, each once. */
export function namesIn(script: AgentScript): string[] {
  return placeholdersOf(...textsOf(script));
}

/**
 * "A placeholder without a value becomes nothing, and the answer … carries the warning `missing_variable`." `names`: the
 * script's placeholders, which are looked for once for a whole batch.
 */
export function missingVariables(names: readonly string[], call: CallValues): Warning[] {
  const values = placeholderValues(call, '');
  return names
    .filter((name) => !values.has(normalized(name)))
    .map((name) => firstCodePoints(name, MOST_OF_A_NAME))
    .map((name) => ({
      field: `variables.${name}`,
      code: 'missing_variable',
      message: `The agent's script uses {{${name}}} and the call has no value for it: nothing is said there.`,
    }));
}

/**
 * "An inserted value is cut at 500 characters, with the warning `value_shortened`": each variable, as it was sent, that
 * fills one of the script's placeholders (`names`) and is longer.
 */
export function shortenedValues(names: readonly string[], { contact, variables }: CallValues): Warning[] {
  const sent = new Map(Object.entries(variables).map((entry) => [normalized(entry[0]), entry]));
  const serving = (placeholder: string): [string, unknown] | undefined => {
    if (placeholder === DATE) return undefined;
    if (placeholder === CONTACT_EMAIL && given(contact.email) !== undefined) return undefined;
    if (!CONTACT_NAME.includes(placeholder)) return sent.get(placeholder);
    if (given(contact.name) !== undefined) return undefined;
    return [placeholder, ...CONTACT_NAME].map((name) => sent.get(name)).find((entry) => entry !== undefined);
  };
  const used = new Set(names.map((name) => serving(normalized(name))));
  return [...used]
    .filter((entry) => entry !== undefined)
    .filter(([, value]) => codePointLength(String(value)) > MOST_OF_A_VALUE)
    .map(([name]) => ({
      field: `variables.${name}`,
      code: 'value_shortened',
      message: `The value is longer than ${MOST_OF_A_VALUE} characters: the agent's script takes its first ${MOST_OF_A_VALUE}.`,
    }));
}

/** "A supplied variable of that name does not replace it and reaches the agent only as information" (Warning). */
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
  return [script.openingLine, script.systemPrompt, ...script.extractionQuestions];
}

function given(text: string | null | undefined): string | undefined {
  return text?.trim() ? text : undefined;
}
