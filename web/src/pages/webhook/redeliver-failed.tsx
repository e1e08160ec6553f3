import { useContext } from 'react';
import { useForm } from 'react-hook-form';
import { nowMs } from '../../api/clock';
import { requests } from '../../api/requests';
import { Input } from '../../components/field/field';
import { Zone } from '../../components/time/time';
import { DialogForm } from '../../layout/dialog-form';
import { fieldProps, useSubmit } from '../../layout/form';
import { useToast } from '../../layout/toast';
import { dayOf, shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { problemSentence } from '../../messages/en/problems';

const DAY_MS = 86_400_000;

const EVENTS_A_REQUEST = 1_000;

export default function RedeliverFailed({ onClose }: { readonly onClose: () => void }) {
  const zone = useContext(Zone);
  const toast = useToast();
  const form = useForm({ defaultValues: { since: `${dayOf(nowMs() - DAY_MS, zone)}T00:00` } });
  const sending = useSubmit(
    form,
    async ({ since: local }) => {
      if (local === '') {
        const message = problemSentence('since', t.common.required);
        form.setError('since', { message }, { shouldFocus: true });
        return;
      }
      const since = (await requests.instant(local)).at;
      const events = await redeliverSince(since);
      toast({ text: t.webhook.again(events, shownNumber(events)) });
      onClose();
    },
    (field) => (field === 'query.local' ? 'since' : field),
  );
  return (
    <DialogForm words={t.webhook.redeliverFailed} sending={sending} onClose={onClose}>
      <Input
        label={t.webhook.since}
        hint={t.webhook.sinceHint}
        type="datetime-local"
        {...fieldProps(form, 'since')}
      />
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
