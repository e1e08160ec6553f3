import { useEffect, useRef } from 'react';
import type { ApiError } from '../../../api/error';
import { LongForm, LongFormSection } from '../../../components/form/long-form';
import { type Editing, EditingContext } from './context';
import { SaveBar, type SaveBarProps } from './save-bar';
import { SECTIONS } from './sections';

interface EditorFormProps extends SaveBarProps {
  readonly editing: Editing;
  readonly failure: ApiError | null;
  readonly onSave: () => void;
}

/** After a failure the first field with a problem gets the focus. */
export function EditorForm({ editing, failure, onSave, ...bar }: EditorFormProps) {
  const frame = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  return (
    <LongForm
      ref={frame}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onSave();
      }}
    >
      <EditingContext value={editing}>
        {SECTIONS.map(({ title, fields }) => (
          <LongFormSection key={title} title={title}>
            {fields}
          </LongFormSection>
        ))}
      </EditingContext>
      <SaveBar {...bar} />
    </LongForm>
  );
}
