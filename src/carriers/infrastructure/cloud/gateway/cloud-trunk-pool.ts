import { isDeepStrictEqual } from 'node:util';
import type { CloudTrunk, StoredCloudTrunk } from '../cloud-trunk';

export type StoredOfKind = StoredCloudTrunk & { readonly kind: string };

/** Other processes begin legs with the settings before until they learn of a change. */
const CHANGE_TIMEOUT_MS = 10_000;

/** The cloud trunks of a process. */
export class CloudTrunkPool {
  readonly #enabled = new Map<string, CloudTrunk>();
  /** Disabled, removed or changed: their calls continue. */
  readonly #former = new Map<string, CloudTrunk>();
  readonly #replacedAtMs = new Map<string, number>();

  /** @param make null for an unknown kind */
  constructor(
    private readonly make: (kind: string, stored: StoredCloudTrunk) => CloudTrunk | null,
    private readonly nowMs: () => number,
  ) {}

  get enabled(): ReadonlyMap<string, CloudTrunk> {
    return this.#enabled;
  }

  trunkOfAnyState(id: string): CloudTrunk | undefined {
    return this.#enabled.get(id) ?? this.#former.get(id);
  }

  /** The trunk and, for a leg from before the last change, its settings then. The newest first. */
  versionsOf(id: string, beganAt: Date): readonly CloudTrunk[] {
    const [enabled, former] = [this.#enabled.get(id), this.#former.get(id)];
    const changedMs = this.#replacedAtMs.get(id) ?? Infinity;
    const usesFormer = !enabled || beganAt.getTime() <= changedMs + CHANGE_TIMEOUT_MS;
    return [enabled, usesFormer ? former : undefined].flatMap((trunk) => trunk ?? []);
  }

  /** @param disabled trunks with running calls, also of other processes */
  sync(enabled: readonly StoredOfKind[], disabled: readonly StoredOfKind[]): void {
    const wanted = new Map(enabled.map((one) => [one.id, one]));
    for (const [id, trunk] of this.#enabled) {
      if (isSame(trunk, wanted.get(id))) continue;
      this.#enabled.delete(id);
      this.#former.set(id, trunk);
      this.#replacedAtMs.set(id, this.nowMs());
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
