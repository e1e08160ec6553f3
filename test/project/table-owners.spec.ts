import ts from 'typescript';
import { violations } from '../harness/limits';
import { filesBelow, serviceFiles, type SourceFile, visitNodes } from '../harness/source-files';

/** The context that owns each table: its infrastructure alone names it. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  accounts: [
    'accounts account_holds account_lines dials do_not_call leads line_use line_waits',
    'logins memberships policy_changes',
  ],
  agents: ['agents agent_settings agent_tests agent_versions booking_pages whatsapp_templates'],
  auth: ['api_keys'],
  batches: ['batches'],
  calls: ['calls call_live_turns call_talks call_timeline'],
  carriers: ['late_recordings'],
  console: ['audit_log console_preferences saved_views'],
  counsellors: ['invitations'],
  credits: ['credit_accounts credit_reservations credit_transactions'],
  'human-calls': ['human_calls human_call_talks'],
  live: ['listenings live_tickets voice_tests'],
  platform: ['idempotency_keys outbox schema_readable_from secret_keys'],
  'sign-in': ['login_links login_passwords sessions sign_in_failures'],
  tools: ['tools tool_invocations'],
  trunks: [
    'account_numbers account_trunks call_traces carrier_looks legs media_processes',
    'speech_limits speech_streams trunk_states trunks',
  ],
  webhooks: ['webhook_deliveries webhook_endpoints webhook_events'],
};
/** Views that a context publishes of its tables: others read them, and neither write nor lock their rows. */
const VIEWS: typeof OWNERS = {
  accounts: [
    'account_holds_for_metrics account_lines_for_dispatch accounts_for_dispatch accounts_for_keys accounts_for_listening',
    'accounts_for_sign_in do_not_call_for_dispatch line_use_for_dispatch logins_for_sign_in',
    'members_for_home members_for_invitations',
  ],
  agents: ['agents_for_dispatch agents_for_home'],
  batches: ['batches_for_home'],
  calls: ['calls_for_home calls_for_tools'],
  'human-calls': ['human_calls_for_home'],
  live: ['voice_tests_for_tools'],
  'sign-in': ['mails_for_invitations'],
  trunks: [
    'account_trunks_for_dispatch legs_for_upkeep media_processes_for_recordings trunks_for_recordings',
  ],
  webhooks: ['endpoints_for_home events_for_home'],
};
const ownersIn = (owners: typeof OWNERS) =>
  new Map(
    Object.entries(owners).flatMap(([context, names]) =>
      names.flatMap((row) => row.split(' ')).map((name) => [name, context] as const),
    ),
  );
const TABLE_OWNERS = ownersIn(OWNERS);
const VIEW_OWNERS = ownersIn(VIEWS);
const OWNER_OF = new Map([...TABLE_OWNERS, ...VIEW_OWNERS]);

/** Who may read foreign tables beside views, and writes none: the audit all, recordings that carriers owe the rows of legs. */
const READERS: readonly { readonly path: RegExp; readonly tables: RegExp }[] = [
  { path: /^src\/cli\/audit(?:\.ts$|\/)/u, tables: /./u },
  { path: /^src\/carriers\/infrastructure\/recordings\//u, tables: /^legs$/u },
];
const mayRead = (path: string, table: string) =>
  VIEW_OWNERS.has(table) || READERS.some((reader) => reader.path.test(path) && reader.tables.test(table));

interface TableUse {
  readonly table: string;
  readonly changes: boolean;
}

/** SQL keywords are upper case here, tables lower case. A name behind a comma is a table of the same FROM. */
const NAMED =
  /\b(DELETE FROM|FROM|JOIN|INTO|UPDATE|USING)\s+(?:ONLY\s+|LATERAL\s+)?([a-z]\w*(?:(?:\s+(?:AS\s+)?[a-z]\w*)?\s*,\s*[a-z]\w*)*)/gu;

/** Without OF it locks the rows of every table in the text. */
const LOCKED = /\bFOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)\b(?: OF ([a-z]\w*(?:, [a-z]\w*)*))?/gu;

function usesIn(file: SourceFile): TableUse[] {
  const uses: TableUse[] = [];
  // Most files have no SQL: parsing them would take seconds.
  if (file.text.search(NAMED) < 0) return uses;
  visitNodes(file, (node) => {
    const sql = sqlOf(node);
    for (const [, keyword, names = ''] of sql.matchAll(NAMED)) {
      const writes = keyword === 'DELETE FROM' || keyword === 'INTO' || keyword === 'UPDATE';
      const tables = names.split(',').map((name) => name.trim().split(/\s/u)[0] ?? '');
      for (const table of tables.filter((name) => OWNER_OF.has(name))) {
        uses.push({ table, changes: writes || (VIEW_OWNERS.has(table) && isLocked(table, sql)) });
      }
    }
  });
  return uses;
}

function isLocked(view: string, sql: string): boolean {
  const [, alias = view] = new RegExp(`\\b${view}\\s+(?:AS\\s+)?([a-z]\\w*)`, 'u').exec(sql) ?? [];
  return [...sql.matchAll(LOCKED)].some(([, names]) => names?.split(', ').includes(alias) ?? true);
}

/** A text; in place of what is inserted into it stands a character that no name has. */
function sqlOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return node.head.text + node.templateSpans.map(({ literal }) => `?${literal.text}`).join('');
}

/** Uses by "context table", of a foreign table or of a foreign view that is not only read. */
function foreignUses(files: readonly SourceFile[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const file of files) {
    const context = contextOf(file);
    for (const { table, changes } of usesIn(file)) {
      if (OWNER_OF.get(table) === context || (!changes && mayRead(file.path, table))) continue;
      const name = `${context} uses ${table} of ${OWNER_OF.get(table) ?? ''}`;
      counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  return counts;
}

const contextOf = ({ path }: SourceFile) => path.split('/')[1] ?? '';

/** Where the migrations have the pattern. */
const migrated = (pattern: RegExp) =>
  filesBelow('migrations').flatMap(({ text }) => [...text.matchAll(pattern)]);

describe('the owners of the tables', () => {
  it('are known for every table of the migrations', () => {
    const created = migrated(/CREATE TABLE (?:IF NOT EXISTS )?([a-z_]+)/gu).map(([, table]) => table ?? '');
    expect(created.filter((table) => !TABLE_OWNERS.has(table))).toEqual([]);
    expect([...TABLE_OWNERS.keys()].filter((table) => !created.includes(table))).toEqual([]);
  });

  it('publish views of their own tables alone, each of which another context reads', () => {
    const views = migrated(/CREATE (?:OR REPLACE )?VIEW ([a-z_]+) AS([^;`]+)/gu);
    expect([...new Set(views.map(([, view]) => view))].sort()).toEqual([...VIEW_OWNERS.keys()].sort());
    const sources = views.map(([, view = '', sql = '']) => ({
      path: `src/${VIEW_OWNERS.get(view) ?? ''}/${view}.ts`,
      text: `query(\`${sql}\`);`,
    }));
    expect(foreignUses(sources)).toEqual({});
    const read = serviceFiles().flatMap((file) =>
      usesIn(file).flatMap(({ table }) => (OWNER_OF.get(table) === contextOf(file) ? [] : [table])),
    );
    expect([...VIEW_OWNERS.keys()].filter((view) => !read.includes(view))).toEqual([]);
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
    ['`UPDATE agents_for_dispatch SET enabled = false`', 'calls uses agents_for_dispatch of agents'],
    ['`SELECT 1 FROM agents_for_dispatch a FOR SHARE`', 'calls uses agents_for_dispatch of agents'],
    [
      '`SELECT 1 FROM calls c JOIN agents_for_dispatch AS a ON true FOR NO KEY UPDATE OF c, a`',
      'calls uses agents_for_dispatch of agents',
    ],
  ])('are compared with %s', (sql, use) =>
    expect(foreignUses([{ path: 'src/calls/a.ts', text: `query(${sql});` }])).toEqual({ [use]: 1 }),
  );

  it('let other contexts read a view, also where they lock rows of their own', () => {
    const text = 'query(`SELECT 1 FROM calls c JOIN agents_for_dispatch a ON true FOR UPDATE OF c`);';
    expect(foreignUses([{ path: 'src/calls/a.ts', text }])).toEqual({});
  });

  it('are foreign to the audit only where it writes', () => {
    const text = "query('SELECT 1 FROM legs'); query('DELETE FROM legs');";
    expect(foreignUses([{ path: 'src/cli/audit/a.ts', text }])).toEqual({
      'cli uses legs of trunks': 1,
    });
  });
});
