import { EVERY } from '../../api/live';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Line } from '../../components/line/line';
import { line as texts } from '../../messages/en/line';

/** The line quality of each phone; nothing where there is no RTP. The last figures come with the end of the call. */
export function Lines({ id, isOver }: { readonly id: string; readonly isOver: boolean }) {
  const context = useLive({
    key: ['human-call-context', id, isOver],
    load: (signal) => requests.humanCallContext(id, signal),
    every: isOver ? EVERY.once : EVERY.lines,
    keep: true,
  });
  const { counsellor, contact } = context.data?.lines ?? {};
  return (
    <>
      {counsellor && <Line title={texts.counsellor} line={counsellor} />}
      {contact && <Line title={texts.contact} line={contact} />}
    </>
  );
}
