import { Injectable } from '@nestjs/common';
import { BatchLoaderById } from '../../platform/database/batch-loader';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { EndpointState } from '../domain/endpoint';

const COLUMNS = `account_id AS "accountId", url, secret, secret_last4 AS "secretLast4", previous_secret AS "previousSecret",
  previous_secret_until AS "previousSecretUntil", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Stores at most one endpoint for each account. */
@Injectable()
export class EndpointRepository {
  readonly #found: BatchLoaderById<EndpointState>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#found = new BatchLoaderById(unitOfWork, (accountIds) => this.findAll(accountIds));
  }

  async insert(endpoint: EndpointState): Promise<boolean> {
    const stored = await this.unitOfWork.affected(
      `INSERT INTO webhook_endpoints (account_id, url, secret, secret_last4, previous_secret, previous_secret_until,
         created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
      parametersOf(endpoint),
    );
    return stored === 1;
  }

  async update(endpoint: EndpointState): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE webhook_endpoints SET url = $2, secret = $3, secret_last4 = $4, previous_secret = $5,
         previous_secret_until = $6, created_at = $7, updated_at = $8
       WHERE account_id = $1`,
      parametersOf(endpoint),
    );
  }

  async delete(accountId: string): Promise<boolean> {
    return (
      (await this.unitOfWork.affected('DELETE FROM webhook_endpoints WHERE account_id = $1', [accountId])) ===
      1
    );
  }

  find(accountId: string): Promise<EndpointState | null> {
    return this.#found.find(accountId);
  }

  async findAll(accountIds: readonly string[]): Promise<Map<string, EndpointState>> {
    const found = await this.#read('WHERE account_id = ANY ($1)', [accountIds]);
    return new Map(found.map((endpoint) => [endpoint.accountId, endpoint]));
  }

  async lock(accountId: string): Promise<EndpointState | null> {
    return (await this.#read('WHERE account_id = $1 FOR NO KEY UPDATE', [accountId]))[0] ?? null;
  }

  /** Locked against deletion until the end of the transaction, so that a DELETE also sees the new events. */
  async lockExisting(accountIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.unitOfWork.rows<{ account_id: string }>(
      `SELECT account_id FROM webhook_endpoints WHERE account_id = ANY ($1) ORDER BY account_id FOR KEY SHARE`,
      [accountIds],
    );
    return new Set(rows.map(({ account_id }) => account_id));
  }

  /** With a secret that does not begin with `prefix`. */
  async lockSealedOtherwise(prefix: string, limit: number): Promise<EndpointState[]> {
    return this.#read(
      `WHERE NOT starts_with(secret, $1) OR NOT starts_with(previous_secret, $1)
       ORDER BY account_id LIMIT $2 FOR NO KEY UPDATE`,
      [prefix, limit],
    );
  }

  #read(rest: string, parameters: unknown[]): Promise<EndpointState[]> {
    return this.unitOfWork.rows<EndpointState>(
      `SELECT ${COLUMNS} FROM webhook_endpoints ${rest}`,
      parameters,
    );
  }
}

function parametersOf(endpoint: EndpointState): unknown[] {
  return [
    endpoint.accountId,
    endpoint.url,
    endpoint.secret,
    endpoint.secretLast4,
    endpoint.previousSecret,
    endpoint.previousSecretUntil,
    endpoint.createdAt,
    endpoint.updatedAt,
  ];
}
