import { Injectable } from '@nestjs/common';
import { BatchLoaderById } from '../../platform/database/batch-loader';
import { isUniqueViolation, UnitOfWork } from '../../platform/database/unit-of-work';
import type { ToolState } from '../domain/tool';

const COLUMNS = `id, account_id AS "accountId", kind, name, settings, headers, secret, secret_last4 AS "secretLast4",
  previous_secret AS "previousSecret", previous_secret_until AS "previousSecretUntil", listed,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

@Injectable()
export class ToolRepository {
  readonly #byId: BatchLoaderById<ToolState>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#byId = new BatchLoaderById(unitOfWork, async (ids) => {
      const found = await this.#read('WHERE id = ANY ($1)', [ids]);
      return new Map(found.map((tool) => [tool.id, tool]));
    });
  }

  /** False when another tool of the account has its name. */
  async insert(tool: ToolState): Promise<boolean> {
    const stored = await this.unitOfWork.affected(
      `INSERT INTO tools (id, account_id, kind, name, settings, headers, secret, secret_last4, previous_secret,
         previous_secret_until, listed, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5::json, $6::json, $7, $8, $9, $10, $11::json, $12, $13)
       ON CONFLICT (account_id, name) DO NOTHING`,
      parametersOf(tool),
    );
    return stored === 1;
  }

  /** For a locked tool. False when another tool of the account has its name. */
  async update(tool: ToolState): Promise<boolean> {
    // An UPDATE has no ON CONFLICT, and a violation would abort the transaction: hence the savepoint.
    await this.unitOfWork.affected('SAVEPOINT tool_update');
    try {
      await this.unitOfWork.affected(
        `UPDATE tools SET account_id = $2, kind = $3, name = $4, settings = $5::json, headers = $6::json, secret = $7,
           secret_last4 = $8, previous_secret = $9, previous_secret_until = $10, listed = $11::json, created_at = $12,
           updated_at = $13
         WHERE id = $1`,
        parametersOf(tool),
      );
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      await this.unitOfWork.affected('ROLLBACK TO SAVEPOINT tool_update');
      return false;
    }
    await this.unitOfWork.affected('RELEASE SAVEPOINT tool_update');
    return true;
  }

  async delete(id: string): Promise<void> {
    await this.unitOfWork.affected('DELETE FROM tools WHERE id = $1', [id]);
  }

  async find(accountId: string, id: string): Promise<ToolState | null> {
    const tool = await this.#byId.find(id);
    return tool?.accountId === accountId ? tool : null;
  }

  async lock(accountId: string, id: string): Promise<ToolState | null> {
    const [tool] = await this.#read('WHERE account_id = $1 AND id = $2 FOR UPDATE', [accountId, id]);
    return tool ?? null;
  }

  async idByName(accountId: string, name: string): Promise<string | null> {
    const row = await this.unitOfWork.row<{ id: string }>(
      'SELECT id FROM tools WHERE account_id = $1 AND name = $2',
      [accountId, name],
    );
    return row?.id ?? null;
  }

  list(accountId: string): Promise<ToolState[]> {
    return this.#read('WHERE account_id = $1 ORDER BY name, id', [accountId]);
  }

  /** Those of the account, in the order of the ids. */
  async ofIds(accountId: string, ids: readonly string[]): Promise<ToolState[]> {
    if (ids.length === 0) return [];
    const found = await Promise.all(ids.map((id) => this.find(accountId, id)));
    return found.filter((tool) => tool !== null);
  }

  /** The ids of those that exist, locked until the end of the transaction. */
  async keyShare(accountId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.unitOfWork.rows<{ id: string }>(
      'SELECT id FROM tools WHERE account_id = $1 AND id = ANY ($2) ORDER BY id FOR KEY SHARE',
      [accountId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** With a secret or a header that does not begin with `prefix`. */
  lockSealedOtherwise(prefix: string, limit: number): Promise<ToolState[]> {
    return this.#read(
      `WHERE NOT starts_with(secret, $1) OR NOT starts_with(previous_secret, $1)
         OR EXISTS (SELECT FROM json_array_elements(headers) AS h WHERE NOT starts_with(h ->> 'value', $1))
       ORDER BY id LIMIT $2 FOR UPDATE`,
      [prefix, limit],
    );
  }

  #read(rest: string, parameters: unknown[]): Promise<ToolState[]> {
    return this.unitOfWork.rows<ToolState>(`SELECT ${COLUMNS} FROM tools ${rest}`, parameters);
  }
}

function parametersOf(tool: ToolState): unknown[] {
  return [
    tool.id,
    tool.accountId,
    tool.kind,
    tool.name,
    JSON.stringify(tool.settings),
    JSON.stringify(tool.headers),
    tool.secret,
    tool.secretLast4,
    tool.previousSecret,
    tool.previousSecretUntil,
    JSON.stringify(tool.listed),
    tool.createdAt,
    tool.updatedAt,
  ];
}
