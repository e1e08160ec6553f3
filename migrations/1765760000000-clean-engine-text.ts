import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['call_talks', 'human_call_talks'];
const BATCH_ROWS = 5_000;
/** An escape of NUL or of half a surrogate pair, after the backslashes that are text. */
const ESCAPE = String.raw`(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})`;

/**
 * Removes NUL and lone surrogates, which speech and language models once brought into talks: PostgreSQL stores their escapes
 * in `json`, and then fails to read a field of it. Each batch is a statement of its own, so no lock lasts.
 */
export class CleanEngineText1765760000000 implements MigrationInterface {
  readonly name = 'CleanEngineText1765760000000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      for (let after: string | null = ''; after !== null;)
        after = await cleanBatch(queryRunner, table, after);
    }
  }

  async down(): Promise<void> {
    // What was stored was wrong.
  }
}

/** @returns the last call of the batch; null when there was none */
async function cleanBatch(queryRunner: QueryRunner, table: string, after: string): Promise<string | null> {
  const [batch] = (await queryRunner.query(
    `WITH batch AS (SELECT call_id FROM ${table} WHERE call_id > $1 ORDER BY call_id LIMIT ${BATCH_ROWS}),
       cleaned AS (
         UPDATE ${table} AS t SET turns = ${cleaned('t.turns')}, reading = ${cleaned('t.reading')} FROM batch AS b
         WHERE t.call_id = b.call_id AND (${hasEscape('t.turns')} OR ${hasEscape('t.reading')}))
     SELECT max(call_id) AS last FROM batch`,
    [after],
  )) as { readonly last: string | null }[];
  return batch?.last ?? null;
}

function cleaned(column: string): string {
  return `regexp_replace(${column}::text, '${ESCAPE}', '\\1', 'g')::json`;
}

/** Escapes of any character are rare, and the search for them is cheap. */
function hasEscape(column: string): string {
  return `CASE WHEN strpos(${column}::text, '\\u') > 0 THEN ${column}::text ~ '${ESCAPE}' ELSE false END`;
}
