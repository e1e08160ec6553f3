import { type ReactNode, useState } from 'react';
import { useLive } from '../../../api/queries';
import { requests } from '../../../api/requests';
import { Skeleton } from '../../../components/empty/empty';
import { Tabs } from '../../../components/tabs/tabs';
import { useSignedIn } from '../../../layout/session';
import { simulatedNumber, withEnding } from '../../../lib/test-talk';
import { countriesOf } from '../../../lib/upload/calling-codes';
import { t } from '../../../messages/en';
import { CallPhone } from './call-phone';
import { Simulate, type SimulatedCall } from './simulate';
import styles from './test-agent.module.css';
import { TypePart } from './type-part';
import { useConversation } from './use-conversation';
import { useTestCall } from './use-test-call';
import { NO_VALUES, type CallValues, sentValues, ValueFields } from './values';

interface TestAgentProps {
  readonly agentId: string | null;
  /** As POST /v1/agents accepts it; null for a user who may not edit the agent. */
  readonly draft: Readonly<Record<string, unknown>> | null;
  readonly saved: boolean;
  readonly placesCalls: boolean;
  readonly variables: readonly string[];
  readonly usesName: boolean;
}

/** By typing, by a simulated call, and by a real one. Waits for the settings, which the first number needs. */
export default function TestAgent(props: TestAgentProps): ReactNode {
  const settings = useLive({ key: ['settings'], load: requests.settings });
  if (settings.data === undefined && !settings.error) return <Skeleton lines={4} />;
  return <Ways {...props} countries={settings.data?.plan.countries ?? null} />;
}

interface WaysProps extends TestAgentProps {
  readonly countries: readonly string[] | null;
}

/** Each tab continues while another is shown. */
function Ways({ agentId, draft, saved, placesCalls, variables, usesName, countries }: WaysProps): ReactNode {
  const [values, setValues] = useState<CallValues>(NO_VALUES);
  const { mobile_number: own } = useSignedIn().session.login;
  const codes = countriesOf(countries).map(({ callingCode }) => callingCode);
  const tried = agentId !== null && (saved || draft === null) ? { agent_id: agentId } : { draft };
  const talk = useConversation(tried, values);
  const rest = { ...(agentId !== null && { agent_id: agentId }), ...sentValues(values) };
  const simulated = useTestCall<SimulatedCall>(
    { phone_number: simulatedNumber(codes, own), ending: '0001' },
    ({ phone_number, ending }) => ({ phone_number: withEnding(phone_number, ending), test: true }),
    rest,
  );
  const real = useTestCall<{ phone_number: string }>(
    { phone_number: own ?? '' },
    ({ phone_number }) => ({ phone_number }),
    rest,
  );
  const obstacle = agentId === null ? t.testAgent.saveFirst : placesCalls ? null : t.testAgent.cannotCall;
  const caller = { obstacle, saved };
  return (
    <div className={styles.test}>
      <ValueFields names={variables} usesName={usesName} values={values} onChange={setValues} />
      <Tabs
        label={t.testAgent.ways}
        tabs={[
          { key: 'type', title: t.testAgent.type, content: <TypePart talk={talk} /> },
          {
            key: 'simulate',
            title: t.testAgent.simulate,
            content: <Simulate {...caller} call={simulated} />,
          },
          { key: 'phone', title: t.testAgent.phone, content: <CallPhone {...caller} call={real} /> },
        ]}
      />
    </div>
  );
}
