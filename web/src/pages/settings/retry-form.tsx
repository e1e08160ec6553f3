import type { Settings } from '../../api/types';
import { Checks } from '../../components/field/checks';
import { FormSection } from '../../components/form/form-section';
import { Facts } from '../../components/part/part';
import { TryAgain } from '../../components/try-again/try-again';
import { PageForm } from '../../layout/page-form';
import { retryField, retryOf } from '../../lib/retry';
import { t } from '../../messages/en';
import { retrySettings as texts } from '../../messages/en/retry-settings';
import { AskOperator } from './ask-operator';
import { type Change, useSave, useSettingsForm } from './save';

type Retry = NonNullable<Settings['retry']>;
type Cause = Retry['on'][number];

interface Values {
  /** '1' for never. */
  attempts: string;
  waits: string;
  on: Cause[];
}

const CAUSES = [...texts.causes.keys()] as Cause[];
const NO_HINTS: ReadonlyMap<string, string> = new Map();

/** The account's default for calls and uploads. */
export function RetryForm({ settings }: { readonly settings: Settings }) {
  return (
    <FormSection title={texts.title}>
      {settings.unlocked.includes('retry') ? <Form settings={settings} /> : <Locked settings={settings} />}
    </FormSection>
  );
}

function Locked({ settings }: { readonly settings: Settings }) {
  const { attempts, waits, on } = valuesOf(settings);
  const isNever = attempts === '1';
  return (
    <>
      <p className="soft">{t.settings.locked}.</p>
      <Facts
        facts={[
          [t.tryAgain.label, isNever ? t.tryAgain.never : t.tryAgain.upTo(Number(attempts))],
          [t.tryAgain.waits, !isNever && waits],
          [texts.on, !isNever && on.map((cause) => texts.causes.get(cause) ?? cause).join(', ')],
        ]}
      />
      <AskOperator settings={settings} fields={[['retry', texts.title]]} />
    </>
  );
}

function Form({ settings }: { readonly settings: Settings }) {
  const form = useSettingsForm<Values>(valuesOf(settings));
  const { errors } = form.formState;
  const sending = useSave(form, settingsOf, fieldOf);
  const { attempts, waits, on } = form.watch();
  return (
    <PageForm sending={sending} words={t.settings.save}>
      <p className="soft">{texts.about}</p>
      <TryAgain
        isDefault
        attempts={attempts}
        waits={waits}
        problems={{ attempts: errors.attempts?.message, waits: errors.waits?.message }}
        onChange={(change) => {
          if (change.attempts !== undefined)
            form.setValue('attempts', change.attempts, { shouldDirty: true });
          if (change.waits !== undefined) form.setValue('waits', change.waits, { shouldDirty: true });
        }}
      />
      {attempts !== '1' && (
        <Checks
          title={texts.on}
          name="on"
          choices={CAUSES}
          labels={texts.causes}
          hints={NO_HINTS}
          value={on}
          error={errors.on?.message}
          onChange={(chosen) => form.setValue('on', chosen, { shouldDirty: true })}
        />
      )}
    </PageForm>
  );
}

function fieldOf(field: string): string {
  return field.startsWith('retry.on') ? 'on' : (retryField(field) ?? field);
}

function valuesOf({ retry }: Settings): Values {
  const { max_attempts: most = 1, on = ['no_answer', 'busy'], wait_minutes: waits = [] } = retry ?? {};
  return { attempts: String(most), waits: waits.join(', '), on: [...on] };
}

function settingsOf({ attempts, waits, on }: Values): Change {
  const retry = attempts === '1' ? undefined : retryOf({ attempts, waits });
  return { retry: retry ? ({ ...retry, on } as Retry) : null };
}
