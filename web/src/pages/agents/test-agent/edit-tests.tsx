import { useForm } from 'react-hook-form';
import { queryClient } from '../../../api/queries';
import { type AgentTest, testRequests } from '../../../api/tools';
import { Area } from '../../../components/field/field';
import { DialogForm } from '../../../layout/dialog-form';
import { fieldProps, useSubmit } from '../../../layout/form';
import { useToast } from '../../../layout/toast';
import { problemSentence } from '../../../messages/en/problems';
import { testAgent as texts } from '../../../messages/en/test-agent';

interface EditTestsProps {
  readonly agentId: string;
  readonly tests: readonly AgentTest[];
  readonly onClose: () => void;
}

export default function EditTests({ agentId, tests, onClose }: EditTestsProps) {
  const toast = useToast();
  const form = useForm({ defaultValues: { tests: JSON.stringify(tests, null, 2) } });
  const sending = useSubmit(
    form,
    async ({ tests: text }) => {
      let parsed: AgentTest[];
      try {
        parsed = JSON.parse(text) as AgentTest[];
      } catch (error) {
        const message = problemSentence('tests', `must be JSON: ${String(error)}`);
        form.setError('tests', { message }, { shouldFocus: true });
        return;
      }
      queryClient.setQueryData(['agent-tests', agentId], await testRequests.store(agentId, parsed));
      toast({ text: texts.testsSaved });
      onClose();
    },
    (field) => (field === 'tests' ? field : null),
  );
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
