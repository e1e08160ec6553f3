import type { Outcome } from '../../api/types';
import { labelInWords } from '../../lib/text';
import { t } from '../../messages/en';
import { Name } from '../name/name';
import { Facts } from '../part/part';
import { Time } from '../time/time';
import styles from './outcome.module.css';

export function Found({ outcome }: { readonly outcome: Outcome }) {
  const answers = Object.entries(outcome.answers);
  const { meeting } = outcome;
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
      {answers.length > 0 && (
        <>
          <h3>{t.call.answers}</h3>
          <dl className={styles.answers}>
            {answers.map(([question, answer]) => (
              <div key={question}>
                <dt>
                  <Name>{question}</Name>
                </dt>
                <dd>
                  {answer === null ? (
                    <em className={styles.soft}>{t.call.notSaid}</em>
                  ) : (
                    <Name>{answer}</Name>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <Facts
        facts={[
          [
            t.call.callback,
            outcome.callback_requested ? (
              <>
                {t.call.callbackWanted}
                {outcome.callback_time_text !== null && (
                  <>
                    : <Name>{outcome.callback_time_text}</Name>
                  </>
                )}
              </>
            ) : (
              t.call.callbackNone
            ),
          ],
          [
            t.call.meeting,
            meeting?.requested ? (
              <>
                {t.call.callbackWanted}
                {meeting.at !== null && (
                  <>
                    : <Time at={meeting.at} />
                  </>
                )}
                {meeting.at === null && meeting.time_text !== null && (
                  <>
                    : <Name>{meeting.time_text}</Name>
                  </>
                )}
                {meeting.type !== null && (
                  <>
                    {' '}
                    (<Name>{meeting.type}</Name>)
                  </>
                )}
              </>
            ) : (
              t.call.meetingNone
            ),
          ],
          [
            t.call.followUp,
            (outcome.follow_up !== null || outcome.follow_up_note !== null) && (
              <>
                {outcome.follow_up !== null && (t.call.followUps.get(outcome.follow_up) ?? outcome.follow_up)}
                {outcome.follow_up_note !== null && (
                  <>
                    {' '}
                    <Name>{outcome.follow_up_note}</Name>
                  </>
                )}
              </>
            ),
          ],
        ]}
      />
    </>
  );
}
