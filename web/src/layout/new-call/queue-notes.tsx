import type { Warning } from '../../api/types';
import { Name } from '../../components/name/name';
import { t } from '../../messages/en';

export interface QueuedCall {
  readonly id: string;
  readonly status_reason?: string;
  readonly warnings: readonly Warning[];
}

export function QueueNotes({ call }: { readonly call: QueuedCall }) {
  return (
    <>
      <p>{t.newCall.queued}</p>
      {call.status_reason !== undefined && <p>{t.newCall.held(call.status_reason)}</p>}
      <Warnings of={call.warnings} />
    </>
  );
}

export function Warnings({ of: warnings }: { readonly of: readonly Warning[] }) {
  return warnings.map((warning) => (
    <p key={`${warning.code} ${warning.field}`} className="soft">
      <Name>{warning.message}</Name>
    </p>
  ));
}
