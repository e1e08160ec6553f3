import { isDeepStrictEqual } from 'node:util';
import type { CloudTrunk, StoredCloudTrunk } from '../cloud-trunk';

export type StoredOfKind = StoredCloudTrunk & { readonly kind: string };

/** Other processes begin legs with the settings before until they learn of a change. */
const CHANGE_TIMEOUT_MS = 10_000;

/** More changes than an operator makes while a call lasts. */
const MAX_FORMER = 8;

interface FormerTrunk {
  readonly trunk: CloudTrunk;
  readonly replacedAtMs: number;
}

/** The cloud trunks of a process. */
export class CloudTrunkPool {
  readonly #enabled = new Map<string, CloudTrunk>();
  /** Disabled, removed or changed: their calls continue. The newest first. */
  readonly #former = new Map<string, readonly FormerTrunk[]>();

  /** @param make null for an unknown kind */
  constructor(
    private readonly make: (kind: string, stored: StoredCloudTrunk) => CloudTrunk | null,
    private readonly nowMs: () => number,
  ) {}

  get enabled(): ReadonlyMap<string, CloudTrunk> {
    return this.#enabled;
  }

  /** Each trunk once, also without an enabled one. */
  get all(): readonly CloudTrunk[] {
    const ids = new Set([...this.#enabled.keys(), ...this.#former.keys()]);
    return [...ids].flatMap((id) => this.trunkOfAnyState(id) ?? []);
  }

  trunkOfAnyState(id: string): CloudTrunk | undefined {
    return this.#enabled.get(id) ?? this.#formerOf(id)[0]?.trunk;
  }

  /** The trunk and, for a leg from before a change, its settings before that change. The newest first. */
  versionsOf(id: string, beganAt: Date): readonly CloudTrunk[] {
    const enabled = this.#enabled.get(id);
    const former = this.#formerOf(id).filter(
      ({ replacedAtMs }, at) =>
        (at === 0 && !enabled) || beganAt.getTime() <= replacedAtMs + CHANGE_TIMEOUT_MS,
    );
    return [...(enabled ? [enabled] : []), ...former.map(({ trunk }) => trunk)];
  }

  /** @param disabled trunks with running calls, also of other processes */
  sync(enabled: readonly StoredOfKind[], disabled: readonly StoredOfKind[]): void {
    const wanted = new Map(enabled.map((one) => [one.id, one]));
    for (const [id, trunk] of this.#enabled) {
      if (isSame(trunk, wanted.get(id))) continue;
      this.#enabled.delete(id);
      this.#retire(trunk);
    }
    for (const one of enabled) {
      const trunk = this.#enabled.has(one.id) ? null : this.#made(one);
      if (trunk) this.#enabled.set(one.id, trunk);
    }
    for (const one of disabled) {
      const trunk = isSame(this.#formerOf(one.id)[0]?.trunk, one) ? null : this.#made(one);
      if (trunk) this.#retire(trunk);
    }
  }

  close(): void {
    const former = [...this.#former.values()].flat().map(({ trunk }) => trunk);
    for (const trunk of [...this.#enabled.values(), ...former]) trunk.close();
    this.#enabled.clear();
    this.#former.clear();
  }

  #formerOf(id: string): readonly FormerTrunk[] {
    return this.#former.get(id) ?? [];
  }

  #retire(trunk: CloudTrunk): void {
    const retired = { trunk, replacedAtMs: this.nowMs() };
    this.#former.set(trunk.id, [retired, ...this.#formerOf(trunk.id)].slice(0, MAX_FORMER));
  }

  #made({ kind, ...stored }: StoredOfKind): CloudTrunk | null {
    return this.make(kind, stored);
  }
}

function isSame(trunk: CloudTrunk | undefined, wanted: StoredOfKind | undefined): boolean {
  return trunk !== undefined && isDeepStrictEqual({ ...trunk.stored, kind: trunk.adapter.kind }, wanted);
}
