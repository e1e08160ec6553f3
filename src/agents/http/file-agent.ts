import { Injectable } from '@nestjs/common';
import { DomainError, type FieldProblem } from '../../platform/kernel/domain-error';
import { FileToolReader, offeredTools, requestedBefore } from '../../tools';
import { FileAgentReader } from '../application/agent-tests/file-agent-reader';
import type { TestedAgent } from '../application/agent-tests/agent-test-run';
import { Agent } from '../domain/agent';
import type { NewAgent } from '../domain/agent-fields';
import { CallableAgent } from '../domain/callable-agent';
import { draftOf } from './agent-input';

/** The default time zone of an account. */
const TIME_ZONE = 'Asia/Kolkata';

/** A file knows no booking pages and templates: any name is one. */
const ANY: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });

@Injectable()
export class RequestFileAgentReader extends FileAgentReader {
  constructor(private readonly tools: FileToolReader) {
    super();
  }

  override read(
    agent: object,
    bodies: readonly object[],
  ): TestedAgent | { readonly problems: readonly FieldProblem[] } {
    const { tools, problems: ofTools } = this.tools.read(bodies);
    const { fields, problems: ofAgent } = draftOf({ agent }, null);
    const problems = [...ofAgent.map(below), ...ofTools];
    if (problems.length > 0) return { problems };
    const names = fields.toolIds ?? tools.map(({ name }) => name);
    const chosen = names.flatMap((name) => tools.find((tool) => tool.name === name) ?? []);
    const toolIds = names.map((name) => `tool_${name}`);
    const known = { bookingPages: ANY, whatsappTemplates: ANY, tools: new Set(tools.map(({ id }) => id)) };
    const origin = { id: 'agent_file', accountId: 'acct_file', known, now: new Date(0) };
    try {
      const made = new CallableAgent(Agent.create({ ...(fields as NewAgent), toolIds }, origin).state);
      return {
        agent: made,
        specs: offeredTools(chosen, made.tools.builtInTools),
        before: requestedBefore(chosen).map(({ name, settings }) => ({ name, provides: settings.provides })),
        mockResults: new Map(chosen.map(({ name, settings }) => [name, settings.mockResult])),
        accountName: 'Account',
        timeZone: TIME_ZONE,
        dispositions: [],
      };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { field = 'name' } = (error.details ?? {}) as { field?: string };
      return { problems: [below({ field, message: error.message })] };
    }
  }
}

function below({ field, message }: FieldProblem): FieldProblem {
  return { field: `agent.${field}`, message };
}
