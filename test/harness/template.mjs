import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The database that every test file gets a copy of: migrated once for the whole run. */
export const TEMPLATE = 'aics_template';

/** @param {string} adminUrl of a PostgreSQL that may create databases */
export default async function makeTemplate(adminUrl) {
  const { Client } = require('pg');
  const { createDataSource } = require('../../src/platform/database/data-source.ts');
  const { migrate } = require('../../src/platform/database/migrate.ts');
  const { openQueueBackend } = require('../../src/platform/queues/queue-backend.ts');
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const url = new URL(adminUrl);
  url.pathname = `/${TEMPLATE}`;
  const dataSource = await createDataSource(url.href).initialize();
  await migrate(dataSource);
  await dataSource.destroy();
  const queues = await openQueueBackend(url.href, null);
  await queues.close();
}
