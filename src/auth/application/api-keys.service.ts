import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hashToken } from '../../platform/tokens';
import { Clock } from '../../platform/clock';
import { newId } from '../../platform/ids';
import { isKeyForm, keyPrefix, makeKey, PRODUCT } from '../domain/key-format';
import { type KeyInUse, KeyRepository } from '../infrastructure/key.repository';
import type { KeyState } from '../infrastructure/key.schema';

export interface NewKey {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresOn?: string | null;
  readonly product?: string;
}

/** 2 MB. */
const MAX_IDS = 10_000;

/** Creates, revokes and checks API keys. Only a hash is stored (R90). */
@Injectable()
export class ApiKeys {
  /** Ids by the key's hash. An id never changes; whether the key is valid is always read. */
  readonly #ids = new Map<string, string>();

  constructor(
    private readonly clock: Clock,
    private readonly keys: KeyRepository,
  ) {}

  /** The key itself is only in this response. */
  async create(settings: NewKey): Promise<{ readonly key: string; readonly state: KeyState }> {
    const key = makeKey(randomInt);
    const state: KeyState = {
      id: newId('key'),
      accountId: settings.accountId,
      name: settings.name,
      hash: hashToken(key),
      prefix: keyPrefix(key),
      scopes: settings.scopes,
      product: settings.product ?? PRODUCT,
      expiresOn: settings.expiresOn ?? null,
      createdAt: this.clock.now(),
      lastUsedAt: null,
      revokedAt: null,
    };
    await this.keys.insert(state);
    return { key, state };
  }

  /**
   * `undefined`: unknown, revoked, expired or malformed (R91).
   * @param onExpected gets the id of a key that worked before, while it is read whether it still does
   */
  async identify(text: string, onExpected: (id: string) => void): Promise<KeyInUse | undefined> {
    if (!isKeyForm(text)) return undefined;
    const hash = hashToken(text);
    const known = hash.toString('latin1');
    const expected = this.#ids.get(known);
    if (expected !== undefined) onExpected(expected);
    const key = await this.keys.findWorking(hash, this.clock.now());
    if (key && expected === undefined) this.#remember(known, key.id);
    return key;
  }

  #remember(hash: string, id: string): void {
    if (this.#ids.size >= MAX_IDS) this.#ids.clear();
    this.#ids.set(hash, id);
  }

  list(accountId: string): Promise<KeyState[]> {
    return this.keys.list(accountId);
  }

  /** Calls that the key has queued still run. `accountId` null: of any account, for the operator's command. */
  async revoke(id: string, accountId: string | null = null): Promise<KeyState | null> {
    return (await this.keys.revoke(id, accountId, this.clock.now())) ? this.keys.find(id) : null;
  }
}
