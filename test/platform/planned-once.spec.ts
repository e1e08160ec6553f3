import { Client } from 'pg';
import { SERVICE_SETTINGS } from '../../src/platform/database/service-settings';
import { createDatabase, dropDatabase } from '../harness/app';
import { statementsOfCalls } from '../harness/statements-of-calls';

/** PostgreSQL plans for the values at first, then compares the costs. */
const PLANNED_FOR_VALUES = 5;

/** Runs once a second, and its conditions are cheaper where nothing is excluded. */
const CHEAPER_FOR_VALUES = /^UPDATE late_recordings/;

/** How often a connection plans a statement for its values. What it changes is rolled back; it may fail. */
async function plansFor(client: Client, text: string, values: readonly unknown[]): Promise<number> {
  for (let run = 0; run < PLANNED_FOR_VALUES + 3; run++) {
    await client.query('BEGIN');
    await client.query({ name: 'planned', text, values: [...values] }).catch(() => undefined);
    await client.query('ROLLBACK');
  }
  const { rows } = await client.query<{ plans: string }>(
    `SELECT custom_plans AS plans FROM pg_prepared_statements WHERE name = 'planned'`,
  );
  return Number(rows[0]?.plans);
}

test('plans each statement of a call once per connection', async () => {
  const statements = [...(await statementsOfCalls())].filter(
    ([text, values]) => values.length > 0 && !CHEAPER_FOR_VALUES.test(text),
  );
  expect(statements.length).toBeGreaterThan(80);
  const url = await createDatabase();
  try {
    const others: { plans: number; text: string }[] = [];
    for (const [text, values] of statements) {
      const client = new Client({ connectionString: url, options: SERVICE_SETTINGS.join(' ') });
      await client.connect();
      const plans = await plansFor(client, text, values).finally(() => client.end());
      if (plans !== PLANNED_FOR_VALUES) others.push({ plans, text });
    }
    expect(others).toEqual([]);
  } finally {
    await dropDatabase(url);
  }
});
