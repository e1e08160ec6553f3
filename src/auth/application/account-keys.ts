import { Injectable } from '@nestjs/common';
import { listView, pageAfter } from '../../platform/http/answers/lists';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { IdempotencyKeys } from '../../platform/idempotency/idempotency';
import { DomainError } from '../../platform/kernel/domain-error';
import { formatInstant } from '../../platform/kernel/instant';
import { KeyRepository } from '../infrastructure/key.repository';
import type { KeyState } from '../infrastructure/key.schema';
import { ApiKeys } from './api-keys.service';

export interface OwnKey {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresOn: string | null;
}

/** Lists, makes and revokes the keys of an account for its admins. */
@Injectable()
export class AccountKeys {
  constructor(
    private readonly keys: ApiKeys,
    private readonly stored: KeyRepository,
    private readonly idempotency: IdempotencyKeys,
  ) {}

  /** Newest first, revoked ones too. @throws DomainError invalid_request for an unknown `after` */
  async list(accountId: string, limit: number, after: string | undefined) {
    const found = await this.stored.page(accountId, limit + 1, after);
    const page = { rows: found, limit, startingAfter: after };
    const { rows, hasMore } = await pageAfter('key', page, (id) => this.stored.findIn(accountId, id));
    return listView(rows.map(apiKeyView), hasMore);
  }

  /** The key's text is only in the first response; a replay has null. @throws DomainError idempotency_key_reused */
  async create(
    accountId: string,
    { name, scopes, expiresOn }: OwnKey,
    idempotencyKey: IdempotencyKey | null,
  ) {
    let text: string | null = null;
    const operation = 'POST /console/api/keys';
    const { replay, resourceId } = await this.idempotency.once(
      accountId,
      operation,
      idempotencyKey,
      async () => {
        const { key, state } = await this.keys.create({ accountId, name, scopes, expiresOn });
        text = key;
        return { resourceId: state.id, first: {} };
      },
    );
    const state = await this.#find(accountId, resourceId);
    return { ...apiKeyView(state), key: replay ? null : (text as string | null), idempotent_replay: replay };
  }

  /** Idempotent. @throws DomainError not_found */
  async revoke(accountId: string, id: string) {
    await this.#find(accountId, id);
    const state = await this.keys.revoke(id, accountId);
    if (!state) throw noKey();
    return apiKeyView(state);
  }

  async #find(accountId: string, id: string): Promise<KeyState> {
    const state = await this.stored.findIn(accountId, id);
    if (!state) throw noKey();
    return state;
  }
}

function noKey(): DomainError {
  return new DomainError('not_found', 'There is no such key in the account.');
}

function apiKeyView(key: KeyState) {
  return {
    object: 'api_key' as const,
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    product: key.product,
    expires_on: key.expiresOn,
    created_at: formatInstant(key.createdAt),
    last_used_at: key.lastUsedAt && formatInstant(key.lastUsedAt),
    revoked_at: key.revokedAt && formatInstant(key.revokedAt),
  };
}
