import { requests } from '../../api/requests';
import type { Agent, AgentRow } from '../../api/types';
import { Button } from '../../components/button/button';
import { useAction } from '../../layout/use-action';
import { shownNumber } from '../../lib/shown-time';
import { isolated } from '../../lib/text';
import { t } from '../../messages/en';
import styles from './page.module.css';
import { waitingCallsOf } from './waiting-calls';

interface AgentActionsProps {
  readonly agent: Pick<AgentRow, 'id' | 'name' | 'enabled' | 'direction' | 'is_default'>;
  readonly look?: 'quiet' | 'plain';
  readonly onDone: (agent: Agent | null) => void;
}

export function stateOf({
  enabled,
  is_default: isDefault,
}: Pick<AgentRow, 'enabled' | 'is_default'>): string {
  return isDefault && enabled ? 'default' : enabled ? 'on' : 'off';
}

export function AgentActions({ agent, look = 'quiet', onDone }: AgentActionsProps) {
  const { turnOn, turnOff, makeDefault, isBusy } = useAgentActions(agent, onDone);
  const { enabled, direction, is_default: isDefault } = agent;
  return (
    <span className={styles.actions}>
      {enabled && direction !== 'inbound' && !isDefault && (
        <Button look={look} isBusy={isBusy} onClick={() => void makeDefault()}>
          {t.agents.makeDefault}
        </Button>
      )}
      <Button look={look} isBusy={isBusy} onClick={() => void (enabled ? turnOff() : turnOn())}>
        {enabled ? t.agents.turnOff : t.agents.turnOn}
      </Button>
    </span>
  );
}

function useAgentActions({ id, name }: AgentActionsProps['agent'], onDone: AgentActionsProps['onDone']) {
  const { run, isBusy } = useAction();
  const after = (success: { readonly result: Agent } | null) => onDone(success && success.result);
  const turnOff = async () => {
    const known = await run(() => waitingCallsOf(id));
    if (!known) return;
    const { result: waiting } = known;
    await run(() => requests.turnOffAgent(id), {
      ask: {
        title: t.agents.turnOffQuestion(isolated(name)),
        text: t.agents.turnOffText(waiting, shownNumber(waiting)),
        action: t.agents.turnOff,
        ...(waiting > 0 && { back: t.common.goBack }),
      },
      done: ({ waiting_calls_canceled: ended = 0 }) => t.agents.turnedOff(ended, shownNumber(ended)),
      after,
    });
  };
  const turnOn = () =>
    run(() => requests.changeAgent(id, { enabled: true }), { done: t.agents.turnedOn, after });
  const makeDefault = () =>
    run(() => requests.makeDefaultAgent(id), { done: t.agents.madeDefault, after: () => onDone(null) });
  return { turnOn, turnOff, makeDefault, isBusy };
}
