import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { DialogRecord, InviteRecord } from '../../sip';
import type { ClaimedCloudLeg, LegResult, NewLeg, OpenLeg, OrphanedLeg, TokenLeg } from './leg-row';
import { SLOT_INTERVAL } from './trunk-dispatch.repository';

export type * from './leg-row';

/** The last status of a leg whose target sent nothing at all. */
export const SILENT_STATUS = 'no response';

/**
 * The columns that identify a phone: its numbers, also where SIP names them. Servers repeat them in their
 * responses.
 */
const WITHOUT_NUMBERS = `phone_number = NULL, shown_number = NULL, sip_invite = NULL, sip_dialog = NULL,
  last_status = CASE last_status WHEN '${SILENT_STATUS}' THEN last_status ELSE split_part(last_status, ' ', 1) END`;

/** Without a token its request never left; then its trunk decides, if it still exists. */
const OVER_CLOUD = `(token_hash IS NOT NULL OR trunk_id IN (SELECT id FROM trunks WHERE kind <> 'sip'))`;

/** Rows of `legs`. A leg without an end is a channel in use. */
@Injectable()
export class LegRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The trunks must be locked. */
  async begin(legs: readonly NewLeg[]): Promise<void> {
    await this.unitOfWork.enqueue(
      `INSERT INTO legs (id, account_id, call_id, attempt, try, trunk_id, kind, channels, phone_number, shown_number, began_at,
         stt_engine, tts_engine)
       SELECT l.id, l."accountId", l."callId", l.attempt, l."trunkAttempt", l."trunkId", l.kind, t.channels, l."phoneNumber",
         l."shownNumber", l."beganAt", l.speech->>'stt', l.speech->>'tts'
       FROM json_to_recordset($1::json) AS l (id text, "accountId" text, "callId" text, attempt int, "trunkAttempt" int,
         "trunkId" text, kind text, "phoneNumber" text, "shownNumber" text, "beganAt" timestamptz, speech json)
       JOIN trunks t ON t.id = l."trunkId"`,
      [JSON.stringify(legs)],
    );
  }

  /**
   * Stores an INVITE that is about to leave, and with `leavesAt` counts the trunk's next slot from then: the INVITE of a
   * first leg leaves a little after its slot. False when the leg has ended.
   */
  storeInvite(id: string, invite: InviteRecord, leavesAt: Date | null): Promise<boolean> {
    const stored = JSON.stringify(withoutTls(invite, 'target'));
    return this.#depart(id, 'sip_call_id = $3, sip_invite = $4', [invite.callId, stored], leavesAt);
  }

  async copySpeechEngines(before: string, id: string): Promise<void> {
    await this.unitOfWork.enqueue(
      `UPDATE legs SET stt_engine = b.stt_engine, tts_engine = b.tts_engine
       FROM legs b WHERE b.id = $1 AND legs.id = $2`,
      [before, id],
    );
  }

  /** Whether no RTP packet arrived on the trunk's last answered leg that has ended. */
  async lastLegReceivedNoAudio(trunkId: string): Promise<boolean> {
    const row = await this.unitOfWork.row<{ silent: boolean | null }>(
      `SELECT packets_received = 0 AND packets_sent > 0 AS silent FROM legs
       WHERE trunk_id = $1 AND answered_at IS NOT NULL AND ended_at IS NOT NULL ORDER BY began_at DESC LIMIT 1`,
      [trunkId],
    );
    return row?.silent ?? false;
  }

  async ring(id: string, at: Date): Promise<void> {
    await this.unitOfWork.affected('UPDATE legs SET rang_at = $2 WHERE id = $1 AND rang_at IS NULL', [
      id,
      at,
    ]);
  }

  async storeSipAnswer(id: string, dialog: DialogRecord, at: Date): Promise<void> {
    await this.unitOfWork.affected('UPDATE legs SET answered_at = $2, sip_dialog = $3 WHERE id = $1', [
      id,
      at,
      JSON.stringify(withoutTls(dialog, 'peer')),
    ]);
  }

  /** Frees the channel. False when the leg had ended: the first end counts. */
  async end(leg: LegResult): Promise<boolean> {
    const { id, endedAt, result, noCapacity, lastStatus, q850, packets, line } = leg;
    const figures = [packets?.sent, packets?.received, packets?.lost, line && JSON.stringify(line)];
    const written = await this.unitOfWork.affected(
      `UPDATE legs SET ended_at = $2, result = $3, no_capacity = $4, last_status = $5, q850 = $6, packets_sent = $7,
         packets_received = $8, packets_lost = $9, line = coalesce($10, line)
       WHERE id = $1 AND ended_at IS NULL`,
      [id, endedAt, result, noCapacity, lastStatus, q850, ...figures],
    );
    return written === 1;
  }

  /** Ends the open legs of a dial whose process died, and marks them for hang-up. */
  async abandon(callId: string, attempt: number, at: Date): Promise<void> {
    await this.unitOfWork.enqueue(
      `UPDATE legs SET ended_at = $3, hang_up_owed = true WHERE call_id = $1 AND attempt = $2 AND ended_at IS NULL`,
      [callId, attempt, at],
    );
  }

  /** Stores the token of a leg whose request is about to leave; as {@link storeInvite}. */
  storeToken(id: string, tokenHash: Buffer, leavesAt: Date | null): Promise<boolean> {
    return this.#depart(id, 'token_hash = $3', [tokenHash], leavesAt);
  }

  async byToken(tokenHash: Buffer, endedAfter: Date): Promise<TokenLeg | undefined> {
    const [leg] = await this.unitOfWork.rows<TokenLeg>(
      `SELECT id, trunk_id AS "trunkId", began_at AS "beganAt", ended_at IS NOT NULL AS "isOver" FROM legs
       WHERE token_hash = $1 AND (ended_at IS NULL OR ended_at > $2)`,
      [tokenHash, endedAfter],
    );
    return leg;
  }

  async storeCarrierCallId(id: string, carrierCallId: string): Promise<void> {
    await this.unitOfWork.affected('UPDATE legs SET carrier_id = $2 WHERE id = $1', [id, carrierCallId]);
  }

  /** Whether a call of the carrier is one of ours. */
  hasCarrierCall(trunkId: string, carrierCallId: string): Promise<boolean> {
    return this.unitOfWork.exists('SELECT FROM legs WHERE carrier_id = $1 AND trunk_id = $2 LIMIT 1', [
      carrierCallId,
      trunkId,
    ]);
  }

  /** Whether a request of a trunk is in transit without the carrier's id of the call. */
  hasPendingCall(trunkId: string, phoneNumber: string): Promise<boolean> {
    return this.unitOfWork.exists(
      `SELECT FROM legs WHERE trunk_id = $1 AND phone_number = $2 AND carrier_id IS NULL AND ended_at IS NULL LIMIT 1`,
      [trunkId, phoneNumber],
    );
  }

  async open(callId: string, attempt: number): Promise<OpenLeg[]> {
    return this.unitOfWork.rows<OpenLeg>(
      `SELECT id, account_id AS "accountId", trunk_id AS "trunkId", kind, carrier_id AS "carrierCallId",
         phone_number AS "phoneNumber", shown_number AS "shownNumber", began_at AS "beganAt", answered_at AS "answeredAt"
       FROM legs WHERE call_id = $1 AND attempt = $2 AND ended_at IS NULL`,
      [callId, attempt],
    );
  }

  /** Whether a person has accepted the contact of a dial, and no end is known. */
  async isHandedOver(callId: string, attempt: number): Promise<boolean> {
    const open = await this.open(callId, attempt);
    return open.some(({ kind, answeredAt }) => kind === 'transfer' && answeredAt !== null);
  }

  async storeCloudAnswer(id: string, at: Date): Promise<void> {
    await this.unitOfWork.affected('UPDATE legs SET answered_at = $2 WHERE id = $1', [id, at]);
  }

  /** Legs to be hung up, each returned to one caller once. */
  async claimCloudOrphans(limit: number): Promise<ClaimedCloudLeg[]> {
    return this.unitOfWork.rows<ClaimedCloudLeg>(
      `UPDATE legs SET hang_up_owed = false
       WHERE id IN (
         SELECT id FROM legs WHERE hang_up_owed AND ${OVER_CLOUD} LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, token_hash IS NOT NULL AND kind <> 'inbound' AS "wasRequested", trunk_id AS "trunkId", carrier_id AS "carrierCallId", phone_number AS "phoneNumber",
         shown_number AS "shownNumber", began_at AS "beganAt"`,
      [limit],
    );
  }

  /** Legs to be hung up, each returned to one caller once. */
  async claimOrphans(limit: number): Promise<OrphanedLeg[]> {
    return this.unitOfWork.rows<OrphanedLeg>(
      `UPDATE legs SET hang_up_owed = false
       WHERE id IN (SELECT id FROM legs WHERE hang_up_owed AND NOT ${OVER_CLOUD} LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, trunk_id AS "trunkId", sip_invite AS invite, sip_dialog AS dialog`,
      [limit],
    );
  }

  /** The leg whose last INVITE had this Call-ID and branch, if it began after an instant. */
  async byInvite(callId: string, branch: string, after: Date): Promise<OrphanedLeg | null> {
    return this.unitOfWork.row<OrphanedLeg>(
      `SELECT id, trunk_id AS "trunkId", sip_invite AS invite, sip_dialog AS dialog FROM legs
       WHERE sip_call_id = $1 AND sip_invite->>'branch' = $2 AND began_at > $3`,
      [callId, branch, after],
    );
  }

  /** Erases the numbers of all legs of some calls, and of all legs to a number of an account. Returns the count. */
  async eraseNumbers(callIds: readonly string[], accountId: string, phoneNumber: string): Promise<number> {
    return this.unitOfWork.affected(
      `UPDATE legs SET ${WITHOUT_NUMBERS}
       WHERE phone_number IS NOT NULL AND (call_id = ANY ($1) OR (account_id = $2 AND phone_number = $3))`,
      [callIds, accountId, phoneNumber],
    );
  }

  /** Erases the numbers of ended legs older than `before`. Returns the count. */
  async eraseOldNumbers(before: Date, limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `UPDATE legs SET ${WITHOUT_NUMBERS} WHERE ctid = ANY (ARRAY (
         SELECT ctid FROM legs WHERE began_at < $1 AND phone_number IS NOT NULL AND ended_at IS NOT NULL
         ORDER BY began_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [before, limit],
    );
  }

  /** null without legs. */
  async carrierOf(callId: string): Promise<string | null> {
    const row = await this.unitOfWork.row<{ kind: string }>(
      'SELECT t.kind FROM legs l JOIN trunks t ON t.id = l.trunk_id WHERE l.call_id = $1 ORDER BY l.began_at DESC LIMIT 1',
      [callId],
    );
    return row?.kind ?? null;
  }

  hasAny(callId: string): Promise<boolean> {
    return this.unitOfWork.exists('SELECT FROM legs WHERE call_id = $1 LIMIT 1', [callId]);
  }

  /** Whether a leg of the call ended without any SIP response. */
  hadNoResponse(callId: string): Promise<boolean> {
    return this.unitOfWork.exists('SELECT FROM legs WHERE call_id = $1 AND last_status = $2 LIMIT 1', [
      callId,
      SILENT_STATUS,
    ]);
  }

  /** Stores that the leg's request leaves, and moves its trunk's next slot. `values` are $3 and on. */
  #depart(id: string, set: string, values: unknown[], leavesAt: Date | null): Promise<boolean> {
    return this.unitOfWork.exists(
      `WITH leg AS (
         UPDATE legs SET ${set} WHERE id = $1 AND ended_at IS NULL RETURNING trunk_id),
       slot AS (
         UPDATE trunks SET next_dial_at = greatest(next_dial_at, $2::timestamptz + ${SLOT_INTERVAL}) FROM leg
         WHERE trunks.id = leg.trunk_id AND $2::timestamptz IS NOT NULL)
       SELECT FROM leg`,
      [id, leavesAt, ...values],
    );
  }
}

/** Certificates are the trunk's, and long. */
function withoutTls<K extends string, R extends Record<K, { readonly tls?: unknown }>>(record: R, key: K): R {
  const { tls: _, ...plain } = record[key];
  return { ...record, [key]: plain };
}
