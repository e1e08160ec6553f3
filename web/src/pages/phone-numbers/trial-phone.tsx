import { type ReactNode, useState } from 'react';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { type NewTrialPhone, type TrialPhone as Phone, trialPhone } from '../../api/trial-phone';
import { Combobox } from '../../components/combobox/combobox';
import { Failed } from '../../components/failed/failed';
import formStyles from '../../components/form/form.module.css';
import { Link } from '../../components/link/link';
import { ActionButton, useAction } from '../../layout/use-action';
import { t } from '../../messages/en';
import { TrialPhoneDetails } from './trial-phone-details';

const KEY = ['trial-phone'];
/** A registration shows within 2 s. */
const LOOK_MS = 1_000;

const refresh = () => void queryClient.invalidateQueries({ queryKey: KEY });

/** Sets up a softphone of one's own, without a carrier, and rings it. */
export function TrialPhone(): ReactNode {
  const phone = useLive({ key: KEY, load: trialPhone.read, every: LOOK_MS });
  const [made, setMade] = useState<NewTrialPhone | null>(null);
  const { data } = phone;
  const isNone = data?.state === 'none';
  return (
    <section
      className={formStyles.section}
      aria-labelledby="trial-phone"
      data-testid="trial-phone"
      data-state={data?.state ?? 'loading'}
    >
      <h2 id="trial-phone">{t.trialPhone.title}</h2>
      <p className="soft">{t.trialPhone.about}</p>
      {phone.error && <Failed error={phone.error} retry={() => void phone.refetch()} />}
      {isNone && <SetUp onMade={setMade} />}
      {data && !isNone && made?.trunk_id === data.trunk_id && <TrialPhoneDetails phone={made} />}
      {data && !isNone && <State phone={data} />}
      {data && !isNone && <Actions phone={data} onMade={setMade} />}
    </section>
  );
}

function SetUp({ onMade }: { readonly onMade: (made: NewTrialPhone) => void }) {
  return (
    <div className={formStyles.end}>
      <ActionButton
        words={t.trialPhone.setUp}
        look="main"
        act={async () => onMade(await trialPhone.setUp())}
        after={refresh}
      />
    </div>
  );
}

function State({ phone: { state, problem } }: { readonly phone: Phone }) {
  const words =
    state === 'failing'
      ? t.trialPhone.failing(problem ?? '')
      : state === 'registered'
        ? t.trialPhone.registered
        : t.trialPhone.waiting;
  return <p role="status">{words}</p>;
}

interface ActionsProps {
  readonly phone: Phone;
  readonly onMade: (made: NewTrialPhone) => void;
}

function Actions({ phone, onMade }: ActionsProps) {
  const [callId, setCallId] = useState<string | null>(null);
  const { newPasswordQuestion, newPasswordText, removeQuestion, removeText } = t.trialPhone;
  return (
    <>
      <AgentChoice agentId={phone.agent_id} />
      <div className={formStyles.end}>
        <ActionButton
          words={t.trialPhone.ring}
          look="main"
          act={async () => setCallId((await trialPhone.ring()).id)}
          done={t.trialPhone.ringing}
        />
        <ActionButton
          words={t.trialPhone.newPassword}
          ask={{ title: newPasswordQuestion, text: newPasswordText, isMild: true }}
          act={async () => onMade(await trialPhone.renewPassword())}
          after={refresh}
        />
        <ActionButton
          words={t.trialPhone.remove}
          look="quiet"
          ask={{ title: removeQuestion, text: removeText }}
          act={trialPhone.remove}
          done={t.trialPhone.removed}
          after={refresh}
        />
        {callId !== null && (
          <Link to="/calls/$id" params={{ id: callId }}>
            {t.trialPhone.lastCall}
          </Link>
        )}
      </div>
    </>
  );
}

/** @param agentId null: the default agent */
function AgentChoice({ agentId }: { readonly agentId: string | null }) {
  const agents = useLive({ key: ['agents'], load: requests.agents });
  const { run } = useAction();
  const choose = async (agent: string) => {
    await run(() => trialPhone.setAgent(agent === '' ? null : agent));
    refresh();
  };
  return (
    <Combobox
      label={t.trialPhone.agent}
      choices={[
        { value: '', label: t.trialPhone.defaultAgent },
        ...(agents.data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []),
      ]}
      value={agentId ?? ''}
      onChange={(agent) => void choose(agent)}
    />
  );
}
