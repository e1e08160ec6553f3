import { useContext } from 'react';
import { nowMs } from '../../api/clock';
import { requests } from '../../api/requests';
import { Input } from '../../components/field/field';
import { Zone } from '../../components/time/time';
import { DialogForm, useDialogForm } from '../../layout/dialog-form';
import { fieldProps, refuse } from '../../layout/form';
import { dayOf, shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';

const DAY_MS = 86_400_000;

const EVENTS_A_REQUEST = 1_000;

export default function RedeliverFailed({ onClose }: { readonly onClose: () => void }) {
  const zone = useContext(Zone);
  const { form, sending } = useDialogForm({
    values: { since: `${dayOf(nowMs() - DAY_MS, zone)}T00:00` },
    send: async ({ since: local }, form) => {
      if (local === '') return refuse(form, 'since');
      const events = await redeliverSince((await requests.instant(local)).at);
      return t.webhook.again(events, shownNumber(events));
    },
    fieldOf: (field) => (field === 'query.local' ? 'since' : field),
    onClose,
  });
  const { since: label, sinceHint: hint } = t.webhook;
  return (
    <DialogForm words={t.webhook.redeliverFailed} sending={sending} onClose={onClose}>
      <Input label={label} hint={hint} type="datetime-local" {...fieldProps(form, 'since')} />
    </DialogForm>
  );
}

/** Repeats until each event was reached. Bounded by the events at the start: events that fail again are due again. */
async function redeliverSince(since: string): Promise<number> {
  const { failed_events: failed } = await requests.webhookStats(since);
  let events = 0;
  for (let left = Math.max(1, Math.ceil(failed / EVENTS_A_REQUEST)); left > 0; left--) {
    const answer = await requests.redeliverFailed(since);
    events += answer.events;
    if (!answer.more) break;
  }
  return events;
}
