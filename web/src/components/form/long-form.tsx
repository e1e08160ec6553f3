import type { ComponentProps, ReactNode } from 'react';
import styles from './long-form.module.css';

/** A form of a whole page, in sections, with its buttons always in view. */
export function LongForm(props: Omit<ComponentProps<'form'>, 'className'>) {
  return <form {...props} className={styles.form} noValidate />;
}

interface LongFormSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function LongFormSection({ title, children }: LongFormSectionProps) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function LongFormBar({ children }: { readonly children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}
