/** Names a dial towards carriers: `ID.ATTEMPT`, the call's id and the number of its dial. */
export interface LegReference {
  readonly callId: string;
  /** 1 for the first dial of the call. */
  readonly attempt: number;
}

export function writeReference({ callId, attempt }: LegReference): string {
  return `${callId}.${attempt}`;
}

/** A reference without the number of a dial means the first: human calls were ordered so before they had one. */
export function readReference(reference: string): LegReference {
  const dot = reference.lastIndexOf('.');
  if (dot < 0) return { callId: reference, attempt: 1 };
  return { callId: reference.slice(0, dot), attempt: Number(reference.slice(dot + 1)) };
}
