/** `awaited`: it is made and not stored yet. `forgotten`: removed, and what still arrives is removed unread. */
export type RecordingState = 'awaited' | 'stored' | 'none' | 'forgotten';

/** The file of a real call's recording, as its end reports it. `none`: nothing was recorded, as far as is known. */
export type ReportedRecordingFile = { readonly ms: number; readonly stored: boolean } | 'none';

interface RecordedCall {
  readonly status: string;
  readonly recording: RecordingState | null;
}

/** False for a call that waits or ended unconnected, and for a forgotten recording. */
export function mayHaveRecording({ status, recording }: RecordedCall, isFinal: boolean): boolean {
  return status !== 'queued' && recording !== 'forgotten' && (!isFinal || status === 'completed');
}
