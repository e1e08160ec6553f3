import { fieldNames } from '../../platform/http/answers/field-names';
import { Choice, Json, JsonObject, Text } from '../../platform/http/fields/fields';
import type { InnerProblem } from '../../platform/http/fields/field-registry';
import { spoiltPlaces } from '../../platform/kernel/json-tree';
import { utf8Length } from '../../platform/kernel/text';
import { type AgentTest, agentTestProblems, MAX_TESTS } from '../domain/agent-test';
import { AGENT_TEST_RUN, AGENT_TESTS } from './agent-tests.answers';

const MAX_BYTES = 262_144;

const TESTS = {
  description:
    'Conversations with what is expected of them; docs/agent-tests.md describes them. At most 256 KiB as JSON.',
  api: { type: 'array', maxItems: MAX_TESTS, items: { type: 'object', additionalProperties: true } },
  problemOf: testsProblem,
} as const;

function testsProblem(value: unknown): string | InnerProblem[] | undefined {
  const places = spoiltPlaces(value);
  if (places.length > 0) return places;
  const problems = agentTestProblems(value).map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join(''),
    message,
  }));
  if (problems.length > 0) return problems;
  return utf8Length(JSON.stringify(value)) > MAX_BYTES ? 'must be at most 256 KiB as JSON' : undefined;
}

export class StoreAgentTestsRequest {
  static readonly readOnly = fieldNames(AGENT_TESTS);

  @Json({ required: true, ...TESTS })
  tests!: AgentTest[];
}

export class RunAgentTestsRequest {
  static readonly readOnly = fieldNames(AGENT_TESTS, AGENT_TEST_RUN);

  @Json({ ...TESTS, description: 'Those to run; the stored ones when left out.' })
  tests?: AgentTest[];

  @Choice(['offline', 'model'], { default: 'offline', description: 'model runs one test a request.' })
  engine?: 'offline' | 'model';

  @Text({ max: 500, description: 'The name of one test.' })
  only?: string;
}

export class RunTriedTestsRequest extends RunAgentTestsRequest {
  @Text({ max: 64, description: 'The agent, as it is saved. Either this or draft.' })
  agent_id?: string;

  @JsonObject({
    description: 'An agent as the body of POST /v1/agents would make it; it has no stored tests.',
    example: { name: 'Asha', opening_line: 'Namaste {{contact_name}}', system_prompt: 'Help to choose.' },
  })
  draft?: object;
}
