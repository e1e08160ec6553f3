import type { FieldError, UseFormReturn } from 'react-hook-form';
import type { ToolForm } from '../../lib/tool/form';

export interface SectionProps {
  readonly form: UseFormReturn<ToolForm>;
}

/** The message of a field whose problems may lie deeper. */
export function messageOf(error: Pick<FieldError, 'message'> | undefined): string | undefined {
  return error?.message;
}
