/** `awaited`: it is made and not stored yet. `forgotten`: removed, and what still arrives is removed unread. */
export type RecordingState = 'awaited' | 'stored' | 'none' | 'forgotten';
