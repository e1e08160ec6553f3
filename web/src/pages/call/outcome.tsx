import { FINAL_CALL_STATUSES } from '../../lib/contract.gen';
import type { Call } from '../../api/types';
import { Found } from '../../components/outcome/outcome';
import { Part } from '../../components/part/part';
import { t } from '../../messages/en';

export function OutcomePart({ call }: { readonly call: Call }) {
  const { outcome } = call;
  const hasEnded = FINAL_CALL_STATUSES.some((status) => status === call.status);
  return (
    <Part title={t.call.outcome} testId="outcome">
      {outcome ? (
        <Found outcome={outcome} />
      ) : (
        <p className="soft">
          {hasEnded && call.status !== 'completed' ? t.call.neverOutcome : t.call.noOutcome}
        </p>
      )}
    </Part>
  );
}
