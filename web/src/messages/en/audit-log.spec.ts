import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actionInWords, KNOWN_ACTIONS } from './audit-log';

const ROOT = join(__dirname, '../../../..');
const DOCUMENTS = ['openapi.yaml', 'web/api/console.yaml']
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n');
const OPERATIONS = new Set([...DOCUMENTS.matchAll(/operationId: (\w+)/g)].map(([, id]) => id));

const CONTROLLERS = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.controller.ts'),
);
/** Operations that change something, unless they or all of their file are not audited. */
const AUDITED = CONTROLLERS.flatMap((path) => {
  const text = readFileSync(join(ROOT, 'src', path), 'utf8');
  const [head = '', ...operations] = text.split(/@(?=(?:Get|Post|Put|Patch|Delete)\()/);
  if (head.includes('audited: false')) return [];
  return operations
    .filter((operation) => !/^Get|audited: false|access: '(?:anonymous|public)'/.test(operation))
    .flatMap((operation) => /\bid: '(\w+)'/.exec(operation)?.[1] ?? []);
});

/** Written for a failed sign-in, which is no operation. */
const JOURNAL = ['consoleSignInFailed'];

describe("the audit log's texts", () => {
  it('include no removed operation', () => {
    const operations = KNOWN_ACTIONS.filter((action) => /^\w+$/.test(action) && !JOURNAL.includes(action));
    expect(operations.length).toBeGreaterThan(40);
    expect(operations.filter((id) => !OPERATIONS.has(id))).toEqual([]);
  });

  it('include each audited operation', () => {
    expect(AUDITED.length).toBeGreaterThan(40);
    expect(AUDITED.filter((id) => !KNOWN_ACTIONS.includes(id))).toEqual([]);
  });

  it('differ, so that each choice of the filter is another one', () => {
    const words = KNOWN_ACTIONS.map(actionInWords);
    expect(words.filter((text, at) => words.indexOf(text) !== at)).toEqual([]);
  });

  it('name an unknown operation by its code', () => {
    expect(actionInWords('consoleMakeTool')).toBe('Make tool');
    expect(actionInWords('template_add')).toBe('Template add');
    expect(actionInWords('consoleSignIn')).toBe('Signed in');
  });
});
