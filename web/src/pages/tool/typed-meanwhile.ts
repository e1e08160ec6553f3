import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { showSaved } from '../../layout/form';
import { type ToolForm, toolFormOf } from '../../lib/tool/form';
import type { Tool } from '../../api/tools';

/** What a new tool's form held when its page was opened, and what of it was sent. It may hold a secret, and is kept in memory alone. */
let left: { readonly id: string; readonly sent: ToolForm; readonly typed: ToolForm } | null = null;

export function leaveTyped(id: string, sent: ToolForm, typed: ToolForm): void {
  left = { id, sent, typed };
}

/** Continues with the text that was typed while the tool was being created. */
export function useTypedMeanwhile(tool: Tool | null, form: UseFormReturn<ToolForm>): void {
  useEffect(() => {
    if (left === null || left.id !== tool?.id) return;
    const { sent, typed } = left;
    left = null;
    showSaved(form, sent, toolFormOf(tool), typed);
  }, [form, tool]);
}
