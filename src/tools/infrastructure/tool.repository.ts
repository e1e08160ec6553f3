import { Injectable } from '@nestjs/common';
import { among } from '../../platform/database/among';
import { BatchLoaderById } from '../../platform/database/batch-loader';
import { RowMap, type StoredRow } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { ToolState } from '../domain/tool';
import { ToolSchema } from './tool.schema';

const rows = new RowMap<ToolState>(ToolSchema);

/** Plain SQL instead of TypeORM's builder: every talk with tools reads them. */
const FIND = `SELECT ${rows.select()} FROM tools WHERE ${among('id', '$1')}`;

@Injectable()
export class ToolRepository {
  readonly #byId: BatchLoaderById<ToolState>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#byId = new BatchLoaderById(unitOfWork, async (ids) => {
      const found = await this.unitOfWork.rows<StoredRow>(FIND, [ids]);
      return new Map(found.map((row) => rows.state(row)).map((tool) => [tool.id, tool]));
    });
  }

  /** False when another tool of the account has its name. */
  insert(tool: ToolState): Promise<boolean> {
    return this.unitOfWork.insertIfUnique(ToolSchema, tool);
  }

  /** Updates a locked tool. False when another tool of the account has its name. */
  update({ id, ...tool }: ToolState): Promise<boolean> {
    return this.unitOfWork.updateIfUnique(() => this.unitOfWork.update(ToolSchema, { id }, tool));
  }

  async delete(id: string): Promise<void> {
    await this.unitOfWork.delete(ToolSchema, { id });
  }

  async find(accountId: string, id: string): Promise<ToolState | null> {
    const tool = await this.#byId.find(id);
    return tool?.accountId === accountId ? tool : null;
  }

  lock(accountId: string, id: string): Promise<ToolState | null> {
    return this.#tools.findOne({ where: { accountId, id }, lock: { mode: 'pessimistic_write' } });
  }

  async idByName(accountId: string, name: string): Promise<string | null> {
    const tool = await this.#tools.findOne({ where: { accountId, name }, select: { id: true } });
    return tool?.id ?? null;
  }

  list(accountId: string): Promise<ToolState[]> {
    return this.#tools.find({ where: { accountId }, order: { name: 'ASC', id: 'ASC' } });
  }

  async ids(accountId: string): Promise<Set<string>> {
    const tools = await this.#tools.find({
      where: { accountId },
      select: { id: true },
      order: { name: 'ASC', id: 'ASC' },
    });
    return new Set(tools.map(({ id }) => id));
  }

  /** The tools of the account, in the order of the ids. */
  async ofIds(accountId: string, ids: readonly string[]): Promise<ToolState[]> {
    const found = await Promise.all(ids.map((id) => this.find(accountId, id)));
    return found.filter((tool) => tool !== null);
  }

  /** The ids of those that exist, locked until the end of the transaction, if there is one. */
  async keyShare(accountId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.unitOfWork.rows<{ id: string }>(
      'SELECT id FROM tools WHERE account_id = $1 AND id = ANY ($2) ORDER BY id FOR KEY SHARE',
      [accountId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Locks tools with a secret or a header that does not begin with `prefix`. */
  lockSealedOtherwise(prefix: string, limit: number): Promise<ToolState[]> {
    return this.#tools
      .createQueryBuilder('tool')
      .where(
        `NOT starts_with(tool.secret, :prefix) OR NOT starts_with(tool.previousSecret, :prefix)
         OR EXISTS (SELECT FROM json_array_elements(tool.headers) AS h WHERE NOT starts_with(h ->> 'value', :prefix))`,
        { prefix },
      )
      .orderBy('tool.id')
      .limit(limit)
      .setLock('pessimistic_write')
      .getMany();
  }

  get #tools() {
    return this.unitOfWork.repository(ToolSchema);
  }
}
