import type { ReactNode } from 'react';
import { queryClient, useLive } from '../../../api/queries';
import { requests } from '../../../api/requests';
import { useAddress, useAddressId } from '../../../layout/address';
import { NotLoaded, type RecordPage } from '../../../layout/record-page/not-loaded';
import { useSignedIn } from '../../../layout/session';
import { type AgentForm, formOf } from '../../../lib/agent/form';
import { copyName } from '../../../lib/agent/counts';
import { fittingVoice } from '../../../lib/agent/voices';
import type { ApiError } from '../../../api/error';
import type { Agent, VoiceEngine } from '../../../api/types';
import { t } from '../../../messages/en';
import { Editor } from './editor';
import { Reader } from './reader';

export default function AgentPage(): ReactNode {
  const id = useAddressId();
  const { copy = '' } = useAddress();
  const manages = useSignedIn().account.scopes.includes('agents:manage');
  if (!manages) return <Reading key={id} id={id} />;
  return <Edit key={`${id} ${copy}`} id={id} copy={copy} />;
}

const askAgent = (id: string) => ({
  key: ['agent', id],
  load: (signal: AbortSignal) => requests.agent(id, signal),
  isOff: id === '',
});

function Reading({ id }: { readonly id: string }) {
  const agent = useLive(askAgent(id));
  if (!agent.data) return <NotThere errors={[agent.error]} />;
  return <Reader agent={agent.data} />;
}

/** `id` is empty for a new agent; `copy` is the agent to copy, or empty. */
function Edit({ id, copy }: { readonly id: string; readonly copy: string }) {
  const agent = useLive(askAgent(id === '' ? copy : id));
  const voices = useLive({ key: ['voices'], load: requests.voices });
  const resources = useLive({ key: ['agent-resources'], load: requests.agentResources });
  if ((!agent.data && id + copy !== '') || !voices.data || !resources.data) {
    return <NotThere errors={[agent.error, voices.error, resources.error]} />;
  }
  const engines = voices.data.data;
  const shared = { engines, resources: resources.data };
  if (agent.data && id !== '') {
    return <Editor {...shared} beginning={{ agent: agent.data, form: formOf(agent.data), slot: id }} />;
  }
  const isCopy = agent.data !== undefined;
  const form = agent.data ? copyOf(agent.data) : newForm(engines);
  const slot = isCopy ? `copy-${copy}` : 'new';
  return <Editor {...shared} beginning={{ agent: null, form, slot }} isFilled={isCopy} />;
}

function copyOf(agent: Agent): AgentForm {
  const form = formOf(agent);
  return { ...form, name: copyName(form.name, t.agent.copy) };
}

function newForm(engines: readonly VoiceEngine[]): AgentForm {
  const engine = engines.find((one) => one.default) ?? engines[0];
  const voice = engine ? fittingVoice(engine, '', '') : '';
  return formOf({ ...(engine && { tts_model: engine.id }), voice });
}

const PAGE: RecordPage = {
  name: 'agent',
  title: t.agent.title,
  unknown: t.agent.unknown,
  list: '/agents',
  toList: t.agent.toAgents,
};

function NotThere({ errors }: { readonly errors: readonly (ApiError | null)[] }) {
  const retry = () => {
    for (const queryKey of [['agent'], ['voices'], ['agent-resources']]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
  return <NotLoaded page={PAGE} error={errors.find((one) => one !== null) ?? null} retry={retry} />;
}
