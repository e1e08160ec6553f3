import ts from 'typescript';
import { violations } from '../harness/limits';
import { filesBelow, serviceFiles, type SourceFile, visitNodes } from '../harness/source-files';

/** The context that owns each table: its infrastructure alone names it. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  accounts: [
    'accounts account_holds account_lines dials do_not_call leads line_use line_waits',
    'logins memberships policy_changes',
  ],
  agents: ['agents agent_settings agent_versions booking_pages whatsapp_templates'],
  auth: ['api_keys'],
  batches: ['batches'],
  calls: ['calls call_talks call_timeline'],
  carriers: ['late_recordings'],
  console: ['audit_log'],
  counsellors: ['invitations'],
  credits: ['credit_accounts credit_reservations credit_transactions'],
  'human-calls': ['human_calls human_call_talks'],
  platform: ['idempotency_keys outbox secret_keys'],
  'sign-in': ['login_links login_passwords sessions sign_in_failures'],
  trunks: [
    'account_numbers account_trunks call_traces carrier_looks legs media_processes',
    'speech_limits trunk_states trunks',
  ],
  webhooks: ['webhook_deliveries webhook_endpoints webhook_events'],
};
const OWNER_OF = new Map(
  Object.entries(OWNERS).flatMap(([context, tables]) =>
    tables.flatMap((row) => row.split(' ')).map((table) => [table, context] as const),
  ),
);

/** Who may read foreign tables, and writes none: the audit all, recordings that carriers owe the rows of legs. */
const READERS: readonly { readonly path: RegExp; readonly tables: RegExp }[] = [
  { path: /^src\/cli\/audit(?:\.ts$|\/)/u, tables: /./u },
  { path: /^src\/carriers\/infrastructure\/recordings\//u, tables: /^legs$/u },
];
const mayRead = (path: string, table: string) =>
  READERS.some((reader) => reader.path.test(path) && reader.tables.test(table));

interface TableUse {
  readonly table: string;
  readonly writes: boolean;
}

/** SQL keywords are upper case here, tables lower case. A name behind a comma is a table of the same FROM. */
const NAMED =
  /\b(DELETE FROM|FROM|JOIN|INTO|UPDATE|USING)\s+(?:ONLY\s+|LATERAL\s+)?([a-z]\w*(?:(?:\s+(?:AS\s+)?[a-z]\w*)?\s*,\s*[a-z]\w*)*)/gu;

function usesIn(file: SourceFile): TableUse[] {
  const uses: TableUse[] = [];
  // Most files have no SQL: parsing them would take seconds.
  if (file.text.search(NAMED) < 0) return uses;
  visitNodes(file, (node) => {
    for (const [, keyword, names = ''] of sqlOf(node).matchAll(NAMED)) {
      const writes = keyword === 'DELETE FROM' || keyword === 'INTO' || keyword === 'UPDATE';
      const tables = names.split(',').map((name) => name.trim().split(/\s/u)[0] ?? '');
      uses.push(...tables.filter((name) => OWNER_OF.has(name)).map((table) => ({ table, writes })));
    }
  });
  return uses;
}

/** A text; in place of what is inserted into it stands a character that no name has. */
function sqlOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return node.head.text + node.templateSpans.map(({ literal }) => `?${literal.text}`).join('');
}

/** Uses by "context table", of a foreign table. */
function foreignUses(files: readonly SourceFile[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const file of files) {
    const context = file.path.split('/')[1] ?? '';
    for (const { table, writes } of usesIn(file)) {
      if (OWNER_OF.get(table) === context || (!writes && mayRead(file.path, table))) continue;
      const name = `${context} uses ${table} of ${OWNER_OF.get(table) ?? ''}`;
      counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  return counts;
}

describe('the owners of the tables', () => {
  it('are known for every table of the migrations', () => {
    const migrations = filesBelow('migrations').map(({ text }) => text);
    const created = migrations.flatMap((text) =>
      [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?([a-z_]+)/gu)].map(([, table]) => table ?? ''),
    );
    expect(created.filter((table) => !OWNER_OF.has(table))).toEqual([]);
    expect([...OWNER_OF.keys()].filter((table) => !created.includes(table))).toEqual([]);
  });

  it('are the only contexts that name them, but for what the list still allows', () =>
    expect(violations('foreign tables', foreignUses(serviceFiles()), true)).toEqual([]));

  it.each([
    ['`SELECT 1 FROM legs`', 'calls uses legs of trunks'],
    ['`SELECT 1 FROM calls AS c, legs l WHERE ${x}`', 'calls uses legs of trunks'],
    ['`SELECT 1 FROM ${x}\n JOIN ONLY agents ON true`', 'calls uses agents of agents'],
    ["'INSERT INTO outbox (id) VALUES ($1)'", 'calls uses outbox of platform'],
    ['`UPDATE logins SET name = ${x}`', 'calls uses logins of accounts'],
    ['`DELETE FROM calls USING legs`', 'calls uses legs of trunks'],
  ])('are compared with %s', (sql, use) =>
    expect(foreignUses([{ path: 'src/calls/a.ts', text: `query(${sql});` }])).toEqual({ [use]: 1 }),
  );

  it('are foreign to the audit only where it writes', () => {
    const text = "query('SELECT 1 FROM legs'); query('DELETE FROM legs');";
    expect(foreignUses([{ path: 'src/cli/audit/a.ts', text }])).toEqual({
      'cli uses legs of trunks': 1,
    });
  });
});
