import { choice, flag, list, namesOf, number, object, text, texts } from '../../platform/kernel/field-table';
import { isPlaceholderName, RESULT_PLACEHOLDER } from '../../shared-kernel/placeholders';
import { SCHEDULE_CALLBACK } from '../../shared-kernel/tool-use';
import { TOOL_METHODS } from './tool';

const BUILT_IN = ['end_call', 'transfer_call', 'send_dtmf', SCHEDULE_CALLBACK];
const MAX_RESULT_NAMES = 5;

function nameProblem(name: string): string | undefined {
  if (!/^[a-z][a-z0-9_]*$/u.test(name) || name.includes('__')) {
    return 'must be lower-case letters, digits and single _, and begin with a letter';
  }
  return BUILT_IN.includes(name) ? 'is the name of a built-in tool' : undefined;
}

function phraseProblem(say: string): string | undefined {
  const names = say.match(/\{\{[^{}]*\}\}/gu) ?? [];
  if (names.length > MAX_RESULT_NAMES) return `must have at most ${MAX_RESULT_NAMES} names in braces`;
  const wrong = names.find((name) => name.replace(RESULT_PLACEHOLDER, '') !== '');
  return wrong === undefined ? undefined : 'may have names such as {{result.status}} alone';
}

function placeholderProblem(name: string): string | undefined {
  return isPlaceholderName(name) ? undefined : 'must be letters, digits and _, as between {{ and }}';
}

/** The fields of both kinds, and those of http, that field tables know. */
export const TOOL_FIELDS = {
  name: text({
    required: true,
    max: 48,
    trim: true,
    problemOf: nameProblem,
    description: 'By which the model calls it; unique in the account. At most 20 characters for mcp.',
    example: 'order_status',
  }),
  description: text({
    nullable: true,
    min: 1,
    max: 1_024,
    description: 'What the model reads. Required for http.',
  }),
  enabled: flag({ default: true, description: 'false: it is offered to nobody.' }),
  timeoutSeconds: number({
    min: 1,
    max: 15,
    default: 8,
    description: 'From the resolution of the name to the end of the answer.',
  }),
  effect: choice(['write', 'read'], {
    default: 'write',
    description: 'A write is never sent twice in a talk.',
  }),
  speech: object(
    {
      waiting: text({ nullable: true, min: 1, max: 300, description: 'While it runs.' }),
      failed: text({ nullable: true, min: 1, max: 300, description: 'When it fails.' }),
    },
    { default: { waiting: null, failed: null }, description: "The agent's words; null: the engine's own." },
  ),
  inTests: choice(['mock', 'send'], { default: 'mock', description: 'What test calls do.' }),
  method: choice(TOOL_METHODS, { default: 'POST', description: 'http: the method of the request.' }),
  send: choice(['envelope', 'arguments'], {
    default: 'envelope',
    description: 'http: the invocation with its call, or the arguments alone.',
  }),
  when: choice(['during', 'before'], {
    default: 'during',
    description:
      'http: before is asked before the talk; only with effect read and without required parameters.',
  }),
  provides: texts({
    itemMax: 64,
    itemProblemOf: placeholderProblem,
    maxItems: 50,
    default: [],
    description: 'http, with before: the placeholders that the result fills.',
  }),
  offline: object(
    {
      phrases: list(text({ min: 2, max: 64, description: 'Whole words.' }), {
        required: true,
        minItems: 1,
        maxItems: 20,
        description: 'Any of them in a turn.',
      }),
      say: text({
        required: true,
        max: 500,
        problemOf: phraseProblem,
        description: 'Then the agent says this, with {{result.a.b}}.',
      }),
    },
    { nullable: true, description: 'http: how an agent uses it without a model.' },
  ),
  allowedTools: texts({
    itemMax: 128,
    maxItems: 20,
    default: [],
    description: 'mcp: the tools of the server that are used.',
  }),
} as const;

export const TABLE_SETTINGS = namesOf(TOOL_FIELDS).filter((name) => name !== 'name');
