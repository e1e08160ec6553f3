import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { partsOf } from '../phone-number';
import { type Eraser, Erasers, type Erasure } from '../erasure/erasers';

interface StoredAnswer {
  readonly operation: string;
  readonly key: string;
  readonly first_answer: { readonly rejected?: readonly { readonly phone_number?: unknown }[] };
}

/** Erases a contact from the keys that clients chose, and from responses stored for replays. */
@Injectable()
export class AnswerEraser implements Eraser, OnModuleInit {
  constructor(
    private readonly erasers: Erasers,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    this.erasers.register('idempotency', this);
  }

  async erase({ accountId, phoneNumber }: Erasure) {
    const forms = formsOf(phoneNumber);
    // The client has the number, so a repeated request with such a key is a new one.
    await this.unitOfWork.affected('DELETE FROM idempotency_keys WHERE account_id = $1 AND key ~ $2', [
      accountId,
      forms.pattern,
    ]);
    const stored = await this.unitOfWork.rows<StoredAnswer>(
      `SELECT operation, key, first_answer FROM idempotency_keys
       WHERE account_id = $1 AND first_answer::text LIKE '%"rejected"%'
         AND regexp_replace(first_answer::text, '[^0-9]', '', 'g') LIKE '%' || $2 || '%'
       ORDER BY operation, key FOR UPDATE`,
      [accountId, forms.national],
    );
    let erased = 0;
    for (const { operation, key, first_answer: answer } of stored) {
      const rows = answer.rejected ?? [];
      const isTheirs = ({ phone_number: sent }: (typeof rows)[number]) =>
        typeof sent === 'string' && forms.all.has(digitsOf(sent));
      if (!rows.some(isTheirs)) continue;
      erased += rows.filter(isTheirs).length;
      const rejected = rows.map((row) => (isTheirs(row) ? { ...row, phone_number: null } : row));
      await this.unitOfWork.affected(
        `UPDATE idempotency_keys SET first_answer = $4::json WHERE account_id = $1 AND operation = $2 AND key = $3`,
        [accountId, operation, key, JSON.stringify({ ...answer, rejected })],
      );
    }
    return { rejected_batch_rows: erased };
  }
}

/** Formatting and leading zeros do not change whose number it is. */
function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '').replace(/^0+/, '');
}

/**
 * The country code may be missing, or a trunk zero added. `pattern` allows signs between the digits, not further
 * digits.
 */
function formsOf(e164: string) {
  const { code, national } = partsOf(e164);
  const spaced = (digits: string): string => Array.from(digits, (digit) => `${digit}[^0-9A-Za-z]*`).join('');
  return {
    national,
    all: new Set([national, `${code}${national}`, `${code}0${national}`]),
    pattern: `(^|[^0-9])(0*${spaced(code)})?0?${spaced(national)}($|[^0-9])`,
  };
}
