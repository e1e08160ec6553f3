import { column, nullable, tableSchema } from '../../platform/database/table-schema';
import type { AccountNumber } from '../domain/account-number';

/** How often a local day has shown it, which the dispatch alone reads and writes. */
interface NumberUse {
  readonly usedDay: string | null;
  readonly usedInDay: number;
}

export const NumberSchema = tableSchema<AccountNumber & Partial<NumberUse>>('account_numbers', {
  phoneNumber: { ...column.id, collation: 'C' },
  accountId: column.text,
  trunkId: column.text,
  agentId: nullable(column.text),
  isDefault: column.boolean,
  outbound: column.boolean,
  usedDay: { ...nullable(column.date), select: false },
  usedInDay: { ...column.integer, default: 0, select: false },
  createdAt: column.instant,
});
