import { useForm } from 'react-hook-form';
import { queryClient } from '../../../api/queries';
import { testRequests } from '../../../api/tools';
import { Input } from '../../../components/field/field';
import { DialogForm } from '../../../layout/dialog-form';
import { fieldProps, useSubmit } from '../../../layout/form';
import { useToast } from '../../../layout/toast';
import { testOf } from '../../../lib/agent/typed-test';
import { testAgent as texts } from '../../../messages/en/test-agent';
import type { TestTalk } from './use-conversation';
import type { CallValues } from './values';

interface SaveTestProps {
  readonly agentId: string;
  readonly talk: TestTalk;
  readonly values: CallValues;
  readonly onClose: () => void;
}

/** Stores the typed conversation beside the agent. */
export default function SaveTest({ agentId, talk, values, onClose }: SaveTestProps) {
  const toast = useToast();
  const form = useForm({ defaultValues: { name: '' } });
  const sending = useSubmit(
    form,
    async ({ name }) => {
      const { tests } = await testRequests.read(agentId);
      const test = testOf({
        name: name.trim(),
        turns: talk.turns,
        contact: values.name,
        variables: values.variables,
        disposition: talk.outcome?.disposition ?? null,
        endedByAgent: talk.isEnded,
      });
      queryClient.setQueryData(['agent-tests', agentId], await testRequests.store(agentId, [...tests, test]));
      toast({ text: texts.testSaved });
      onClose();
    },
    (field) => (/^tests\[\d+\]\.name$/.test(field) ? 'name' : field),
  );
  return (
    <DialogForm words={texts.saveTest} sending={sending} onClose={onClose}>
      <Input
        label={texts.testName}
        hint={texts.saveTestHint}
        autoComplete="off"
        maxLength={200}
        {...fieldProps(form, 'name')}
      />
    </DialogForm>
  );
}
