import type { HumanCall } from '../../api/human-calls';
import { Id } from '../../components/id/copy';
import { Name } from '../../components/name/name';
import { Facts, Part, Values } from '../../components/part/part';
import { Time } from '../../components/time/time';
import { shownLength, shownNumber } from '../../lib/shown-time';
import { inWords } from '../../lib/text';
import { t } from '../../messages/en';
import styles from './human-call.module.css';

export function Analysis({ analysis }: Pick<HumanCall, 'analysis'>) {
  const { status, reason, summary, sentiment, answers = {}, follow_up, follow_up_note } = analysis;
  const why = reason === undefined ? undefined : (t.humanCalls.why.get(reason) ?? inWords(reason));
  const followUp = [follow_up == null ? '' : (t.call.followUps.get(follow_up) ?? follow_up), follow_up_note]
    .filter(Boolean)
    .join(': ');
  return (
    <Part title={t.humanCalls.analysis} testId="analysis">
      {status === 'completed' ? (
        <>
          {summary != null && (
            <p className={styles.summary}>
              <Name>{summary}</Name>
            </p>
          )}
          <Facts
            facts={[
              [t.humanCalls.sentiment, sentiment !== undefined && inWords(sentiment)],
              [t.call.followUp, followUp !== '' && <Name key="follow-up">{followUp}</Name>],
            ]}
          />
          <Answers answers={answers} />
        </>
      ) : (
        <p className="soft">
          {[t.humanCalls.analysisIs.get(status) ?? inWords(status), why].filter(Boolean).join(' ')}
        </p>
      )}
    </Part>
  );
}

function Answers({ answers }: { readonly answers: Readonly<Record<string, string | null>> }) {
  const said = Object.entries(answers).map(([name, answer]) => [name, answer ?? t.call.notSaid] as const);
  return <Values title={t.call.answers} values={Object.fromEntries(said)} />;
}

export function Cost({ cost, analysis }: Pick<HumanCall, 'cost' | 'analysis'>) {
  return (
    <Part title={t.humanCalls.cost} testId="cost">
      {cost === null ? (
        <p className="soft">{t.humanCalls.costLater}</p>
      ) : (
        <Facts
          facts={[
            [t.humanCalls.credits, shownNumber(cost.credits)],
            [t.humanCalls.talk, shownLength(cost.talk_seconds)],
            [t.humanCalls.billedBy, t.humanCalls.billers.get(cost.billed_by) ?? cost.billed_by],
            [t.humanCalls.analysisCredits, analysis.credits !== undefined && shownNumber(analysis.credits)],
          ]}
        />
      )}
    </Part>
  );
}

export function Details({ call }: { readonly call: HumanCall }) {
  const { contact, counsellor } = call;
  const text = (value: string | undefined) => value !== undefined && <Name>{value}</Name>;
  const time = (at: string | null) => at !== null && <Time at={at} />;
  return (
    <Part title={t.call.details}>
      <Facts
        facts={[
          [t.call.id, <Id key="id" id={call.id} />],
          [t.humanCalls.counsellor, text(counsellor.name)],
          [t.call.email, text(contact.email)],
          [t.call.externalId, text(contact.external_id)],
          [t.humanCalls.leadLinked, call.crm_lead_linked && t.common.yes],
          [t.call.created, time(call.created_at)],
          [t.call.dialed, time(call.dialed_at)],
          [t.humanCalls.answered, time(call.answered_at)],
          [t.call.ended, time(call.ended_at)],
          [t.call.length, call.duration_seconds !== null && shownLength(call.duration_seconds)],
        ]}
      />
      <Values title={t.call.metadata} values={call.metadata} />
    </Part>
  );
}
