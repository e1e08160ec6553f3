import type { HumanCall } from '../../api/human-calls';
import { Name } from '../../components/name/name';
import { Part } from '../../components/part/part';
import { legsOf } from '../../lib/legs';
import { t } from '../../messages/en';
import styles from './human-call.module.css';

export function Legs({ call }: { readonly call: HumanCall }) {
  const legs = legsOf(call);
  const late = call.ended_at === null ? t.humanCalls.late.get(call.status_updates) : undefined;
  const word = (state: string) =>
    state === 'waiting' && call.ended_at !== null
      ? t.humanCalls.notRung
      : (t.humanCalls.legs.get(state) ?? state);
  const rows = [
    ['counsellor', t.humanCalls.counsellor, call.counsellor.name, legs.counsellor],
    ['contact', t.humanCalls.contact, call.contact.name ?? call.phone_number, legs.contact],
  ] as const;
  return (
    <Part title={t.humanCalls.phones}>
      <dl className={styles.legs}>
        {rows.map(([leg, title, name, state]) => (
          <div key={leg} data-testid={`leg-${leg}`} data-state={state}>
            <dt>{title}</dt>
            <dd>
              <Name>{name}</Name>
            </dd>
            <dd className={styles.legState}>{word(state)}</dd>
          </div>
        ))}
      </dl>
      {late !== undefined && <p className="soft">{late}</p>}
    </Part>
  );
}
