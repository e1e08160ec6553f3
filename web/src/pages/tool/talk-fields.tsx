import { useWatch } from 'react-hook-form';
import { Area, Check, Input, Select } from '../../components/field/field';
import { Options } from '../../components/field/options';
import { tool as texts } from '../../messages/en/tools';
import { messageOf, type SectionProps } from './section-props';

export function TalkSection({ form, isServer }: SectionProps & { readonly isServer: boolean }) {
  const { register, control } = form;
  const { errors } = form.formState;
  const when = useWatch({ control, name: 'when' });
  return (
    <>
      <Input
        label={texts.waiting}
        hint={texts.waitingHint}
        error={messageOf(errors.waiting)}
        {...register('waiting')}
      />
      <Input
        label={texts.failed}
        hint={texts.failedHint}
        error={messageOf(errors.failed)}
        {...register('failed')}
      />
      {!isServer && (
        <>
          <Select
            label={texts.when}
            hint={texts.whenHint}
            error={messageOf(errors.when)}
            {...register('when')}
          >
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
  const { register, control } = form;
  const { errors } = form.formState;
  const isOffline = useWatch({ control, name: 'has_offline' });
  return (
    <>
      <Check
        label={texts.offline}
        hint={texts.offlineHint}
        error={messageOf(errors.has_offline)}
        {...register('has_offline')}
      />
      {isOffline && (
        <>
          <Lines form={form} name="phrases" label={texts.phrases} hint={texts.phrasesHint} />
          <Area
            label={texts.say}
            hint={texts.sayHint}
            rows={2}
            error={messageOf(errors.say)}
            {...register('say')}
          />
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
  return (
    <Area
      label={label}
      hint={hint}
      rows={3}
      error={messageOf(form.formState.errors[name])}
      {...form.register(name)}
    />
  );
}
