import { hashToken, newToken } from '../../../platform/tokens';
import { LegRowStore } from '../shared/leg-row-store';

/** Rows of a dial over cloud trunks. */
export class CloudLegStore extends LegRowStore {
  /**
   * Makes the token that identifies the leg's callbacks and socket. Stored before the request leaves.
   * @throws Error when the leg has ended, or could not be stored
   */
  async issueToken(): Promise<string> {
    const token = newToken();
    const { id } = this;
    await this.recordDeparture((leavesAt) => this.options.legs.storeToken(id, hashToken(token), leavesAt));
    return token;
  }

  /** Stores the carrier's id of the leg: another process needs it to hang up. Never rejects. */
  async storeCarrierCallId(carrierCallId: string): Promise<void> {
    await this.options.legs
      .storeCarrierCallId(this.id, carrierCallId)
      .catch((error: unknown) => this.logUnstored("carrier's id", error));
  }

  /** Whether a call of the carrier is one of ours; true when unknown. Never rejects. */
  isKnown(trunkId: string, carrierCallId: string): Promise<boolean> {
    return this.options.legs.hasCarrierCall(trunkId, carrierCallId).catch(() => true);
  }

  /** Never rejects. */
  async storeAnswer(): Promise<void> {
    this.wasAnswered();
    await this.options.legs
      .storeCloudAnswer(this.id, this.options.now())
      .catch((error: unknown) => this.logUnstored('answer', error));
  }
}
