import { type ReactNode, useId } from 'react';
import type { DeliveryStory } from '../../api/types';
import { Copy } from '../../components/id/copy';
import { Name } from '../../components/name/name';
import { indented } from '../../lib/indented';
import { shown } from '../../lib/text';
import { t } from '../../messages/en';
import styles from './page.module.css';

export function Request({ request: { url, headers, body } }: { readonly request: DeliveryStory['request'] }) {
  return (
    <Part title={t.delivery.request}>
      <dl className={styles.facts}>
        <Fact name={t.delivery.url}>{url === null ? t.delivery.urlUnknown : <Name>{url}</Name>}</Fact>
        {Object.entries(headers).map(([name, value]) => (
          <Fact key={name} name={name}>
            <Name>{value}</Name>
          </Fact>
        ))}
      </dl>
      <p className={styles.soft}>{t.delivery.unsigned}</p>
      {body === null ? <p>{t.delivery.forgotten}</p> : <Text label={t.delivery.body} text={body} />}
    </Part>
  );
}

export function Answer({ answer }: { readonly answer: DeliveryStory['answer'] }) {
  return (
    <Part title={t.delivery.answer}>
      {answer === null ? (
        <p>{t.delivery.noAnswer}</p>
      ) : (
        <>
          <dl className={styles.facts}>
            <Fact name={t.delivery.status}>{answer.status_code}</Fact>
          </dl>
          <Start text={answer.body_start} />
        </>
      )}
    </Part>
  );
}

function Start({ text }: { readonly text: string | null }) {
  if (text === null) return <p>{t.delivery.hiddenBody}</p>;
  if (text === '') return <p>{t.delivery.emptyBody}</p>;
  return <Text label={t.delivery.start} text={text} />;
}

function Text({ label, text }: { readonly label: string; readonly text: string }) {
  const id = useId();
  return (
    <div className={styles.box}>
      <div className={styles.boxHead}>
        <p id={id} className={styles.soft}>
          {label}
        </p>
        <Copy text={text} label={t.common.copy} />
      </div>
      <pre className={styles.pre} dir="auto" tabIndex={0} role="region" aria-labelledby={id}>
        {shown(indented(text))}
      </pre>
    </div>
  );
}

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
