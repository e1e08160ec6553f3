import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import styles from './tabs.module.css';

interface Tab {
  readonly key: string;
  readonly title: string;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The place of the one that is shown at first. */
  readonly first?: number;
  readonly onShow?: (key: string) => void;
}

const STEPS = new Map<string, (at: number, count: number) => number>([
  ['ArrowRight', (at, count) => (at + 1) % count],
  ['ArrowLeft', (at, count) => (at + count - 1) % count],
  ['Home', () => 0],
  ['End', (_, count) => count - 1],
]);

/** WAI-ARIA: tabs. Only the active tab is rendered. */
export function Tabs({ label, tabs, first = 0, onShow }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(first);
  const shown = tabs[at];
  const show = (place: number) => {
    setAt(place);
    const tab = tabs[place];
    if (tab) onShow?.(tab.key);
  };
  const move = (event: KeyboardEvent) => {
    const next = STEPS.get(event.key)?.(at, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    show(next);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {tabs.map(({ key, title }, place) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={place === at}
            {...(place === at && { 'aria-controls': `${id}-panel` })}
            tabIndex={place === at ? 0 : -1}
            className={styles.tab}
            onClick={() => show(place)}
          >
            {title}
          </button>
        ))}
      </div>
      {shown && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown.key}`}>
          {shown.content}
        </div>
      )}
    </div>
  );
}
