import type { UseFormReturn } from 'react-hook-form';
import type { ToolForm } from '../../lib/tool/form';

export interface SectionProps {
  readonly form: UseFormReturn<ToolForm>;
}
