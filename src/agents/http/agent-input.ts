import { countryProblem } from '../../platform/phone-number';
import type { Principal, ServiceRequest } from '../../platform/http/request-context';
import type { FieldProblem } from '../../platform/kernel/domain-error';
import { camelCased } from '../../platform/kernel/snake-case';
import {
  AGENT_FIELDS,
  type AgentPatch,
  type AgentSettings,
  type NewAgent,
  SETTINGS,
} from '../domain/agent-fields';
import { type ExpectedVersion, expectedVersion } from '../../platform/kernel/resource-version';
import { ChangeAgentRequest, CreateAgentRequest } from './agent.requests';
import { checkFields } from '../../platform/http/fields/validate';
import type { AgentDraft } from '../application/agent-drafts';
import { DraftReader } from '../application/agent-trials';

export function newAgentOf(body: CreateAgentRequest): NewAgent {
  const { name, opening_line: openingLine, system_prompt: systemPrompt } = body;
  return { ...patchOf(body), name, openingLine, systemPrompt };
}

export function patchOf(body: CreateAgentRequest | ChangeAgentRequest): AgentPatch {
  return camelCased<AgentSettings>(body, SETTINGS);
}

export function versionOf(ifMatch: string | undefined, body: ChangeAgentRequest): ExpectedVersion {
  return expectedVersion({ ifMatch, expectedUpdatedAt: body.expected_updated_at }).version;
}

export function handoffCountryProblems({ principal }: ServiceRequest, body: unknown): FieldProblem[] {
  return numbersAbroad(principal?.countries ?? null, body);
}

function numbersAbroad(countries: Principal['countries'] | null, body: unknown): FieldProblem[] {
  const numbers: unknown = (body as { handoff_numbers?: unknown } | undefined)?.handoff_numbers;
  if (!Array.isArray(numbers)) return [];
  // A longer list is a problem itself.
  return numbers
    .slice(0, AGENT_FIELDS.handoffNumbers.type.maxItems)
    .flatMap((number: unknown, at): FieldProblem[] => {
      const message = typeof number === 'string' ? countryProblem(number, countries) : undefined;
      return message === undefined ? [] : [{ field: `handoff_numbers[${at}]`, message }];
    });
}

/** Whole or only changes; fields with problems are left out. */
export function draftOf(
  { id = null, agent }: { readonly id?: string | null; readonly agent: object },
  countries: Principal['countries'],
): AgentDraft {
  const { value, problems: known } = checkFields<CreateAgentRequest | ChangeAgentRequest>(
    id === null ? CreateAgentRequest : ChangeAgentRequest,
    agent,
  );
  const expected = expectedVersion({
    ifMatch: undefined,
    expectedUpdatedAt: (value as ChangeAgentRequest).expected_updated_at,
  });
  const problems = [...known];
  for (const problem of [...expected.problems, ...numbersAbroad(countries, value)]) {
    if (!problems.some(({ field }) => field === problem.field)) problems.push(problem);
  }
  const wrong = new Set(problems.map(({ field }) => field.split(/[.[]/, 1)[0] ?? ''));
  const right = Object.fromEntries(Object.entries(value).filter(([name]) => !wrong.has(name)));
  return { id, fields: patchOf(right), problems, expected: expected.version };
}

export function changeProblems(request: ServiceRequest, body: unknown): FieldProblem[] {
  const expected: unknown = (body as { expected_updated_at?: unknown } | undefined)?.expected_updated_at;
  const { problems } = expectedVersion({
    ifMatch: request.headers['if-match'],
    expectedUpdatedAt: typeof expected === 'string' ? expected : undefined,
  });
  return [...problems, ...handoffCountryProblems(request, body)];
}

export class RequestDraftReader extends DraftReader {
  read(agent: object, countries: Principal['countries']): AgentDraft {
    return draftOf({ agent }, countries);
  }
}
