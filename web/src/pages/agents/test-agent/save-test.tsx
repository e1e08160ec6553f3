import { queryClient } from '../../../api/queries';
import { testRequests } from '../../../api/tools';
import { DialogForm, useDialogForm } from '../../../layout/dialog-form';
import { TextFields } from '../../../layout/page-form';
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
  const { form, sending } = useDialogForm({
    values: { name: '' },
    send: async ({ name }) => {
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
      return texts.testSaved;
    },
    fieldOf: (field) => (/^tests\[\d+\]\.name$/.test(field) ? 'name' : field),
    onClose,
  });
  const { testName: label, saveTestHint: hint } = texts;
  return (
    <DialogForm words={texts.saveTest} sending={sending} onClose={onClose}>
      <TextFields form={form} of={{ name: { label, hint, maxLength: 200 } }} />
    </DialogForm>
  );
}
