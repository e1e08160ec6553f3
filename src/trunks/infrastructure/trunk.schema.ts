import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { TrunkState } from '../domain/trunk';

const instant = { type: 'timestamptz', precision: 3 } as const;

/** The columns that an operator's command writes, and those of the dispatch, which only this table's own statements touch. */
export const TrunkSchema = new EntitySchema<TrunkState & TrunkDispatch>({
  name: 'Trunk',
  tableName: 'trunks',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'trunks_pkey' },
    kind: { type: 'text' },
    name: { type: 'text' },
    nameFolded: { type: 'text', name: 'name_folded', collation: 'C' },
    enabled: { type: 'boolean' },
    channels: { type: 'integer' },
    cps: { type: 'double precision' },
    inboundPerSecond: { type: 'integer', name: 'inbound_per_second' },
    callerId: { type: 'text', name: 'caller_id', nullable: true },
    options: { type: 'jsonb' },
    secrets: { type: 'jsonb' },
    inboundToken: { type: 'text', name: 'inbound_token', nullable: true },
    trialOf: { type: 'text', name: 'trial_of', nullable: true },
    trialAgentId: { type: 'text', name: 'trial_agent_id', nullable: true },
    createdAt: { ...instant, name: 'created_at' },
    updatedAt: { ...instant, name: 'updated_at' },
    nextDialAt: { ...instant, name: 'next_dial_at', nullable: true },
    registrar: { type: 'text', nullable: true },
    registrarUntil: { ...instant, name: 'registrar_until', nullable: true },
  } satisfies Record<keyof (TrunkState & TrunkDispatch), EntitySchemaColumnOptions>,
});

interface TrunkDispatch {
  /** When the next first leg may begin; null: at once. */
  readonly nextDialAt: Date | null;
  /** The media process that registers for all, and until when it may. */
  readonly registrar: string | null;
  readonly registrarUntil: Date | null;
}
