import type { Outcome } from '../../api/types';
import { labelInWords } from '../../lib/text';
import { t } from '../../messages/en';
import { Name } from '../name/name';
import { Facts } from '../part/part';
import { Time } from '../time/time';
import styles from './outcome.module.css';

export function Found({ outcome }: { readonly outcome: Outcome }) {
  return (
    <>
      <p className={styles.verdict}>
        <strong>
          <Name>{labelInWords(outcome.disposition)}</Name>
        </strong>
        {outcome.lead_rating !== null && <span>{t.call.ofTen(outcome.lead_rating)}</span>}
      </p>
      {outcome.summary !== null && (
        <p dir="auto" className={styles.summary}>
          <Name>{outcome.summary}</Name>
        </p>
      )}
      <Answers answers={outcome.answers} />
      <Facts
        facts={[
          [t.call.callback, <Callback key="callback" outcome={outcome} />],
          [t.call.meeting, <Meeting key="meeting" meeting={outcome.meeting} />],
          [t.call.followUp, hasFollowUp(outcome) && <FollowUp outcome={outcome} />],
        ]}
      />
    </>
  );
}

function Answers({ answers }: Pick<Outcome, 'answers'>) {
  const entries = Object.entries(answers);
  if (entries.length === 0) return null;
  return (
    <>
      <h3>{t.call.answers}</h3>
      <dl className={styles.answers}>
        {entries.map(([question, answer]) => (
          <div key={question}>
            <dt>
              <Name>{question}</Name>
            </dt>
            <dd>{answer === null ? <em className="soft">{t.call.notSaid}</em> : <Name>{answer}</Name>}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface OutcomeProps {
  readonly outcome: Outcome;
}

function Callback({ outcome: { callback_requested: isWanted, callback_time_text: when } }: OutcomeProps) {
  if (!isWanted) return t.call.callbackNone;
  return (
    <>
      {t.call.callbackWanted}
      {when !== null && (
        <>
          : <Name>{when}</Name>
        </>
      )}
    </>
  );
}

function Meeting({ meeting }: Pick<Outcome, 'meeting'>) {
  if (!meeting?.requested) return t.call.meetingNone;
  const { at, time_text: when, type } = meeting;
  return (
    <>
      {t.call.callbackWanted}
      {at !== null && (
        <>
          : <Time at={at} />
        </>
      )}
      {at === null && when !== null && (
        <>
          : <Name>{when}</Name>
        </>
      )}
      {type !== null && (
        <>
          {' '}
          (<Name>{type}</Name>)
        </>
      )}
    </>
  );
}

function hasFollowUp({ follow_up: step, follow_up_note: note }: Outcome): boolean {
  return step !== null || note !== null;
}

function FollowUp({ outcome: { follow_up: step, follow_up_note: note } }: OutcomeProps) {
  return (
    <>
      {step !== null && (t.call.followUps.get(step) ?? step)}
      {note !== null && (
        <>
          {' '}
          <Name>{note}</Name>
        </>
      )}
    </>
  );
}
