import { differencesOf } from '../differences';
import { parsedJson } from '../parsed-json';
import { entriesOf } from '../text';

/** Stored values are never shown. */
interface HeaderForm {
  readonly name: string;
  /** Empty for a stored one that stays. */
  readonly value: string;
  readonly isStored: boolean;
}

interface FixedForm {
  readonly name: string;
  readonly text: string;
}

/** Texts, '' where the API has null. */
export interface ToolForm {
  readonly kind: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly url: string;
  readonly headers: HeaderForm[];
  readonly timeout_seconds: string;
  readonly effect: string;
  readonly waiting: string;
  readonly failed: string;
  readonly in_tests: string;
  readonly mock_result: string;
  readonly method: string;
  readonly send: string;
  readonly parameters: string;
  readonly fixed_arguments: FixedForm[];
  readonly when: string;
  readonly provides: string;
  readonly has_offline: boolean;
  readonly phrases: string;
  readonly say: string;
  readonly allowed_tools: string[];
}

interface ToolState {
  readonly kind: string;
  readonly name: string;
  readonly description: string | null;
  readonly enabled: boolean;
  readonly url: string;
  readonly headers: readonly { readonly name: string }[];
  readonly timeout_seconds: number;
  readonly effect: string;
  readonly speech: { readonly waiting: string | null; readonly failed: string | null };
  readonly in_tests: string;
  readonly mock_result?: unknown;
  readonly method?: string;
  readonly send?: string;
  readonly parameters?: object | null;
  readonly fixed_arguments?: Readonly<Record<string, string>>;
  readonly when?: string;
  readonly provides?: readonly string[];
  readonly offline?: { readonly phrases: readonly string[]; readonly say: string } | null;
  readonly allowed_tools?: readonly string[];
}

export const NEW_TOOL: ToolForm = {
  kind: 'http',
  name: '',
  description: '',
  enabled: true,
  url: '',
  headers: [],
  timeout_seconds: '8',
  effect: 'write',
  waiting: '',
  failed: '',
  in_tests: 'mock',
  mock_result: '',
  method: 'POST',
  send: 'envelope',
  parameters: '',
  fixed_arguments: [],
  when: 'during',
  provides: '',
  has_offline: false,
  phrases: '',
  say: '',
  allowed_tools: [],
};

const jsonText = (value: unknown) =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2);

export function toolFormOf(tool: ToolState): ToolForm {
  return {
    ...NEW_TOOL,
    kind: tool.kind,
    name: tool.name,
    description: tool.description ?? '',
    enabled: tool.enabled,
    url: tool.url,
    headers: tool.headers.map(({ name }) => ({ name, value: '', isStored: true })),
    timeout_seconds: String(tool.timeout_seconds),
    effect: tool.effect,
    waiting: tool.speech.waiting ?? '',
    failed: tool.speech.failed ?? '',
    in_tests: tool.in_tests,
    mock_result: jsonText(tool.mock_result),
    method: tool.method ?? NEW_TOOL.method,
    send: tool.send ?? NEW_TOOL.send,
    parameters: jsonText(tool.parameters),
    fixed_arguments: Object.entries(tool.fixed_arguments ?? {}).map(([name, text]) => ({ name, text })),
    when: tool.when ?? NEW_TOOL.when,
    provides: (tool.provides ?? []).join('\n'),
    has_offline: tool.offline != null,
    phrases: (tool.offline?.phrases ?? []).join('\n'),
    say: tool.offline?.say ?? '',
    allowed_tools: [...(tool.allowed_tools ?? [])],
  };
}

/** As PATCH accepts it. Call {@link formProblems} first: text that is no JSON is sent as text. */
function toolDocumentOf(form: ToolForm): Readonly<Record<string, unknown>> {
  const seconds = form.timeout_seconds.trim();
  return {
    name: form.name.trim(),
    description: orNull(form.description),
    enabled: form.enabled,
    url: form.url.trim(),
    headers: form.headers.map(({ name, value, isStored }) => ({
      name: name.trim(),
      ...((value !== '' || !isStored) && { value }),
    })),
    timeout_seconds: seconds !== '' && Number.isFinite(Number(seconds)) ? Number(seconds) : seconds,
    effect: form.effect,
    speech: { waiting: orNull(form.waiting), failed: orNull(form.failed) },
    in_tests: form.in_tests,
    mock_result: jsonOf(form.mock_result),
    ...(form.kind === 'mcp' ? { allowed_tools: form.allowed_tools } : httpDocumentOf(form)),
  };
}

function httpDocumentOf(form: ToolForm) {
  return {
    method: form.method,
    send: form.send,
    parameters: jsonOf(form.parameters),
    fixed_arguments: Object.fromEntries(form.fixed_arguments.map(({ name, text }) => [name.trim(), text])),
    when: form.when,
    provides: form.when === 'before' ? entriesOf(form.provides) : [],
    offline: form.has_offline ? { phrases: entriesOf(form.phrases), say: form.say } : null,
  };
}

/** As POST accepts it: without nulls. */
export function newToolOf(form: ToolForm): Readonly<Record<string, unknown>> {
  const entries = Object.entries(toolDocumentOf(form)).filter(([, value]) => value !== null);
  return { kind: form.kind, ...Object.fromEntries(entries) };
}

export function toolChangesOf(form: ToolForm, saved: ToolForm): Readonly<Record<string, unknown>> {
  return differencesOf(toolDocumentOf(saved), toolDocumentOf(form));
}

interface FormProblem {
  readonly field: 'parameters' | 'mock_result' | 'fixed_arguments';
  readonly kind: 'json' | 'twice';
  /** A name, or the message of the parser. */
  readonly detail: string;
}

/** What cannot be sent as it is meant. */
export function formProblems(form: ToolForm): readonly FormProblem[] {
  const json = (['mock_result', ...(form.kind === 'http' ? (['parameters'] as const) : [])] as const).flatMap(
    (field): FormProblem[] => {
      const detail = jsonProblem(form[field]);
      return detail === null ? [] : [{ field, kind: 'json', detail }];
    },
  );
  const names = form.fixed_arguments.map(({ name }) => name.trim());
  const twice = form.kind === 'http' ? names.find((name, at) => names.indexOf(name) !== at) : undefined;
  return twice === undefined ? json : [...json, { field: 'fixed_arguments', kind: 'twice', detail: twice }];
}

/** null: it is JSON, or empty. */
export function jsonProblem(text: string): string | null {
  if (text.trim() === '') return null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return (error as SyntaxError).message;
  }
}

function jsonOf(text: string): unknown {
  return text.trim() === '' ? null : parsedJson(text, text);
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

/** The form's field for nested fields of the API. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^speech\.(waiting|failed)$/, '$1'],
  [/^offline\.(phrases|say)\b.*$/, '$1'],
  [/^offline$/, 'has_offline'],
  [/^(parameters|mock_result|fixed_arguments|provides|allowed_tools)\b.*$/, '$1'],
];

/** The form's name of a field of the API. */
export function toolFieldOf(field: string): string {
  for (const [pattern, name] of PARTS) if (pattern.test(field)) return field.replace(pattern, name);
  return field.replaceAll(/\[(\d+)\]/g, '.$1');
}

interface Property {
  readonly type?: string;
  readonly enum?: readonly unknown[];
}

/** Arguments to try a tool with: what is required, and what is fixed in talks. */
export function sampleArguments({ parameters, fixed_arguments: fixed }: Partial<ToolState>): object {
  const { properties = {}, required = [] } = (parameters ?? {}) as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  return Object.fromEntries([
    ...required.map((name) => [name, sampleOf(properties[name] ?? {})]),
    ...Object.keys(fixed ?? {}).map((name) => [name, '']),
  ]) as object;
}

const SAMPLES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['number', 0],
  ['integer', 0],
  ['boolean', false],
  ['array', []],
  ['object', {}],
]);

function sampleOf({ type = 'string', enum: values }: Property): unknown {
  return values?.[0] ?? SAMPLES.get(type) ?? '';
}
