import { createContext, useContext } from 'react';
import type { AgentResources, VoiceEngine } from '../../../api/types';
import type { AgentField, AgentForm } from '../../../lib/agent/form';
import type { Problem } from '../../../lib/agent/problems';

export interface Editing {
  readonly form: AgentForm;
  readonly set: <Field extends AgentField>(changes: Pick<AgentForm, Field>) => void;
  readonly problems: readonly Problem[];
  readonly engines: readonly VoiceEngine[];
  readonly resources: AgentResources;
}

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('This field needs an editor.');
  return editing;
}
