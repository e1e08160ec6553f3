import { type ReactNode, useId } from 'react';
import { Name } from '../name/name';
import styles from './part.module.css';

interface PartProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly testId?: string;
}

export function Part({ title, actions, children, testId }: PartProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id} data-testid={testId}>
      {actions ? (
        <PartHead>
          <h2 id={id}>{title}</h2>
          {actions}
        </PartHead>
      ) : (
        <h2 id={id}>{title}</h2>
      )}
      {children}
    </section>
  );
}

/** A title with its actions at the end of the line. */
export function PartHead({ children }: { readonly children: ReactNode }) {
  return <div className={styles.head}>{children}</div>;
}

interface FactsProps {
  readonly facts: readonly (readonly [string, ReactNode])[];
  /** For long names. */
  readonly isWide?: boolean;
}

/** Entries without a value are left out. */
export function Facts({ facts, isWide }: FactsProps) {
  return (
    <dl className={`${styles.facts} ${isWide ? styles.wide : ''}`}>
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

export function Values({
  title,
  values,
}: {
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>>;
}) {
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <dl className={styles.facts}>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>
              <Name>{name}</Name>
            </dt>
            <dd>
              <Name>{typeof value === 'string' ? value : JSON.stringify(value)}</Name>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
