import { type ReactNode, useState } from 'react';
import type { components } from '../../api/api.gen';
import { shownLength, shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { Code } from '../code/code';
import { Name } from '../name/name';
import { Status } from '../status/status';
import styles from './tool-uses.module.css';

type ToolInvocation = components['schemas']['ToolInvocation'];

/** A use in a call, or in an outcome, which has fewer fields. */
type ShownUse = Pick<ToolInvocation, 'id' | 'name' | 'arguments' | 'result' | 'start_ms' | 'end_ms'> &
  Partial<Pick<ToolInvocation, 'error' | 'attempts' | 'simulated' | 'repeated_of'>> & {
    readonly status: string;
  };

/** Each use stands before the first turn that began after it. */
export function toolUsesBefore(
  uses: readonly ShownUse[],
  turns: readonly { readonly start_ms?: number }[],
): (place: number) => ReactNode {
  const placeOf = ({ start_ms: at }: ShownUse) => {
    if (at === null) return 0;
    const next = turns.findIndex(({ start_ms: start }) => start !== undefined && start >= at);
    return next === -1 ? turns.length : next;
  };
  return (place) =>
    uses.filter((use) => placeOf(use) === place).map((use) => <ToolUse key={use.id} use={use} />);
}

function ToolUse({ use }: { readonly use: ShownUse }) {
  const [isOpen, setOpen] = useState(false);
  const { name, status, start_ms: start, end_ms: end, error, attempts = 0, repeated_of: repeatedOf } = use;
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
            <span className="soft">{texts.took(shownNumber(end - start))}</span>
          )}
          {use.simulated && <span className="soft">{texts.simulated}</span>}
        </summary>
        {isOpen && (
          <div className={styles.body}>
            {error && (
              <p>
                <Name>{error.message}</Name>
              </p>
            )}
            {attempts > 1 && <p className="soft">{texts.attempts(shownNumber(attempts))}</p>}
            {repeatedOf != null && <p className="soft">{texts.repeated}</p>}
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
      <Code label={title} text={value === null ? t.common.none : JSON.stringify(value, null, 2)} />
    </div>
  );
}
