import { type ReactNode, useId } from 'react';
import styles from './page.module.css';

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly testId?: string;
}

/** A part of the call's page with its heading. */
export function Part({ title, children, testId }: PartProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id} data-testid={testId}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A list of names and values; entries without a value are left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
