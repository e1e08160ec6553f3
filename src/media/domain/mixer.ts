/** Overflow is cut, not wrapped. */
export function mixInto(frame: Int16Array, added: Int16Array): void {
  for (let at = 0; at < frame.length; at++) {
    const sum = (frame[at] ?? 0) + (added[at] ?? 0);
    frame[at] = sum > 32_767 ? 32_767 : sum < -32_768 ? -32_768 : sum;
  }
}
