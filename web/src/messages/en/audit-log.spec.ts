import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actionInWords, KNOWN_ACTIONS } from './audit-log';

const ROOT = join(__dirname, '../../../..');
const DOCUMENTS = ['openapi.yaml', 'web/api/console.yaml']
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n');
const OPERATIONS = new Set([...DOCUMENTS.matchAll(/operationId: (\w+)/g)].map(([, id]) => id));
/** Written for a failed sign-in, which is no operation. */
const JOURNAL = ['consoleSignInFailed'];

describe('the audit log in words', () => {
  it('knows no operation that is gone', () => {
    const operations = KNOWN_ACTIONS.filter((action) => /^\w+$/.test(action) && !JOURNAL.includes(action));
    expect(operations.length).toBeGreaterThan(40);
    expect(operations.filter((id) => !OPERATIONS.has(id))).toEqual([]);
  });

  it('names an unknown one by its words', () => {
    expect(actionInWords('consoleMakeTool')).toBe('Make tool');
    expect(actionInWords('template_add')).toBe('Template add');
    expect(actionInWords('consoleSignIn')).toBe('Signed in');
  });
});
