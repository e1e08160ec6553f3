import { type ReactNode, useState } from 'react';
import { EVERY } from '../../api/live';
import { useLive } from '../../api/queries';
import { type ToolInvocation, toolRequests } from '../../api/tools';
import { Name } from '../../components/name/name';
import { Status } from '../../components/status/status';
import { shownLength, shownNumber } from '../../lib/shown-time';
import { shown } from '../../lib/text';
import { t } from '../../messages/en';
import styles from './tool-uses.module.css';

/** Loaded again at a new status of the call, and while one still runs after the talk. */
export function useToolUses(callId: string, isLive: boolean): readonly ToolInvocation[] {
  const uses = useLive({
    key: ['call-tools', callId],
    load: (signal) => toolRequests.ofCall(callId, signal),
    every: (last) =>
      !isLive && last?.data.some(({ status }) => status === 'running') ? EVERY.deliveries : EVERY.once,
  });
  return uses.data?.data ?? [];
}

/** Each use stands before the first turn that began after it. */
export function toolUsesBefore(
  uses: readonly ToolInvocation[],
  turns: readonly { readonly start_ms?: number }[],
): (place: number) => ReactNode {
  const placeOf = ({ start_ms: at }: ToolInvocation) => {
    if (at === null) return 0;
    const next = turns.findIndex(({ start_ms: start }) => start !== undefined && start >= at);
    return next === -1 ? turns.length : next;
  };
  return (place) =>
    uses.filter((use) => placeOf(use) === place).map((use) => <ToolUse key={use.id} use={use} />);
}

function ToolUse({ use }: { readonly use: ToolInvocation }) {
  const [isOpen, setOpen] = useState(false);
  const { name, status, start_ms: start, end_ms: end, error, attempts } = use;
  const texts = t.call.tools;
  return (
    <li className={styles.use}>
      <details
        data-testid="tool-invocation"
        data-status={status}
        data-id={use.id}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className={styles.line}>
          <span className={styles.what}>
            {texts.tool} <span>{start === null ? texts.before : shownLength(start / 1_000)}</span>
          </span>
          <span className={styles.name}>
            <Name>{name}</Name>
          </span>
          <Status status={status} />
          {start !== null && end !== null && (
            <span className={styles.soft}>{texts.took(shownNumber(end - start))}</span>
          )}
          {use.simulated && <span className={styles.soft}>{texts.simulated}</span>}
        </summary>
        {isOpen && (
          <div className={styles.body}>
            {error && (
              <p>
                <Name>{error.message}</Name>
              </p>
            )}
            {attempts > 1 && <p className={styles.soft}>{texts.attempts(shownNumber(attempts))}</p>}
            {use.repeated_of !== null && <p className={styles.soft}>{texts.repeated}</p>}
            <Json title={texts.arguments} value={use.arguments} />
            <Json title={texts.result} value={use.result} />
          </div>
        )}
      </details>
    </li>
  );
}

function Json({ title, value }: { readonly title: string; readonly value: unknown }) {
  return (
    <div className={styles.part}>
      <h3>{title}</h3>
      <pre className={styles.json} dir="auto" tabIndex={0} role="region" aria-label={title}>
        {value === null ? t.common.none : shown(JSON.stringify(value, null, 2))}
      </pre>
    </div>
  );
}
