import { requests } from '../../api/requests';
import type { AgentRow } from '../../api/types';
import { Button } from '../../components/button/button';
import { useAsk } from '../../layout/ask';
import { useTell } from '../../layout/tell';
import { useAction } from '../../layout/use-action';
import { shownNumber } from '../../lib/shown-time';
import { isolated } from '../../lib/text';
import { t } from '../../messages/en';
import styles from './page.module.css';

interface AgentActionsProps {
  readonly agent: AgentRow;
  readonly onDone: () => void;
}

/** What who manages agents can do with one. */
export function AgentActions({ agent, onDone }: AgentActionsProps) {
  const { ask } = useAsk();
  const tell = useTell();
  const { run, isBusy } = useAction();
  const { id, name, enabled, direction, is_default: isDefault } = agent;
  const turnOff = async () => {
    let waiting = 0;
    const isKnown = await run(async () => {
      waiting = (await requests.validateAgent({ id, agent: {} })).waiting_calls;
    });
    if (!isKnown) return;
    const isSure = await ask({
      title: t.agents.turnOffQuestion(isolated(name)),
      text: t.agents.turnOffText(waiting, shownNumber(waiting)),
      action: t.agents.turnOff,
      ...(waiting > 0 && { back: t.common.goBack }),
    });
    if (!isSure) return;
    let ended = 0;
    const isDone = await run(async () => {
      ended = (await requests.turnOffAgent(id)).waiting_calls_canceled ?? 0;
    });
    if (isDone) tell({ text: t.agents.turnedOff(ended, shownNumber(ended)) });
    onDone();
  };
  const turnOn = async () => {
    await run(() => requests.changeAgent(id, { enabled: true }), t.agents.turnedOn);
    onDone();
  };
  const makeDefault = async () => {
    await run(() => requests.makeDefaultAgent(id), t.agents.madeDefault);
    onDone();
  };
  return (
    <span className={styles.actions}>
      {enabled && direction !== 'inbound' && !isDefault && (
        <Button look="quiet" isBusy={isBusy} onClick={() => void makeDefault()}>
          {t.agents.makeDefault}
        </Button>
      )}
      <Button look="quiet" isBusy={isBusy} onClick={() => void (enabled ? turnOff() : turnOn())}>
        {enabled ? t.agents.turnOff : t.agents.turnOn}
      </Button>
    </span>
  );
}
