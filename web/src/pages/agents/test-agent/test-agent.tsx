import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLive } from '../../../api/queries';
import { requests } from '../../../api/requests';
import { Skeleton } from '../../../components/empty/empty';
import { lazyPart } from '../../../components/lazy/lazy';
import { Tabs } from '../../../components/tabs/tabs';
import { useLeaveGuard } from '../../../layout/leave-guard';
import { useSignedIn } from '../../../layout/session';
import { simulatedNumber, withEnding } from '../../../lib/test-talk';
import { countriesOf } from '../../../lib/upload/calling-codes';
import { useLiveState } from '../../../live/use-live-state';
import type { VoiceTest } from '../../../live/voice-test';
import { testAgent as texts } from '../../../messages/en/test-agent';
import {
  discardTalk,
  discardUnsavedTalk,
  handedOverTalk,
  handedOverVoiceTest,
  leaveVoiceTest,
  storeTalk,
  storeVoiceTest,
} from '../talk-handover';
import { CallPhone } from './call-phone';
import { Simulate, type SimulatedCall } from './simulate';
import styles from './test-agent.module.css';
import { TypePart } from './type-part';
import { useConversation } from './use-conversation';
import { useTestCall } from './use-test-call';
import { useTestRuns } from './use-test-runs';
import { NO_VALUES, type CallValues, sentValues, ValueFields } from './values';

const TestsPart = lazyPart(() => import('./tests-part'));
const TalkPart = lazyPart(() => import('./talk-part'));
const TalkStatus = lazyPart(() => import('./talk-status'));

interface TestAgentProps {
  readonly agentId: string | null;
  /** As POST /v1/agents accepts it. */
  readonly draft: Readonly<Record<string, unknown>>;
  readonly language: string;
  readonly saved: boolean;
  readonly placesCalls: boolean;
  readonly variables: readonly string[];
  readonly usesName: boolean;
}

/**
 * Tests by typing, by talking, by a simulated call, and by a real one. Waits for the settings, which the first number
 * needs.
 */
export default function TestAgent(props: TestAgentProps): ReactNode {
  const settings = useLive({ key: ['settings'], load: requests.settings });
  if (settings.data === undefined && !settings.error) return <Skeleton lines={4} />;
  return <Ways {...props} countries={settings.data?.plan.countries ?? null} />;
}

interface WaysProps extends TestAgentProps {
  readonly countries: readonly string[] | null;
}

/** Each tab continues while another is shown. */
function Ways(props: WaysProps): ReactNode {
  const { agentId, draft, saved, placesCalls, variables, usesName, countries, language } = props;
  const spoken = useTalk(agentId);
  const { begin, way, isAway, isOpen, setOpen, show } = useWay(spoken);
  const tried = agentId !== null && saved ? { agent_id: agentId } : { draft };
  const { values, setValues, typed } = useTyped(agentId, tried);
  const runs = useTestRuns(tried);
  const body = { ...tried, ...sentValues(values) };
  const english = { draft: { ...draft, ...OFFLINE_ENGLISH }, ...sentValues(values) };
  const rest = { ...(agentId !== null && { agent_id: agentId }), ...sentValues(values) };
  const { simulated, real } = useCalls(countries, rest);
  const obstacle = agentId === null ? texts.saveFirst : placesCalls ? null : texts.cannotCall;
  const caller = { obstacle, saved };
  const contents = {
    type: <TypePart talk={typed} agentId={agentId} values={values} />,
    tests: <TestsPart {...{ agentId, runs }} />,
    talk: <TalkPart {...spoken} {...{ agentId, language, body, english }} />,
    simulate: <Simulate {...caller} call={simulated} />,
    phone: <CallPhone {...caller} call={real} />,
  };
  return (
    <div className={styles.test}>
      <ValueFields
        names={variables}
        usesName={usesName || way === 'talk'}
        values={values}
        onChange={setValues}
        isOpen={isOpen}
        onOpen={setOpen}
      />
      <Suspense>{isAway && spoken.state && <TalkStatus state={spoken.state} language={language} />}</Suspense>
      <Tabs
        label={texts.ways}
        first={WAYS.indexOf(begin)}
        onShow={show}
        tabs={WAYS.map((key) => ({
          key,
          title: texts[key],
          content: <Suspense fallback={<Skeleton lines={4} />}>{contents[key]}</Suspense>,
        }))}
      />
    </div>
  );
}

/** What the offline speech kit recognizes and speaks; the voice is its default one. */
const OFFLINE_ENGLISH = { language: 'english', tts_model: 'local', voice: undefined };

const WAYS = ['type', 'talk', 'simulate', 'phone', 'tests'] as const;

/** The tab that is shown, and whether the values of the call are. */
function useWay({ talk, state }: ReturnType<typeof useTalk>) {
  const [begin] = useState<(typeof WAYS)[number]>(talk ? 'talk' : 'type');
  const [way, setWay] = useState<string>(begin);
  const [isOpen, setOpen] = useState(begin === 'talk');
  const [isAway, setAway] = useState(false);
  const show = (key: string) => {
    setWay(key);
    setAway(key !== 'talk' && (isAway || state?.phase === 'talking'));
    if (key === 'talk') setOpen(true);
  };
  /** `isAway`: the tab of a talk was left while it went on. */
  return { begin, way, isAway, isOpen, setOpen, show };
}

/** Continues the talk that was typed before the first save. */
function useTyped(agentId: string | null, tried: Parameters<typeof useConversation>[0]) {
  const [before] = useState(() => handedOverTalk(agentId));
  const [values, setValues] = useState<CallValues>(before?.values ?? NO_VALUES);
  const typed = useConversation(tried, values, before?.conversation);
  const { conversation } = typed;
  useEffect(() => {
    if (agentId === null) storeTalk({ conversation, values });
    else discardTalk();
  }, [agentId, conversation, values]);
  useEffect(() => discardUnsavedTalk, []);
  return { values, setValues, typed };
}

function useCalls(countries: WaysProps['countries'], rest: object) {
  const { mobile_number: own } = useSignedIn().session.login;
  const codes = countriesOf(countries).map(({ callingCode }) => callingCode);
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
  return { simulated, real };
}

/** A talk ends when the page is left, after a question. The first save of an agent leaves nothing. */
function useTalk(agentId: string | null) {
  const [talk, setTalk] = useState<VoiceTest | null>(() => handedOverVoiceTest(agentId));
  const [record, setRecord] = useState(true);
  const state = useLiveState(talk);
  useLeaveGuard(state?.phase === 'talking', texts.leaveTalk);
  useEffect(() => {
    storeVoiceTest(agentId, talk);
    return () => {
      if (talk) leaveVoiceTest(talk);
    };
  }, [agentId, talk]);
  return { talk, state, record, onTalk: setTalk, onRecord: setRecord };
}
