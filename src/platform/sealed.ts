import { Injectable } from '@nestjs/common';
import { UnitOfWork } from './database/unit-of-work';
import { retirePreviousKey } from './secret-key';
import { SecretBox } from './secrets';

export interface SecretOwner {
  /** In one transaction, for texts without the prefix of the current key. Returns whether there may be more. */
  renewSome(prefix: string): Promise<boolean>;
}

/** A new place is a line here and a `register` by its context. */
const PLACES = ['webhook endpoints', 'trunks', 'tools'] as const;

/** Lists all texts encrypted with SECRET_KEY by context; the old key is retired when none uses it. */
@Injectable()
export class SealedSecrets {
  readonly #owners = new Map<string, SecretOwner>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly box: SecretBox,
  ) {}

  register(name: (typeof PLACES)[number], place: SecretOwner): void {
    this.#owners.set(name, place);
  }

  /** Encrypts anew what SECRET_KEY_PREVIOUS encrypted. @throws Error when a place is missing: then the old key stays */
  async renew(): Promise<void> {
    if (this.box.previousFingerprint === null) return;
    const places = PLACES.map((name) => {
      const place = this.#owners.get(name);
      if (!place) throw new Error(`nobody renews the secrets of ${name}`);
      return place;
    });
    for (const place of places) while (await place.renewSome(this.box.prefix));
    await retirePreviousKey(this.unitOfWork, this.box);
  }
}
