import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { AttemptLimit } from '../domain/attempts';

type AttemptKind = 'password' | 'request' | 'mail';

/** An attempt of a known browser counts for that browser only. */
export interface Attempt {
  readonly kind: AttemptKind;
  readonly emailHash: Buffer | null;
  readonly address: string | null;
  readonly browser: string | null;
}

const WHERE: Readonly<Record<AttemptLimit['of'], string>> = {
  pair: 'email_hash = $2 AND address = $3 AND browser IS NULL',
  email: 'email_hash = $2 AND browser IS NULL',
  address: 'address = $3 AND browser IS NULL',
  browser: 'browser = $4',
  browsers: 'email_hash = $2 AND browser IS NOT NULL',
};

@Injectable()
export class AttemptRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Orders concurrent attempts with the same counts, until the end of the transaction. */
  async lock({ emailHash, address, browser }: Attempt): Promise<void> {
    const names = [emailHash?.toString('hex'), address, browser].filter((name) => name != null).sort();
    for (const name of names) {
      await this.unitOfWork.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 20651))', [name]);
    }
  }

  async blockedUntil(
    { of, max: most, windowMs }: AttemptLimit,
    attempt: Attempt,
    now: Date,
  ): Promise<Date | null> {
    const row = await this.unitOfWork.row<{ at: Date }>(
      // Every parameter has a type, though not every bound uses it.
      `SELECT at FROM sign_in_failures
       WHERE kind = $1 AND ${WHERE[of]} AND at > $5
         AND ($2::bytea IS NULL OR true) AND ($3::text IS NULL OR true) AND ($4::text IS NULL OR true)
       ORDER BY at DESC OFFSET $6 LIMIT 1`,
      [
        attempt.kind,
        attempt.emailHash,
        attempt.address,
        attempt.browser,
        new Date(now.getTime() - windowMs),
        most - 1,
      ],
    );
    return row ? new Date(row.at.getTime() + windowMs) : null;
  }

  async add({ kind, emailHash, address, browser }: Attempt, now: Date): Promise<string> {
    this.unitOfWork.noteWrite();
    const row = await this.unitOfWork.row<{ id: string }>(
      'INSERT INTO sign_in_failures (kind, email_hash, address, browser, at) VALUES ($1, $2, $3, $4, $5) RETURNING id',
      [kind, emailHash, address, browser, now],
    );
    if (!row) throw new Error('an attempt was not stored');
    return row.id;
  }

  async remove(id: string): Promise<void> {
    await this.unitOfWork.affected('DELETE FROM sign_in_failures WHERE id = $1', [id]);
  }

  async forget(
    { before, mailsBefore }: { readonly before: Date; readonly mailsBefore: Date },
    limit: number,
  ): Promise<number> {
    return this.unitOfWork.affected(
      `DELETE FROM sign_in_failures WHERE id IN (
         SELECT id FROM sign_in_failures WHERE at < $1 AND (kind <> 'mail' OR at < $2)
         LIMIT $3 FOR UPDATE SKIP LOCKED)`,
      [before, mailsBefore, limit],
    );
  }
}
