import type { FieldError, UseFormReturn } from 'react-hook-form';
import type { ToolForm } from '../../lib/tool/form';

export interface SectionProps {
  readonly form: UseFormReturn<ToolForm>;
}

export function Options({ choices }: { readonly choices: ReadonlyMap<string, string> }) {
  return [...choices].map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** The message of a field whose problems may lie deeper. */
export function messageOf(error: Pick<FieldError, 'message'> | undefined): string | undefined {
  return error?.message;
}
