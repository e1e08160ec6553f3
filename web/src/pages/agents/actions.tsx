import { requests } from '../../api/requests';
import type { Agent, AgentRow } from '../../api/types';
import { Button } from '../../components/button/button';
import { useConfirm } from '../../layout/confirmation';
import { useToast } from '../../layout/toast';
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
  const { confirm } = useConfirm();
  const toast = useToast();
  const { run, isBusy } = useAction();
  const turnOff = async () => {
    let waiting = 0;
    const isKnown = await run(async () => {
      waiting = await waitingCallsOf(id);
    });
    if (!isKnown) return;
    const isSure = await confirm({
      title: t.agents.turnOffQuestion(isolated(name)),
      text: t.agents.turnOffText(waiting, shownNumber(waiting)),
      action: t.agents.turnOff,
      ...(waiting > 0 && { back: t.common.goBack }),
    });
    if (!isSure) return;
    const result: { agent: Awaited<ReturnType<typeof requests.turnOffAgent>> | null } = { agent: null };
    await run(async () => {
      result.agent = await requests.turnOffAgent(id);
    });
    if (result.agent) {
      const ended = result.agent.waiting_calls_canceled ?? 0;
      toast({ text: t.agents.turnedOff(ended, shownNumber(ended)) });
    }
    onDone(result.agent);
  };
  const turnOn = async () => {
    const result: { agent: Agent | null } = { agent: null };
    await run(async () => {
      result.agent = await requests.changeAgent(id, { enabled: true });
    }, t.agents.turnedOn);
    onDone(result.agent);
  };
  const makeDefault = async () => {
    await run(() => requests.makeDefaultAgent(id), t.agents.madeDefault);
    onDone(null);
  };
  return { turnOn, turnOff, makeDefault, isBusy };
}
