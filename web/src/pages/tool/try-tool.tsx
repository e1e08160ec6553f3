import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Tool, type ToolInvocation, toolRequests } from '../../api/tools';
import { Button } from '../../components/button/button';
import { Code } from '../../components/code/code';
import { Dialog, DialogButtons } from '../../components/dialog/dialog';
import { Area, Select } from '../../components/field/field';
import { Options } from '../../components/field/options';
import formStyles from '../../components/form/form.module.css';
import { Name } from '../../components/name/name';
import { Status } from '../../components/status/status';
import { fieldProps, FormError, outerField, refuse, useSubmit } from '../../layout/form';
import { shownNumber } from '../../lib/shown-time';
import { jsonProblem, sampleArguments } from '../../lib/tool/form';
import { t } from '../../messages/en';
import { tool as texts } from '../../messages/en/tools';
import styles from './page.module.css';

interface TryToolProps {
  readonly tool: Tool;
  readonly isChanged: boolean;
  readonly onClose: () => void;
}

/** One real request; it may be tried again. */
export default function TryTool({ tool, isChanged, onClose }: TryToolProps) {
  const { tools: listed = [] } = tool;
  const { form, sending, result } = useTry(tool);
  return (
    <Dialog title={texts.try} onClose={onClose}>
      <form className={formStyles.form} onSubmit={sending.submit} noValidate>
        <p className="soft">{isChanged ? texts.tryUnsaved : texts.tryHint}</p>
        <FormError error={sending.error} />
        {listed.length > 0 && (
          <Select label={texts.function} {...fieldProps(form, 'function')}>
            <Options of={listed.map(({ name }) => [name, name])} />
          </Select>
        )}
        <Area
          label={texts.arguments}
          hint={texts.argumentsHint}
          rows={6}
          spellCheck={false}
          className="code"
          {...fieldProps(form, 'arguments')}
        />
        <div role="status">{result && <Result result={result} />}</div>
        <DialogButtons>
          <Button onClick={onClose}>{t.common.close}</Button>
          <Button look="main" type="submit" isBusy={sending.isBusy}>
            {texts.try}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function useTry(tool: Tool) {
  const { tools: listed = [] } = tool;
  const [result, setResult] = useState<ToolInvocation | null>(null);
  const form = useForm({
    defaultValues: {
      function: listed.find(({ allowed }) => allowed)?.name ?? listed[0]?.name ?? '',
      arguments: JSON.stringify(sampleArguments(tool), null, 2),
    },
  });
  const sending = useSubmit(
    form,
    async ({ function: called, arguments: text }) => {
      const why = jsonProblem(text);
      if (why !== null) {
        refuse(form, 'arguments', texts.notJson(why));
        return;
      }
      setResult(null);
      const sent = (text.trim() === '' ? {} : JSON.parse(text)) as Record<string, never>;
      setResult(
        await toolRequests.try(tool.id, { arguments: sent, ...(called !== '' && { function: called }) }),
      );
    },
    outerField,
  );
  return { form, sending, result };
}

function Result({ result }: { readonly result: ToolInvocation }) {
  // The start_ms of a trial is 0, so its end_ms is the duration.
  const { status, error, end_ms: ms } = result;
  return (
    <div data-testid="try-result" data-status={status} className={styles.result}>
      <p className={styles.line}>
        <Status status={status} />
        {ms !== null && <span className="soft">{texts.took(shownNumber(ms))}</span>}
      </p>
      {error && (
        <p>
          <Name>{error.message}</Name>
        </p>
      )}
      {(status === 'succeeded' || result.result !== null) && (
        <Code label={texts.result} text={JSON.stringify(result.result, null, 2)} />
      )}
    </div>
  );
}
