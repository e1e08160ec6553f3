/**
 * What became of the recording of a real call. `awaited`: it is made and not stored yet. `forgotten`: what there was is
 * removed, and what still comes is removed unread.
 */
export type RecordingState = 'awaited' | 'stored' | 'none' | 'forgotten';
