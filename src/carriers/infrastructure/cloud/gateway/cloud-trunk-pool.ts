import { isDeepStrictEqual } from 'node:util';
import type { CloudTrunk, StoredCloudTrunk } from '../cloud-trunk';

export type StoredOfKind = StoredCloudTrunk & { readonly kind: string };

/** The cloud trunks of a process. */
export class CloudTrunkPool {
  readonly #enabled = new Map<string, CloudTrunk>();
  /** Disabled, removed or changed: their calls continue. */
  readonly #former = new Map<string, CloudTrunk>();

  /** @param make null for an unknown kind */
  constructor(private readonly make: (kind: string, stored: StoredCloudTrunk) => CloudTrunk | null) {}

  get enabled(): ReadonlyMap<string, CloudTrunk> {
    return this.#enabled;
  }

  trunkOfAnyState(id: string): CloudTrunk | undefined {
    return this.#enabled.get(id) ?? this.#former.get(id);
  }

  /** The trunk and its settings before the last change, which running calls use. The newest first. */
  versionsOf(id: string): readonly CloudTrunk[] {
    return [this.#enabled.get(id), this.#former.get(id)].flatMap((trunk) => trunk ?? []);
  }

  /** @param disabled trunks with running calls, also of other processes */
  sync(enabled: readonly StoredOfKind[], disabled: readonly StoredOfKind[]): void {
    const wanted = new Map(enabled.map((one) => [one.id, one]));
    for (const [id, trunk] of this.#enabled) {
      if (isSame(trunk, wanted.get(id))) continue;
      this.#enabled.delete(id);
      this.#former.set(id, trunk);
    }
    for (const one of enabled) if (!this.#enabled.has(one.id)) this.#add(one, this.#enabled);
    for (const one of disabled) if (!isSame(this.#former.get(one.id), one)) this.#add(one, this.#former);
  }

  close(): void {
    for (const trunks of [this.#enabled, this.#former]) {
      for (const trunk of trunks.values()) trunk.close();
      trunks.clear();
    }
  }

  #add({ kind, ...stored }: StoredOfKind, among: Map<string, CloudTrunk>): void {
    const trunk = this.make(kind, stored);
    if (trunk) among.set(stored.id, trunk);
  }
}

function isSame(trunk: CloudTrunk | undefined, wanted: StoredOfKind | undefined): boolean {
  return trunk !== undefined && isDeepStrictEqual({ ...trunk.stored, kind: trunk.adapter.kind }, wanted);
}
