import { countryProblem } from '../../platform/phone-number';
import type { ServiceRequest } from '../../platform/http/request-context';
import type { FieldProblem } from '../../platform/kernel/domain-error';
import { camelCased } from '../../platform/kernel/snake-case';
import { readPhoneNumber } from '../../platform/phone-number';
import { type AgentPatch, type AgentSettings, type NewAgent, SETTINGS } from '../domain/agent-state';
import { type ExpectedVersion, expectedVersion } from '../domain/agent-version';
import type { ChangeAgentRequest, CreateAgentRequest } from './agent.requests';

/** Maps the snake_case request to the editor's input. */
export function newAgentOf(body: CreateAgentRequest): NewAgent {
  const { name, opening_line, system_prompt } = body;
  return { ...patchOf(body), name, openingLine: opening_line, systemPrompt: system_prompt };
}

export function patchOf(body: CreateAgentRequest | ChangeAgentRequest): AgentPatch {
  return {
    ...camelCased<AgentSettings>(body, SETTINGS),
    handoffNumbers: body.handoff_numbers?.map(e164Of),
    // What is left out of the object has its default.
    voicemail: body.voicemail && { action: 'leave_message', message: null, ...body.voicemail },
  };
}

/** The expected version; the request was validated before. */
export function versionOf(ifMatch: string | undefined, body: ChangeAgentRequest): ExpectedVersion {
  return expectedVersion({ ifMatch, expectedUpdatedAt: body.expected_updated_at }).version;
}

/** Handoff numbers outside the account's countries. */
export function handoffCountryProblems({ principal }: ServiceRequest, body: unknown): FieldProblem[] {
  const numbers: unknown = (body as { handoff_numbers?: unknown } | undefined)?.handoff_numbers;
  if (!Array.isArray(numbers)) return [];
  return numbers.flatMap((number: unknown, at): FieldProblem[] => {
    const message =
      typeof number === 'string' ? countryProblem(number, principal?.countries ?? null) : undefined;
    return message === undefined ? [] : [{ field: `handoff_numbers[${at}]`, message }];
  });
}

/** Problems of a change that concern more than one field: If-Match with expected_updated_at, and the countries. */
export function changeProblems(request: ServiceRequest, body: unknown): FieldProblem[] {
  const expected: unknown = (body as { expected_updated_at?: unknown } | undefined)?.expected_updated_at;
  const { problems } = expectedVersion({
    ifMatch: request.headers['if-match'],
    expectedUpdatedAt: typeof expected === 'string' ? expected : undefined,
  });
  return [...problems, ...handoffCountryProblems(request, body)];
}

function e164Of(text: string): string {
  const read = readPhoneNumber(text);
  if (typeof read === 'string') throw new Error('a handoff number was not checked');
  return read.e164;
}
