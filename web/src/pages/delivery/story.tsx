import type { DeliveryStory } from '../../api/types';
import { Code } from '../../components/code/code';
import { Copy } from '../../components/id/copy';
import { Name } from '../../components/name/name';
import { Facts, Part, PartHead } from '../../components/part/part';
import { indented } from '../../lib/indented';
import { t } from '../../messages/en';
import styles from './page.module.css';

export function Request({ request: { url, headers, body } }: { readonly request: DeliveryStory['request'] }) {
  return (
    <Part title={t.delivery.request}>
      <Facts
        isWide
        facts={[
          [t.delivery.url, url === null ? t.delivery.urlUnknown : <Name key="url">{url}</Name>],
          ...Object.entries(headers).map(([name, value]) => [name, <Name key={name}>{value}</Name>] as const),
        ]}
      />
      <p className="soft">{t.delivery.unsigned}</p>
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
          <Facts isWide facts={[[t.delivery.status, answer.status_code]]} />
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
  return (
    <div className={styles.box}>
      <PartHead>
        <p className="soft">{label}</p>
        <Copy text={text} label={t.common.copy} />
      </PartHead>
      <Code label={label} text={indented(text)} />
    </div>
  );
}
