/**
 * Connects the audio of a call to us. Without keepCallAlive Plivo goes on to the next element at once, and with none hangs
 * up; with it, it does so when the socket closes. Our addresses have no character that XML writes otherwise.
 * https://www.plivo.com/docs/voice/xml/audio-streaming
 */
export function streamElement(mediaUrl: string): string {
  return `<Stream bidirectional="true" keepCallAlive="true" contentType="audio/x-mulaw;rate=8000">${mediaUrl}</Stream>`;
}
