import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ApiError } from '../../../api/error';
import type { Agent, AgentValidation } from '../../../api/types';
import { Skeleton } from '../../../components/empty/empty';
import { Failed } from '../../../components/failed/failed';
import { lazyPart } from '../../../components/lazy/lazy';
import { Name } from '../../../components/name/name';
import { Part } from '../../../components/part/part';
import { type AgentForm, newAgentOf } from '../../../lib/agent/form';
import { t } from '../../../messages/en';
import styles from './editor.module.css';
import { TEST_PART_ID } from './save-bar';

const TestAgent = lazyPart(() => import('../test-agent/test-agent'));

interface AsideProps {
  readonly agent: Agent | null;
  readonly form: AgentForm;
  readonly validation: UseQueryResult<AgentValidation, ApiError>;
  readonly isSaved: boolean;
}

export function Aside({ agent, form, validation, isSaved }: AsideProps) {
  const { data, error } = validation;
  const variables = data?.variables ?? agent?.variables ?? [];
  const usesName = data?.uses_contact_name ?? agent?.uses_contact_name ?? false;
  const warnings = data?.warnings ?? [];
  return (
    <div className={styles.aside}>
      {error && <Failed error={error} retry={() => void validation.refetch()} />}
      <div role="status">
        {warnings.length > 0 && (
          <Part title={t.agent.warnings}>
            <ul className={styles.warnings}>
              {warnings.map(({ field, code, message }) => (
                <li key={`${field} ${code}`}>
                  <Name>{message}</Name>
                </li>
              ))}
            </ul>
          </Part>
        )}
      </div>
      <div id={TEST_PART_ID}>
        <Part title={t.agent.test}>
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
        </Part>
      </div>
      <VariablesPart variables={variables} usesName={usesName} />
    </div>
  );
}

interface VariablesProps {
  readonly variables: readonly string[];
  readonly usesName: boolean;
}

export function VariablesPart({ variables, usesName }: VariablesProps) {
  return (
    <Part title={t.agent.variables} testId="variables">
      {variables.length > 0 ? (
        <>
          <p className="soft">{t.agent.variablesText}</p>
          <ul className={styles.names}>
            {variables.map((name) => (
              <li key={name}>
                <Name>{name}</Name>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="soft">{t.agent.noVariables}</p>
      )}
      {usesName && <p className="soft">{t.agent.usesName}</p>}
    </Part>
  );
}
