import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Tool } from '../../api/tools';
import { Button } from '../../components/button/button';
import { Area, Check, Input, Select } from '../../components/field/field';
import { LongForm, LongFormBar, LongFormSection } from '../../components/form/long-form';
import { Options } from '../../components/field/options';
import { fieldProps, FormError, type Submitting } from '../../layout/form';
import type { ToolForm } from '../../lib/tool/form';
import { t } from '../../messages/en';
import { tool as texts, tools } from '../../messages/en/tools';
import { FixedArguments, Headers } from './entries';
import type { SectionProps } from './section-props';
import { ServerTools } from './server-tools';
import { TalkSection } from './talk-fields';

interface ToolFieldsProps {
  readonly tool: Tool | null;
  readonly form: UseFormReturn<ToolForm>;
  readonly sending: Submitting;
}

export function ToolFields({ tool, form, sending }: ToolFieldsProps) {
  const kind = useWatch({ control: form.control, name: 'kind' });
  const isServer = kind === 'mcp';
  return (
    <LongForm onSubmit={sending.submit}>
      <FormError error={sending.error} />
      <LongFormSection title={texts.sections.tool}>
        <ToolSection form={form} isNew={tool === null} />
      </LongFormSection>
      <LongFormSection title={texts.sections.request}>
        <RequestSection form={form} isServer={isServer} />
      </LongFormSection>
      <LongFormSection title={isServer ? texts.sections.server : texts.sections.arguments}>
        {isServer ? <ServerTools tool={tool} form={form} /> : <ArgumentsSection form={form} />}
      </LongFormSection>
      <LongFormSection title={texts.sections.talk}>
        <TalkSection form={form} isServer={isServer} />
      </LongFormSection>
      <LongFormSection title={texts.sections.tests}>
        <TestsSection form={form} />
      </LongFormSection>
      <LongFormBar>
        <Button look="main" type="submit" isBusy={sending.isBusy}>
          {t.common.save}
        </Button>
        {sending.isChanged && <p className="soft">{texts.unsaved}</p>}
      </LongFormBar>
    </LongForm>
  );
}

function ToolSection({ form, isNew }: SectionProps & { readonly isNew: boolean }) {
  return (
    <>
      {isNew && (
        <Select label={tools.kind} hint={texts.kindHint} {...fieldProps(form, 'kind')}>
          <Options of={tools.kinds} />
        </Select>
      )}
      <Input label={tools.name} hint={texts.nameHint} autoComplete="off" {...fieldProps(form, 'name')} />
      <Area
        label={texts.description}
        hint={texts.descriptionHint}
        rows={3}
        {...fieldProps(form, 'description')}
      />
      <Select label={texts.effect} hint={texts.effectHint} {...fieldProps(form, 'effect')}>
        <Options of={texts.effects} />
      </Select>
      <Check label={texts.enabled} hint={texts.enabledHint} {...fieldProps(form, 'enabled')} />
    </>
  );
}

const METHODS = new Map(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, method]));

function RequestSection({ form, isServer }: SectionProps & { readonly isServer: boolean }) {
  return (
    <>
      <div>
        <Input
          label={texts.url}
          hint={isServer ? texts.serverUrlHint : texts.urlHint}
          type="url"
          autoComplete="off"
          {...fieldProps(form, 'url')}
        />
      </div>
      {!isServer && (
        <>
          <Select label={texts.method} {...fieldProps(form, 'method')}>
            <Options of={METHODS} />
          </Select>
          <Select label={texts.send} {...fieldProps(form, 'send')}>
            <Options of={texts.sends} />
          </Select>
        </>
      )}
      <Input
        label={texts.timeout}
        hint={texts.timeoutHint}
        inputMode="decimal"
        autoComplete="off"
        {...fieldProps(form, 'timeout_seconds')}
      />
      <Headers form={form} />
    </>
  );
}

function ArgumentsSection({ form }: SectionProps) {
  return (
    <>
      <Area
        label={texts.parameters}
        hint={texts.parametersHint}
        rows={8}
        spellCheck={false}
        className="code"
        {...fieldProps(form, 'parameters')}
      />
      <FixedArguments form={form} />
    </>
  );
}

function TestsSection({ form }: SectionProps) {
  return (
    <>
      <Select label={texts.inTests} {...fieldProps(form, 'in_tests')}>
        <Options of={texts.testModes} />
      </Select>
      <Area
        label={texts.mock}
        hint={texts.mockHint}
        rows={4}
        spellCheck={false}
        className="code"
        {...fieldProps(form, 'mock_result')}
      />
    </>
  );
}
