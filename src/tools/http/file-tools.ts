import { checkFields } from '../../platform/http/fields/validate';
import type { FieldProblem } from '../../platform/kernel/domain-error';
import { FileToolReader } from '../application/file-tool-reader';
import { kindProblems, toolProblems } from '../domain/tool-checks';
import type { ToolState } from '../domain/tool';
import { newToolOf, rightPart } from './tool-input';
import { CreateToolRequest } from './tool.requests';

/** Tests send nothing, so a file may leave it out. */
const NO_URL = 'https://example.com/';

export class RequestFileToolReader extends FileToolReader {
  override read(bodies: readonly object[]) {
    const read = bodies.map((body, at) => readOne(body, `tools[${at}].`));
    const names = read.map(({ tool }) => tool.name);
    const twice = names.flatMap((name, at) =>
      names.indexOf(name) === at ? [] : [{ field: `tools[${at}].name`, message: 'must be there once' }],
    );
    return {
      tools: read.map(({ tool }) => tool),
      problems: [...read.flatMap(({ problems }) => problems), ...twice],
    };
  }
}

function readOne(body: object, prefix: string): { tool: ToolState; problems: readonly FieldProblem[] } {
  const { value, problems } = checkFields(CreateToolRequest, { url: NO_URL, ...body }, prefix);
  const { kind, name, settings } = newToolOf(value);
  const ofBody = problems.map(({ field, message }) => ({ field: field.slice(prefix.length), message }));
  const { right, wrong } = rightPart(value, ofBody);
  const checked = newToolOf(right);
  const sent = checked.sent.filter((field) => Object.keys(body).includes(field));
  const more = wrong.has('kind')
    ? []
    : [...kindProblems(kind, sent), ...toolProblems(kind, checked.name, checked.settings, wrong)];
  const now = new Date(0);
  return {
    tool: {
      id: `tool_${name}`,
      accountId: 'acct_file',
      kind,
      name,
      settings,
      headers: [],
      secret: '',
      secretLast4: '',
      previousSecret: null,
      previousSecretUntil: null,
      listed: [],
      createdAt: now,
      updatedAt: now,
    },
    problems: [...problems, ...more.map(({ field, message }) => ({ field: `${prefix}${field}`, message }))],
  };
}
