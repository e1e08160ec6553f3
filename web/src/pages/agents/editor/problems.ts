import type { ApiError } from '../../../api/error';
import { type AgentForm, documentOf, formOf } from '../../../lib/agent/form';
import { fieldOf, type Problem } from '../../../lib/agent/problems';
import { problemInWords, problemSentence } from '../../../messages/en/problems';

/** The problems of a failed save that a field can show. */
export function problemsOf({ code, message, problems }: ApiError): readonly Problem[] {
  if (code === 'agent_name_taken') return [{ field: 'name', message }];
  const known = Object.keys(documentOf(formOf({})));
  return problems.filter(({ field }) => known.includes(fieldOf(field)));
}

/** In words; those of empty fields with `withEmpty` alone. */
export function shownProblems(
  problems: readonly Problem[],
  form: AgentForm,
  withEmpty: boolean,
): readonly Problem[] {
  const document = documentOf(form);
  const isShown = ({ field }: Problem) => withEmpty || !isEmpty(document[fieldOf(field) as keyof AgentForm]);
  return problems.filter(isShown).map(inWords);
}

/** Shows the number of an entry before its problem. */
function inWords({ field, message }: Problem): Problem {
  const words = field.includes('[') ? problemInWords : problemSentence;
  return { field, message: words(field, message) };
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === null || value === undefined;
}
