/** `awaited`: it is made and not stored yet. `forgotten`: removed, and what still arrives is removed unread. */
export type RecordingState = 'awaited' | 'stored' | 'none' | 'forgotten';

/** The file of a real call's recording, as its end reports it. `none`: nothing was recorded, as far as is known. */
export type ReportedRecordingFile = { readonly ms: number; readonly stored: boolean } | 'none';
