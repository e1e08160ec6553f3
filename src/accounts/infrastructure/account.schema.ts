import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { AccountState } from '../domain/account';

const instant = { type: 'timestamptz', precision: 3 } as const;

export const AccountSchema = new EntitySchema<AccountState>({
  name: 'Account',
  tableName: 'accounts',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'accounts_pkey' },
    name: { type: 'text' },
    timezone: { type: 'text' },
    carrier: { type: 'text' },
    lines: { type: 'integer' },
    opensAtMinute: { type: 'integer', name: 'hours_from', nullable: true },
    closesAtMinute: { type: 'integer', name: 'hours_to', nullable: true },
    recallGapSeconds: { type: 'integer', name: 'recall_gap_seconds' },
    dailyPerNumber: { type: 'integer', name: 'daily_per_number' },
    dailyLimit: { type: 'integer', name: 'daily_limit' },
    queueSeconds: { type: 'integer', name: 'queue_seconds' },
    maxHumanMinutes: { type: 'integer', name: 'max_human_minutes' },
    countries: { type: 'jsonb', nullable: true },
    dispositions: { type: 'jsonb' },
    rings: { type: 'text', default: 'mobile' },
    humanBilling: { type: 'text', name: 'human_billing', default: 'provider' },
    humanLanguage: { type: 'text', name: 'human_language', nullable: true },
    recording: { type: 'boolean', default: true },
    trialPhone: { type: 'boolean', name: 'trial_phone', default: false },
    voiceTests: { type: 'integer', name: 'voice_tests', default: 2 },
    voiceTestMinutes: { type: 'integer', name: 'voice_test_minutes', default: 60 },
    listening: { type: 'text', default: 'off' },
    listeningNotice: { type: 'text', name: 'listening_notice', nullable: true },
    listeningHuman: { type: 'boolean', name: 'listening_human', default: false },
    retry: { type: 'json', nullable: true },
    unlockedSettings: { type: 'jsonb', name: 'unlocked_settings', default: [] },
    createdAt: { ...instant, name: 'created_at' },
    updatedAt: { ...instant, name: 'updated_at' },
  } satisfies Record<keyof AccountState, EntitySchemaColumnOptions>,
});
