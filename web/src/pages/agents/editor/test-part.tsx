import { type ReactNode, Suspense } from 'react';
import type { Agent } from '../../../api/types';
import { Skeleton } from '../../../components/empty/empty';
import { lazyPart } from '../../../components/lazy/lazy';
import { type AgentForm, newAgentOf } from '../../../lib/agent/form';

const TestAgent = lazyPart(() => import('../test-agent/test-agent'));

interface TestPartProps {
  readonly agent: Agent | null;
  readonly form: AgentForm;
  readonly isSaved: boolean;
  readonly variables: readonly string[];
  readonly usesName: boolean;
}

/** Typed and talked with the draft, and by calls as saved. */
export function TestPart({ agent, form, isSaved, variables, usesName }: TestPartProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton lines={4} />}>
      <TestAgent
        agentId={agent?.id ?? null}
        draft={newAgentOf(form)}
        language={form.language}
        saved={isSaved}
        placesCalls={agent !== null && agent.enabled && agent.direction !== 'inbound'}
        variables={variables}
        usesName={usesName}
      />
    </Suspense>
  );
}
