import { DataSource } from 'typeorm';
import { AllCountries1765200000000 } from '../../migrations/1765200000000-all-countries';
import { CleanEngineText1765760000000 } from '../../migrations/1765760000000-clean-engine-text';
import { AccountSchema } from '../../src/accounts/infrastructure/account.schema';
import { AuditLogNumbers1765750000000 } from '../../migrations/1765750000000-audit-log-numbers';
import { AGENT_LIMITS } from '../agents/agent-limits';
import { AgentSchema } from '../../src/agents/infrastructure/agent.schema';
import { CallSchema } from '../../src/calls/infrastructure/call.schema';
import { HumanCallSchema } from '../../src/human-calls/infrastructure/human-call.schema';
import { VoiceTestSchema } from '../../src/live/infrastructure/voice-test.schema';
import { dataSourceOptions } from '../../src/platform/database/data-source';
import { migrate } from '../../src/platform/database/migrate';
import { StartupError } from '../../src/platform/startup-error';
import { TrunkSchema } from '../../src/trunks/infrastructure/trunk.schema';
import { KeySchema } from '../../src/auth/infrastructure/key.schema';
import { LeadSchema } from '../../src/accounts/infrastructure/lead.schema';
import { LoginSchema, MembershipSchema } from '../../src/accounts/infrastructure/member.schema';
import { BatchSchema } from '../../src/batches/infrastructure/batch.schema';
import { BookingPageSchema, TemplateSchema } from '../../src/agents/infrastructure/resource.schema';
import { PreferenceSchema, SavedViewSchema } from '../../src/console/infrastructure/preference.schema';
import { ToolSchema } from '../../src/tools/infrastructure/tool.schema';
import { NumberSchema } from '../../src/trunks/infrastructure/number.schema';
import { EndpointSchema } from '../../src/webhooks/infrastructure/endpoint.schema';
import { InvitationSchema } from '../../src/counsellors/infrastructure/invitation.schema';
import { LinkSchema } from '../../src/sign-in/infrastructure/link.schema';
import { PasswordSchema } from '../../src/sign-in/infrastructure/password.schema';
import { SessionSchema } from '../../src/sign-in/infrastructure/session.schema';
import { createDatabase, dropDatabase } from '../harness/app';

const SCHEMAS = [
  AccountSchema,
  AgentSchema,
  BatchSchema,
  BookingPageSchema,
  CallSchema,
  EndpointSchema,
  HumanCallSchema,
  InvitationSchema,
  KeySchema,
  LeadSchema,
  LinkSchema,
  LoginSchema,
  MembershipSchema,
  NumberSchema,
  PasswordSchema,
  PreferenceSchema,
  SavedViewSchema,
  SessionSchema,
  TemplateSchema,
  ToolSchema,
  TrunkSchema,
  VoiceTestSchema,
];

let url: string;
let dataSource: DataSource;

beforeAll(async () => {
  url = await createDatabase();
  dataSource = await new DataSource(dataSourceOptions(url, SCHEMAS)).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await dropDatabase(url);
});

test('creates the tables of the entity schemas', async () => {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  const own = SCHEMAS.map(({ options }) => options.tableName);
  const drift = upQueries
    .map(({ query }) => query)
    // Indexes, checks and foreign keys live in the migrations alone; columns must agree.
    .filter((query) => !/DROP (INDEX|CONSTRAINT)|ADD CONSTRAINT/.test(query))
    // No entity has it: only RETENTION_DAYS reads and writes it.
    .filter((query) => !query.includes('"words_forgotten"'))
    .filter((query) => own.some((table) => query.includes(`"${table}"`)));
  expect(drift).toEqual([]);
});

test('gives the tables the limits of the requests', async () => {
  const rows = await dataSource.query<{ name: string; figures: string[] }[]>(
    `SELECT conname AS name,
       ARRAY(SELECT found[1] FROM regexp_matches(pg_get_constraintdef(oid), '\\m\\d+(?:\\.\\d+)?\\M', 'g') AS found) AS figures
     FROM pg_constraint WHERE conname ~ '^agents_.*_(length|items|range|size)$'`,
  );
  const limits = AGENT_LIMITS;
  expect(Object.fromEntries(rows.map(({ name, figures }) => [name, figures.map(Number)]))).toEqual({
    agents_name_length: [limits.name.minLength, limits.name.maxLength],
    agents_opening_line_length: [limits.openingLine.minLength, limits.openingLine.maxLength],
    agents_system_prompt_length: [limits.systemPrompt.minLength, limits.systemPrompt.maxLength],
    agents_extraction_questions_items: [limits.extractionQuestions.maxItems],
    agents_dispositions_items: [limits.dispositions.maxItems],
    agents_handoff_numbers_items: [limits.handoffNumbers.maxItems],
    agents_max_call_minutes_range: [limits.maxCallMinutes.min, limits.maxCallMinutes.max],
    agents_pace_range: [limits.pace.min, limits.pace.max],
    agents_temperature_range: [limits.temperature.min, limits.temperature.max],
    agents_voice_modulation_range: [limits.voiceModulation.min, limits.voiceModulation.max],
    agents_send_rules_items: [limits.sendRules.maxItems],
    agents_send_rules_size: [limits.sendRules.maxBytes],
  });
});

test('changes nothing when run twice, and by several processes at once', async () => {
  await Promise.all([migrate(dataSource), migrate(dataSource), migrate(dataSource)]);
  const rows = await dataSource.query<unknown[]>('SELECT name FROM schema_migrations');
  expect(rows).toHaveLength(dataSource.migrations.length);
});

test('refuses a PostgreSQL that is too old, in a line that names DATABASE_URL', async () => {
  const { driver } = dataSource;
  const { version } = driver;
  try {
    for (const old of ['12.22', '9.6.24']) {
      driver.version = old;
      await expect(migrate(dataSource)).rejects.toEqual(
        new StartupError(
          `DATABASE_URL: the PostgreSQL there is version ${old}, and the service needs 13 or newer.`,
        ),
      );
    }
    driver.version = '13.0';
    await migrate(dataSource);
  } finally {
    driver.version = version;
  }
});

test.each(['LATIN1', 'SQL_ASCII'])('refuses an empty database with the encoding %s', async (encoding) => {
  const name = `${new URL(url).pathname.slice(1)}_${encoding.toLowerCase()}`;
  const own = new URL(url);
  own.pathname = `/${name}`;
  await dataSource.query(`CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`);
  const other = await new DataSource(dataSourceOptions(own.href)).initialize();
  try {
    await expect(migrate(other)).rejects.toEqual(
      new StartupError(
        `DATABASE_URL: the database has the encoding ${encoding}, and the service needs UTF8.`,
      ),
    );
  } finally {
    await other.destroy();
    await dropDatabase(own.href);
  }
});

test('starts on a database of a newer version that supports this version', async () => {
  await dataSource.query(
    `INSERT INTO schema_migrations (timestamp, name) VALUES (9999999999999, 'Newer9999999999999')`,
  );
  const own = Math.max(...dataSource.migrations.map(({ name }) => Number((name ?? '').slice(-13))));
  await dataSource.query('UPDATE schema_readable_from SET migration = $1', [own]);
  await migrate(dataSource);
  await dataSource.query(`DELETE FROM schema_migrations WHERE name LIKE 'Newer%'`);
});

test('refuses a database that requires a newer version', async () => {
  await dataSource.query('UPDATE schema_readable_from SET migration = 9999999999999');
  await dataSource.query(
    `INSERT INTO schema_migrations (timestamp, name) VALUES (9999999999999, 'Newer9999999999999')`,
  );
  await expect(migrate(dataSource)).rejects.toThrow(/newer version of the service \(Newer9999999999999\)/);
});

test('reverts every migration', async () => {
  await dataSource.query(`DELETE FROM schema_migrations WHERE name LIKE 'Newer%'`);
  for (let left = dataSource.migrations.length; left > 0; left--) await dataSource.undoLastMigration();
  const rows = await dataSource.query<{ table_name: string }[]>(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  expect(rows.map((row) => row.table_name)).toEqual(['schema_migrations']);
  await migrate(dataSource);
});

test('converts an empty list of countries to none', async () => {
  const stored = { a: '[]', b: '""', c: '["IN"]' };
  for (const [id, countries] of Object.entries(stored)) {
    await dataSource.query(
      `INSERT INTO accounts (id, name, timezone, carrier, lines, recall_gap_seconds, daily_per_number, daily_limit,
         queue_seconds, max_human_minutes, countries, dispositions, created_at, updated_at)
       VALUES ($1, 'A', 'UTC', 'simulator', 1, 0, 0, 0, 1, 1, $2, '[]', now(), now())`,
      [id, countries],
    );
  }
  const runner = dataSource.createQueryRunner();
  await new AllCountries1765200000000().up(runner);
  await runner.release();
  const rows = await dataSource.query<object[]>('SELECT id, countries FROM accounts ORDER BY id');
  expect(rows).toEqual([
    { id: 'a', countries: [] },
    { id: 'b', countries: null },
    { id: 'c', countries: ['IN'] },
  ]);
});

test('shortens numbers of the audit log', async () => {
  const subjects = ['+91–98123–40055', '[+91] 98123.40055', '…0055'];
  const entry = (id: string, action: string, subject: string) =>
    dataSource.query(
      `INSERT INTO audit_log (id, account_id, at, who_kind, who_name, action, subject_id, fields, count)
       VALUES ($1, 'a', now(), 'key', 'k', $2, $3, '[]', 1)`,
      [id, action, subject],
    );
  for (const [at, subject] of subjects.entries()) {
    await entry(`aud_${at}`, at === 0 ? 'addDoNotCall' : 'removeDoNotCall', subject);
  }
  await entry('aud_other', 'revokeKey', 'key_0123456789');
  const runner = dataSource.createQueryRunner();
  await new AuditLogNumbers1765750000000().up(runner);
  await runner.release();
  expect(await dataSource.query<object[]>('SELECT subject_id FROM audit_log ORDER BY id')).toEqual([
    { subject_id: '…0055' },
    { subject_id: '…0055' },
    { subject_id: '…0055' },
    { subject_id: 'key_0123456789' },
  ]);
});

test('removes characters from stored talks that no field of a talk may have', async () => {
  // One connection, on which rows need no calls.
  const runner = dataSource.createQueryRunner();
  await runner.query('SET session_replication_role = replica');
  const stored: Record<string, string> = {
    a: String.raw`[{"text":"Ja\u0000\u0000 \ud83d\\u0000 \\\uDE00😀\u0007"}]`,
    b: String.raw`[{"text":"\\u0000 \\\\ud83d"}]`,
  };
  for (const [id, text] of Object.entries(stored)) {
    for (const [table, columns] of [
      ['call_talks', ''],
      ['human_call_talks', ', recorded_seconds'],
    ]) {
      await runner.query(
        `INSERT INTO ${table} (call_id, turns, reading${columns}) VALUES ($1, $2, $2${columns && ', 1'})`,
        [id, text],
      );
    }
  }
  await new CleanEngineText1765760000000().up(runner);
  await runner.query('RESET session_replication_role');
  await runner.release();
  for (const table of ['call_talks', 'human_call_talks']) {
    const rows = await dataSource.query<object[]>(
      `SELECT turns -> 0 ->> 'text' AS turns, reading -> 0 ->> 'text' AS reading FROM ${table} ORDER BY call_id`,
    );
    const [a, b] = ['Ja \\u0000 \\😀\u0007', '\\u0000 \\\\ud83d'];
    expect(rows).toEqual([
      { turns: a, reading: a },
      { turns: b, reading: b },
    ]);
  }
});
