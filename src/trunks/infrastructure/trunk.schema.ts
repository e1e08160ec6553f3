import { column, nullable, tableSchema } from '../../platform/database/table-schema';
import type { TrunkState } from '../domain/trunk';

/** The columns that an operator's command writes, and those of the dispatch, which only this table's own statements touch. */
export const TrunkSchema = tableSchema<TrunkState & Partial<TrunkDispatch>>('trunks', {
  id: column.id,
  kind: column.text,
  name: column.text,
  nameFolded: { ...column.text, collation: 'C' },
  enabled: column.boolean,
  channels: column.integer,
  cps: { type: 'double precision' },
  inboundPerSecond: column.integer,
  callerId: nullable(column.text),
  options: column.jsonb,
  secrets: column.jsonb,
  inboundToken: nullable(column.text),
  trialOf: nullable(column.text),
  trialAgentId: nullable(column.text),
  createdAt: column.instant,
  updatedAt: column.instant,
  nextDialAt: { ...nullable(column.instant), select: false },
  registrar: { ...nullable(column.text), select: false },
  registrarUntil: { ...nullable(column.instant), select: false },
});

interface TrunkDispatch {
  /** When the next first leg may begin; null: at once. */
  readonly nextDialAt: Date | null;
  /** The media process that registers for all, and until when it may. */
  readonly registrar: string | null;
  readonly registrarUntil: Date | null;
}
