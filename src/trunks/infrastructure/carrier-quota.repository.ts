import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';

/** Counts the reads from carriers over each trunk, by all processes together. */
@Injectable()
export class CarrierQuotaRepository {
  constructor(
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Counts one more read, if the carrier's limit a minute allows it. */
  acquire(trunkId: string, mostInAMinute: number): Promise<boolean> {
    return this.unitOfWork.exists(
      `INSERT INTO carrier_looks AS l (trunk_id, looked_at) VALUES ($1, ARRAY[$2::timestamptz])
       ON CONFLICT (trunk_id) DO UPDATE SET looked_at = ARRAY(
         SELECT at FROM unnest(l.looked_at) AS at WHERE at > $2::timestamptz - interval '1 minute') || $2::timestamptz
       WHERE (SELECT count(*) FROM unnest(l.looked_at) AS at WHERE at > $2::timestamptz - interval '1 minute') < $3
       RETURNING trunk_id`,
      [trunkId, this.clock.now(), mostInAMinute],
    );
  }
}
