import type { UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../api/error';
import type { Settings } from '../../api/types';
import { Check, Input } from '../../components/field/field';
import { FormSection } from '../../components/form/form-section';
import styles from '../../components/form/form.module.css';
import { fieldProps } from '../../layout/form';
import { PageForm } from '../../layout/page-form';
import { endOfDay, timeOfDay } from '../../lib/day-end';
import { t } from '../../messages/en';
import { AskOperator } from './ask-operator';
import { type Change, useSave, useSettingsForm } from './save';

const NUMBERS = [
  ['recall_gap_minutes', t.settings.recallGap],
  ['daily_per_number', t.settings.dailyPerNumber],
  ['queue_hours', t.settings.queueHours],
  ['max_human_minutes', t.settings.maxHuman],
] as const;

/** Other forms have their inputs. */
const WITHOUT_INPUT: Settings['unlocked'] = ['timezone', 'listening', 'retry'];

interface Values {
  always: boolean;
  from: string;
  to: string;
  recall_gap_minutes: string;
  daily_per_number: string;
  queue_hours: string;
  max_human_minutes: string;
}

/** Settings that the operator has not opened are only shown. */
export function CallingForm({ settings }: { readonly settings: Settings }) {
  const isOpen = (field: Settings['unlocked'][number]) => settings.unlocked.includes(field);
  const form = useSettingsForm<Values>(valuesOf(settings));
  const sending = useSave(
    form,
    (values) => settingsOf(values, settings.unlocked),
    (field) => (field.startsWith('calling_hours') ? (field.split('.')[1] ?? 'from') : field),
  );
  const locked = (field: Settings['unlocked'][number]) => (isOpen(field) ? undefined : t.settings.locked);
  const isSaved = settings.unlocked.some((field) => !WITHOUT_INPUT.includes(field));
  return (
    <FormSection title={t.settings.calling}>
      <PageForm sending={sending} words={isSaved ? t.settings.save : null}>
        <p className="soft">{t.settings.follow}</p>
        <Hours form={form} isLocked={!isOpen('calling_hours')} />
        <div className={styles.row}>
          {NUMBERS.map(([field, label]) => (
            <Input
              key={field}
              label={label}
              type="number"
              min={0}
              step="any"
              readOnly={!isOpen(field)}
              hint={hintOf(field, locked(field))}
              {...fieldProps(form, field)}
            />
          ))}
        </div>
        <AskOperator settings={settings} fields={[['calling_hours', t.settings.callingHours], ...NUMBERS]} />
      </PageForm>
    </FormSection>
  );
}

interface HoursProps {
  readonly form: UseFormReturn<Values>;
  readonly isLocked: boolean;
}

function Hours({ form, isLocked }: HoursProps) {
  return (
    <fieldset className={styles.form}>
      <legend>{t.settings.callingHours}</legend>
      <Check
        label={t.settings.always}
        hint={isLocked ? t.settings.locked : undefined}
        disabled={isLocked}
        {...form.register('always')}
      />
      {!form.watch('always') && (
        <div className={styles.row}>
          <Input label={t.settings.hoursFrom} type="time" readOnly={isLocked} {...fieldProps(form, 'from')} />
          <Input
            label={t.settings.hoursTo}
            type="time"
            readOnly={isLocked}
            hint={t.settings.hoursToHint}
            {...fieldProps(form, 'to')}
          />
        </div>
      )}
    </fieldset>
  );
}

function hintOf(field: keyof typeof t.settings.hints, locked: string | undefined): string {
  const hint = t.settings.hints[field];
  return locked === undefined ? hint : `${hint} ${locked}.`;
}

function valuesOf(settings: Settings): Values {
  return {
    always: settings.calling_hours === null,
    from: settings.calling_hours?.from ?? '09:00',
    to: timeOfDay(settings.calling_hours?.to ?? '21:00'),
    recall_gap_minutes: String(settings.recall_gap_minutes),
    daily_per_number: String(settings.daily_per_number),
    queue_hours: String(settings.queue_hours),
    max_human_minutes: String(settings.max_human_minutes),
  };
}

/** @throws ApiError as the service would: an empty number is not 0 */
function settingsOf({ always, from, to, ...numbers }: Values, unlocked: readonly string[]): Change {
  const errors = Object.entries(numbers).flatMap(([field, value]) =>
    value === '' ? [{ field, message: 'is required' }] : [],
  );
  if (errors.length > 0) throw new ApiError(400, 'invalid_request', '', null, { errors });
  const all = {
    calling_hours: always ? null : { from, to: endOfDay(to) },
    ...Object.fromEntries(Object.entries(numbers).map(([field, value]) => [field, Number(value)])),
  };
  return Object.fromEntries(Object.entries(all).filter(([field]) => unlocked.includes(field)));
}
