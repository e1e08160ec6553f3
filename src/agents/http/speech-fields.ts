import { itemProblems, textProblem } from '../../platform/http/fields/fields';
import type { InnerProblem } from '../../platform/http/fields/field-registry';
import { shownField } from '../../platform/kernel/domain-error';
import { VOICEMAIL_ACTIONS } from '../../shared-kernel/talk';
import { AGENT_LIMITS } from '../domain/agent-limits';

type Found = string | InnerProblem[] | undefined;

export function voicemailProblem(value: unknown): Found {
  if (!isObject(value)) return 'must be a JSON object';
  const { action, message, ...others } = value;
  const { maxLength } = AGENT_LIMITS.voicemailMessage;
  return problemsAt({
    action:
      action === undefined || (VOICEMAIL_ACTIONS as readonly unknown[]).includes(action)
        ? undefined
        : `must be one of ${VOICEMAIL_ACTIONS.join(', ')}`,
    message:
      message === undefined || message === null
        ? undefined
        : textProblem(message, { min: 1, max: maxLength }),
    ...unknownOnes(others),
  });
}

export function pronunciationsProblem(value: unknown): Found {
  const { maxItems, text, say } = AGENT_LIMITS.pronunciations;
  if (!Array.isArray(value)) return 'must be an array of {text, say}';
  if (value.length > maxItems) return `must have at most ${maxItems} items (it has ${value.length})`;
  const notObjects = itemProblems(value, (item) => (isObject(item) ? undefined : 'must be {text, say}'));
  const inner = value.flatMap((item: unknown, at): InnerProblem[] => {
    if (!isObject(item)) return [];
    const { text: written, say: spoken, ...others } = item;
    const found = problemsAt({
      text: written === undefined ? 'is required' : textProblem(written, { min: 1, max: text.maxLength }),
      say: spoken === undefined ? 'is required' : textProblem(spoken, { min: 1, max: say.maxLength }),
      ...unknownOnes(others),
    });
    return (found ?? []).map(({ path, message }) => ({ path: `[${at}]${path}`, message }));
  });
  const all = [...notObjects, ...inner];
  return all.length > 0 ? all : undefined;
}

function problemsAt(messages: Readonly<Record<string, string | undefined>>): InnerProblem[] | undefined {
  const found = Object.entries(messages).flatMap(([name, message]): InnerProblem[] =>
    message === undefined ? [] : [{ path: `.${name}`, message }],
  );
  return found.length > 0 ? found : undefined;
}

function unknownOnes(others: object): Record<string, string> {
  return Object.fromEntries(Object.keys(others).map((name) => [shownField(name), 'is not a known field']));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
