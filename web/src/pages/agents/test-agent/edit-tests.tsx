import { queryClient } from '../../../api/queries';
import { type AgentTest, testRequests } from '../../../api/tools';
import { Area } from '../../../components/field/field';
import { DialogForm, useDialogForm } from '../../../layout/dialog-form';
import { fieldProps, refuse } from '../../../layout/form';
import { testAgent as texts } from '../../../messages/en/test-agent';

interface EditTestsProps {
  readonly agentId: string;
  readonly tests: readonly AgentTest[];
  readonly onClose: () => void;
}

export default function EditTests({ agentId, tests, onClose }: EditTestsProps) {
  const { form, sending } = useDialogForm({
    values: { tests: JSON.stringify(tests, null, 2) },
    send: async ({ tests: text }, form) => {
      let parsed: AgentTest[];
      try {
        parsed = JSON.parse(text) as AgentTest[];
      } catch (error) {
        return refuse(form, 'tests', `must be JSON: ${String(error)}`);
      }
      queryClient.setQueryData(['agent-tests', agentId], await testRequests.store(agentId, parsed));
      return texts.testsSaved;
    },
    fieldOf: (field) => (field === 'tests' ? field : null),
    onClose,
  });
  return (
    <DialogForm words={texts.editTests} sending={sending} onClose={onClose}>
      <Area
        label={texts.testsJson}
        hint={texts.editTestsHint}
        rows={18}
        spellCheck={false}
        className="code"
        {...fieldProps(form, 'tests')}
      />
    </DialogForm>
  );
}
