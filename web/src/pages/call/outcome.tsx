import type { Call } from '../../api/types';
import { Found } from '../../components/outcome/outcome';
import { Part } from '../../components/part/part';
import { t } from '../../messages/en';
import styles from './page.module.css';

const NOT_CONNECTED = ['no_answer', 'busy', 'failed', 'canceled', 'expired'];

export function OutcomePart({ call }: { readonly call: Call }) {
  const { outcome } = call;
  return (
    <Part title={t.call.outcome} testId="outcome">
      {outcome ? (
        <Found outcome={outcome} />
      ) : (
        <p className={styles.soft}>
          {NOT_CONNECTED.includes(call.status) ? t.call.neverOutcome : t.call.noOutcome}
        </p>
      )}
    </Part>
  );
}
