import type { Call, CallContext } from '../../api/types';
import { Id } from '../../components/id/copy';
import { Line } from '../../components/line/line';
import { Link } from '../../components/link/link';
import { Name } from '../../components/name/name';
import { Facts, Part, Values } from '../../components/part/part';
import { Time } from '../../components/time/time';
import { shownLength, shownNumber } from '../../lib/shown-time';
import { inWords } from '../../lib/text';
import { t } from '../../messages/en';
import { line as lineTexts } from '../../messages/en/line';
import { Attempts } from './attempts';
import styles from './page.module.css';

export function AgentPart({ agent }: { readonly agent: CallContext['agent'] }) {
  return (
    <Part title={t.call.agent}>
      <div data-testid="agent-version">
        <Link to="/agents/$id" params={{ id: agent.id }}>
          <Name>{agent.name}</Name>
        </Link>
        {agent.version !== null && (
          <>
            , {t.call.asSaved} <Time at={agent.version} />
          </>
        )}
        {agent.current === false && <span className={styles.changed}>{t.call.changedSince}</span>}
      </div>
    </Part>
  );
}

export function Details({ call, context }: { readonly call: Call; readonly context: CallContext }) {
  const { contact, batch_id } = call;
  const text = (value: string | undefined) => value !== undefined && <Name>{value}</Name>;
  const time = (at: string | undefined) => at !== undefined && <Time at={at} />;
  return (
    <>
      {context.line && <Line title={lineTexts.title} line={context.line} />}
      {call.retry && <Attempts retry={call.retry} />}
      <Part title={t.call.details}>
        <Facts
          facts={[
            [t.call.id, <Id key="id" id={call.id} />],
            [
              t.call.batch,
              batch_id !== undefined && (
                <Link to="/batches/$id" params={{ id: context.batch?.id ?? batch_id }}>
                  <Name>{context.batch?.name ?? batch_id}</Name>
                </Link>
              ),
            ],
            [t.call.externalId, text(contact.external_id)],
            [t.call.email, text(contact.email)],
            [t.call.testCall, call.test && t.common.yes],
            [t.call.credits, shownNumber(context.credits)],
            [t.call.length, call.duration_seconds !== undefined && shownLength(call.duration_seconds)],
            [t.call.created, time(call.created_at)],
            [t.call.dialed, time(call.dialed_at)],
            [t.call.ended, time(call.ended_at)],
            [t.call.answeredBy, call.answered_by !== undefined && inWords(call.answered_by)],
            [t.call.endedBy, call.ended_by !== undefined && inWords(call.ended_by)],
          ]}
        />
        <Values title={t.call.variables} values={call.variables} />
        <Values title={t.call.metadata} values={call.metadata} />
      </Part>
    </>
  );
}
