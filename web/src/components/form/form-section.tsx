import { type ReactNode, useId } from 'react';
import styles from './form.module.css';

interface FormSectionProps {
  readonly title: string;
  /** False where its only field has the same name. */
  readonly isNamed?: boolean;
  readonly children: ReactNode;
}

/** A form of a page that has several. */
export function FormSection({ title, isNamed = true, children }: FormSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={isNamed ? id : undefined}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
