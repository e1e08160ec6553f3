import type { TestApp } from './app';

/** Every table's rows as text, of all schemas: what a person with the whole database in hand could read. */
async function wholeDatabase({ unitOfWork }: TestApp): Promise<Map<string, string[]>> {
  const tables = await unitOfWork.rows<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const content = new Map<string, string[]>();
  for (const { name } of tables) {
    const rows = await unitOfWork.rows<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    content.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return content;
}

/** The same without what changes by itself every few seconds: when queues looked after their jobs, and processes lived. */
export async function restingDatabase(service: TestApp): Promise<Map<string, string[]>> {
  const content = await wholeDatabase(service);
  content.delete('bullmq.meta');
  content.delete('public.media_processes');
  return content;
}

/** Tables in which any of the words stands. */
export async function whereStands(service: TestApp, ...words: string[]): Promise<string[]> {
  const spaced = (text: string) => text.replace(/[\s-]/g, '').toLowerCase();
  return [...(await wholeDatabase(service))]
    .filter(([, rows]) => rows.some((row) => words.some((word) => spaced(row).includes(spaced(word)))))
    .map(([name]) => name);
}
