import { useWatch } from 'react-hook-form';
import { Area, Check, Input, Select } from '../../components/field/field';
import { Options } from '../../components/field/options';
import { fieldProps } from '../../layout/form';
import { tool as texts } from '../../messages/en/tools';
import type { SectionProps } from './section-props';

export function TalkSection({ form, isServer }: SectionProps & { readonly isServer: boolean }) {
  const when = useWatch({ control: form.control, name: 'when' });
  return (
    <>
      <Input label={texts.waiting} hint={texts.waitingHint} {...fieldProps(form, 'waiting')} />
      <Input label={texts.failed} hint={texts.failedHint} {...fieldProps(form, 'failed')} />
      {!isServer && (
        <>
          <Select label={texts.when} hint={texts.whenHint} {...fieldProps(form, 'when')}>
            <Options of={texts.whens} />
          </Select>
          {when === 'before' && (
            <Lines form={form} name="provides" label={texts.provides} hint={texts.providesHint} />
          )}
          <OfflineFields form={form} />
        </>
      )}
    </>
  );
}

function OfflineFields({ form }: SectionProps) {
  const isOffline = useWatch({ control: form.control, name: 'has_offline' });
  return (
    <>
      <Check label={texts.offline} hint={texts.offlineHint} {...fieldProps(form, 'has_offline')} />
      {isOffline && (
        <>
          <Lines form={form} name="phrases" label={texts.phrases} hint={texts.phrasesHint} />
          <Area label={texts.say} hint={texts.sayHint} rows={2} {...fieldProps(form, 'say')} />
        </>
      )}
    </>
  );
}

interface LinesProps extends SectionProps {
  readonly name: 'provides' | 'phrases';
  readonly label: string;
  readonly hint: string;
}

function Lines({ form, name, label, hint }: LinesProps) {
  return <Area label={label} hint={hint} rows={3} {...fieldProps(form, name)} />;
}
