import type { FieldProblem } from '../../../platform/kernel/domain-error';
import type { TestedAgent } from './agent-test-run';

/**
 * Reads an agent as files of tests have it: the body of POST /agents, with bodies of POST /tools. It has all of them, or
 * those that its `tool_ids` names, in that order.
 */
export abstract class FileAgentReader {
  abstract read(
    agent: object,
    tools: readonly object[],
  ): TestedAgent | { readonly problems: readonly FieldProblem[] };
}
